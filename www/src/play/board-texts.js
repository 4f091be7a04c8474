/** @file Sentences of a board: the list of boards, the selected job, and the schedule to beat. */

import { countStarts } from '../scenario/board.js';
import { formatCount } from '../text/numbers.js';
import { formatMoment, formatTime } from '../text/time.js';

/** @import { PlayPlace } from '../address/play.js' */
/** @import { Board, BoardDecision } from '../scenario/board.js' */

/**
 * The place at which a board of the list continues: the last one with choices, or its start.
 * @param {string} id of the board
 * @param {readonly PlayPlace[]} played the last choices of the visit, the latest board first
 * @returns {PlayPlace}
 */
export function placeOfBoard(id, played) {
  return played.find(({ board, choices }) => board === id && choices !== '') ?? { board: id, scenario: '', choices: '', beat: '' };
}

/**
 * The progress of a board of the list, as an offer to continue; empty before the first choice.
 * @param {Board} board
 * @param {readonly PlayPlace[]} played
 */
export function continueText({ id, jobs }, played) {
  const { choices } = placeOfBoard(id, played);
  if (choices === '') return '';
  const started = Math.min(countStarts(choices), jobs);
  return `${started === jobs ? 'Result' : 'Continue'} (${started} of ${formatCount(jobs, 'jobs')})`;
}

/**
 * The effect of starting the selected job, or the reason why it cannot start; empty if no job is selected.
 * @param {BoardDecision['waiting'][number]|undefined} job
 * @param {number} free idle nodes
 * @param {number} now_s
 */
export function selectionSentence(job, free, now_s) {
  if (!job) return '';
  const { number, size, estimate_s, place } = job;
  return place === 0
    ? `Job ${number} needs ${formatCount(size, 'nodes')}, ${free} are idle.`
    : `Job ${number} would run on ${formatCount(size, 'nodes')}, until ${formatMoment(now_s + estimate_s)} at the latest.`;
}

/**
 * A complete schedule compared with the one to beat.
 * @param {number} wait_s its mean wait
 * @param {number} other_s that of the schedule to beat
 */
export function beatenSentence(wait_s, other_s) {
  const by_s = other_s - wait_s;
  if (Math.abs(by_s) < 0.5) return 'That is as long as in the schedule of the link.';
  return by_s > 0
    ? `You beat the schedule of the link by ${formatTime(by_s)}.`
    : `The schedule of the link is better by ${formatTime(-by_s)}.`;
}
