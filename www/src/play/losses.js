/** @file What decisions of a played schedule have cost, measured by EASY, which decides everything after them. */

import { WAIT } from '../scenario/board.js';
import { formatMoment, formatTime } from '../text/time.js';

/** @import { BoardRun } from './board-runs.js' */

/** @typedef {{cost_s: number, sentence: string, before: string}} Loss before: the choices before the decision */

/** Smaller losses are not listed, s. */
const LEAST_S = 30;
/** The number of losses that are listed. */
const MOST = 3;

/**
 * The decisions that cost most, most first.
 * @param {string} choices of a complete schedule
 * @param {(choices: string) => Promise<BoardRun>} runEasyAfter
 * @returns {Promise<Loss[]>}
 */
export async function lossesOf(choices, runEasyAfter) {
  const parts = Array.from({ length: choices.length + 1 }, (_, count) => choices.slice(0, count));
  const runs = await Promise.all(parts.map(runEasyAfter));
  /** @type {Loss[]} */
  const losses = [];
  for (const [at, choice] of [...choices].entries()) {
    const [before, after] = [runs[at], runs[at + 1]];
    const cost_s = (after?.wait_s ?? 0) - (before?.wait_s ?? 0);
    if (before && after && cost_s > LEAST_S)
      losses.push({ cost_s, sentence: lossSentence(choice, before, after, cost_s), before: choices.slice(0, at) });
  }
  return losses.sort((a, b) => b.cost_s - a.cost_s).slice(0, MOST);
}

/**
 * @param {string} choice
 * @param {BoardRun} before the run in which EASY also decides this
 * @param {BoardRun} after
 * @param {number} cost_s
 */
function lossSentence(choice, before, after, cost_s) {
  const starts = new Map(before.jobs.map(({ number, start_s }) => [number, start_s]));
  const moved = after.jobs.filter(({ number, start_s }) => start_s !== starts.get(number)).sort((a, b) => a.start_s - b.start_s);
  const earlier = moved.find(({ number, start_s }) => start_s < (starts.get(number) ?? 0));
  const late = moved.filter(({ number, start_s }) => start_s > (starts.get(number) ?? 0));
  const later = late.map(({ number }) => `job ${number}`);
  const delayed =
    later.length > 3 ? `${later.length} jobs start later` : `${later.join(' and ')} start${later.length === 1 ? 's' : ''} later`;
  const what =
    choice === WAIT || !earlier
      ? `${formatMoment(Math.min(...late.map(({ number }) => starts.get(number) ?? 0)))}: no job started`
      : `${formatMoment(earlier.start_s)}: job ${earlier.number} started`;
  return `${what}, and ${delayed}. Cost: ${formatTime(cost_s)}.`;
}
