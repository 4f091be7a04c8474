/**
 * @file The costs of decisions in a played schedule: the increase of the minimum mean wait that was still possible.
 */

import { choiceOf, decisionAt, WAIT } from '../scenario/board.js';
import { formatMoment, formatTime } from '../text/time.js';

/** @import { Continuation, JobStart } from './best-continuation.js' */
/** @import { BoardRun } from './board-runs.js' */

/**
 * A decision that raised the minimum mean wait; what: the decision and a better one; before: the choices before it.
 * @typedef {{cost_s: number, at_s: number, what: string, before: string, exact: boolean}} Loss
 *
 * The listed losses, and the first one; best_s: the smallest known mean wait of the board.
 * @typedef {{wait_s: number, best_s: number, losses: Loss[], first: Loss|undefined, exact: boolean}} Verdict
 *
 * A complete schedule of a board, with functions that run and continue its parts.
 * @typedef {object} Played
 * @property {string} choices
 * @property {number} wait_s its mean wait
 * @property {number} best_s the smallest known mean wait of the board
 * @property {boolean} proven whether it is proven optimal
 * @property {number} nodes
 * @property {(choices: string) => Promise<BoardRun>} run runs choices up to the first decision without one
 * @property {(run: BoardRun) => Promise<Continuation|undefined>} search undefined if cancelled
 *
 * The minimum mean wait after a number of choices; starts: those of the search from there, if it found it.
 * @typedef {{wait_s: number, exact: boolean, starts?: readonly JobStart[]}} Least
 */

/** Tolerance for differences of mean waits, s. */
const LEAST_S = 0.5;
/** Maximum number of listed losses. */
const MOST = 3;

/**
 * The most expensive decisions, and the first one with a cost. The costs of all decisions sum to the distance from the
 * best schedule, so only parts of the schedule with a loss are searched.
 * @param {Played} played
 * @returns {Promise<Verdict|undefined>} undefined if cancelled
 */
export async function findLosses({ choices, wait_s, best_s, proven, nodes, run, search }) {
  /** @type {Map<number, Least>} */
  const least = new Map([
    [0, { wait_s: Math.min(best_s, wait_s), exact: proven }],
    [choices.length, { wait_s, exact: true }],
  ]);
  /** @type {Map<number, Loss>} */
  const losses = new Map();
  /** @type {Map<number, BoardRun>} */
  const runs = new Map();
  const runUntil = async (/** @type {number} */ count) => {
    const known = runs.get(count) ?? (await run(choices.slice(0, count)));
    runs.set(count, known);
    return known;
  };
  /**
   * Records the possible mean wait after some choices, which is also possible before them. @param {number} count
   * @param {Least} found
   */
  const note = (count, found) => {
    least.set(count, found);
    for (const [before, { wait_s: known_s }] of least)
      if (before < count && known_s > found.wait_s) least.set(before, { wait_s: found.wait_s, exact: found.exact });
  };
  for (;;) {
    const counts = [...least.keys()].sort((a, b) => a - b);
    const waitAfter = (/** @type {number} */ count) => least.get(count)?.wait_s ?? NaN;
    const lossy = counts
      .slice(1)
      .map((to, at) => ({ from: counts[at] ?? 0, to, cost_s: waitAfter(to) - waitAfter(counts[at] ?? 0) }))
      .filter(({ cost_s }) => cost_s > LEAST_S);
    const most = lossy.toSorted((a, b) => b.cost_s - a.cost_s).slice(0, MOST);
    const wanted = [...most, ...lossy.slice(0, 1)];
    const open = wanted.find(({ from, to }) => to - from > 1 || !losses.has(from));
    if (!open) {
      const listed = most.flatMap(({ from, cost_s }) => ({ .../** @type {Loss} */ (losses.get(from)), cost_s }));
      const [first] = lossy;
      return {
        wait_s,
        best_s: waitAfter(0),
        losses: listed,
        first: first && losses.get(first.from),
        exact: wanted.every(({ from, to }) => least.get(from)?.exact && least.get(to)?.exact),
      };
    }
    const { from, to, cost_s } = open;
    if (to - from > 1) {
      const middle = Math.floor((from + to) / 2);
      const found = await search(await runUntil(middle));
      if (!found) return undefined;
      const after = least.get(to);
      note(middle, after && after.wait_s <= found.wait_s ? { wait_s: after.wait_s, exact: after.exact || found.exact } : found);
      continue;
    }
    const before = await runUntil(from);
    const { starts } = least.get(from) ?? {};
    const better = starts ? { wait_s: waitAfter(from), starts } : await search(before);
    if (!better) return undefined;
    const decision = describeDecision(choices.charAt(from), before, nodes, better.starts);
    const isAsGood = better.wait_s <= waitAfter(from) + LEAST_S;
    if (isAsGood && decision.agrees) {
      // The better schedule begins with this decision: there is no loss yet.
      note(to, { wait_s: waitAfter(from), exact: least.get(from)?.exact === true, starts: decision.rest });
      continue;
    }
    losses.set(from, {
      cost_s,
      at_s: before.now_s,
      what: isAsGood ? `${decision.chosen} instead of ${decision.better}` : decision.chosen,
      before: choices.slice(0, from),
      exact: least.get(to)?.exact === true,
    });
  }
}

/**
 * A decision and that of a better schedule; agrees: whether they are equal; rest: the starts of the better schedule
 * after it.
 * @param {string} choice
 * @param {BoardRun} run
 * @param {number} nodes
 * @param {readonly JobStart[]} starts of the better schedule
 */
function describeDecision(choice, { jobs, now_s }, nodes, starts) {
  const number = decisionAt(jobs, nodes, now_s).waiting.find(({ place }) => place > 0 && choiceOf(place) === choice)?.number;
  const now = starts.filter(({ start_s }) => start_s <= now_s);
  const next_s = Math.min(...starts.map(({ start_s }) => start_s));
  const names = now.map((one) => one.number);
  return {
    chosen: choice === WAIT ? 'no job' : `job ${number}`,
    better: now.length === 0 ? `no job until ${formatMoment(next_s)}` : `job${names.length > 1 ? 's' : ''} ${names.join(' and ')}`,
    agrees: choice === WAIT ? now.length === 0 : names.includes(number ?? 0),
    rest: starts.filter((one) => choice === WAIT || one.number !== number),
  };
}

/**
 * The distance from the best schedule, and the first decision after which it was out of reach.
 * @param {Verdict} verdict
 * @param {boolean} proven whether the best known schedule is proven optimal
 */
export function verdictSentence({ wait_s, best_s, first, exact }, proven) {
  const gap_s = wait_s - best_s;
  const best = proven ? 'optimum' : 'best known schedule';
  if (gap_s <= LEAST_S) return proven ? 'Your schedule is optimal: none has a lower mean wait.' : 'No better schedule is known.';
  const start = `Your schedule is ${formatTime(gap_s)} above the ${best}.`;
  if (!first) return start;
  const possible = exact && proven ? 'was no longer possible' : 'was no longer found';
  return `${start} The first decision after which ${formatTime(best_s)} ${possible}: ${formatMoment(first.at_s)}, ${first.what}.`;
}

/** A loss as a sentence. @param {Loss} loss */
export const lossSentence = ({ at_s, what, cost_s }) => `${formatMoment(at_s)}: ${what}. Cost: ${formatTime(cost_s)}.`;

/** The reference of the costs. @param {boolean} exact */
export const costSentence = (exact) =>
  `Cost: by how much the decision raised the lowest mean wait that was still possible${exact ? '.' : ', in the best schedules found: not all were searched.'} That search knew all runtimes and arrivals.`;
