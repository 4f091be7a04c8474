/** @file The difference between a run and a fork of it, job by job, and the sentence about it. */

import { changedChoices } from '../scenario/forks.js';
import { formatCount, formatNumber } from '../text/numbers.js';
import { formatMoment, formatTime, sentenceCase } from '../text/time.js';

/** @import { ScheduledJob } from '../gantt/schedule-jobs.js' */
/** @import { Fork, ForkedSystem } from '../scenario/forks.js' */

/** Tolerance for rounding errors of times, s. */
const SAME_S = 1e-6;
/** Minimum difference of means that is mentioned, s. */
const LEAST_S = 0.05;

/**
 * A job that starts at another time or in another cluster. NaN: it does not run there.
 * @typedef {{number: number, before_s: number, after_s: number, nodes: number}} MovedJob
 * @typedef {object} ScheduleDifference
 * @property {MovedJob[]} moved in the order of their starts in the original run
 * @property {number} later number of jobs that start later in the fork
 * @property {number} earlier
 * @property {number} past_s time until which both runs are equal; Infinity if they are equal
 */

/**
 * Compares two schedules of the same jobs.
 * @param {readonly ScheduledJob[]} before
 * @param {readonly ScheduledJob[]} after
 * @param {Fork} [fork]
 * @returns {ScheduleDifference}
 */
export function compareSchedules(before, after, fork) {
  const known = new Map(after.map((job) => [job.number, job]));
  const isElsewhere = (/** @type {ScheduledJob} */ { number, cluster }) => known.get(number)?.cluster !== cluster && known.has(number);
  const elsewhere = new Set(before.filter(isElsewhere).map(({ number }) => number));
  const moved = before
    .map((job) => ({ number: job.number, before_s: job.start_s, after_s: known.get(job.number)?.start_s ?? NaN, nodes: job.size }))
    .filter(({ number, before_s, after_s }) => elsewhere.has(number) || isMoved(before_s, after_s))
    .toSorted((a, b) => Math.min(a.before_s, a.after_s) - Math.min(b.before_s, b.after_s) || a.number - b.number);
  const first = moved.flatMap(({ before_s, after_s }) => [before_s, after_s].filter(Number.isFinite));
  return {
    moved,
    later: moved.filter(({ before_s, after_s }) => after_s > before_s).length,
    earlier: moved.filter(({ before_s, after_s }) => after_s < before_s).length,
    past_s: fork?.at_s ?? Math.min(Infinity, ...first),
  };
}

/** Whether a job starts at another time; NaN: it does not run. @param {number} before_s @param {number} after_s */
function isMoved(before_s, after_s) {
  return !(Math.abs(before_s - after_s) <= SAME_S) && !(Number.isNaN(before_s) && Number.isNaN(after_s));
}

/**
 * The effect of a fork: its difference from the forked run.
 * @typedef {{wait_s: number, end_s: number, later: number, earlier: number, absent: number}} ForkEffect wait_s, end_s: change of the mean wait and of the end of the last job
 */

/**
 * The effect of a fork in one sentence.
 * @param {ForkEffect} effect
 * @param {string} [things] the waiting units, in the plural
 */
export function effectSentence({ wait_s, end_s, later, earlier, absent }, things = 'jobs') {
  if (later + earlier + absent === 0) return 'The fork changes nothing.';
  // Some systems have no wait time of jobs.
  const wait = Number.isNaN(wait_s)
    ? ''
    : Math.abs(wait_s) < LEAST_S
      ? 'the mean wait stays the same and '
      : `the mean wait ${wait_s > 0 ? 'rises' : 'falls'} by ${formatTime(Math.abs(wait_s))} and `;
  const end =
    Math.abs(end_s) < LEAST_S
      ? `the last ${things.replace(/s$/u, '')} ends at the same time`
      : `the last ${things.replace(/s$/u, '')} ends ${formatTime(Math.abs(end_s))} ${end_s > 0 ? 'later' : 'earlier'}`;
  const starts =
    later > 0 && earlier > 0
      ? `${formatCount(later, things)} ${verb(later)} later, ${formatNumber(earlier)} earlier`
      : later > 0
        ? `${formatCount(later, things)} ${verb(later)} later`
        : earlier > 0
          ? `${formatCount(earlier, things)} ${verb(earlier)} earlier`
          : `no other ${things.replace(/s$/u, '')} starts at another time`;
  return sentenceCase(`${wait}${end}: ${starts}.`);
}

/** @param {number} count */
const verb = (count) => (count === 1 ? 'starts' : 'start');

/**
 * The question that a fork answers.
 * @param {ForkedSystem} variant
 * @param {ForkedSystem} base
 * @param {{name: string, policy: (id: string) => string, job: (number: number) => string}} words name: of the variant as run
 */
export function forkQuestion(variant, base, { name, policy, job }) {
  const { fork, edits = [] } = variant;
  if (changedChoices(variant) !== '') return `What if another cluster had been chosen: ${variant.name}?`;
  if (fork?.local) return `What if ${policy(fork.local)} decided from ${formatMoment(fork.at_s)} on?`;
  if (fork?.hold?.length) {
    const held = fork.hold.map(job);
    const who = held.length === 1 ? held[0] : `${held.slice(0, -1).join(', ')} and ${held.at(-1)}`;
    return `What if ${name} had not started ${who} at ${formatMoment(fork.at_s)}?`;
  }
  if (fork) return `What if nothing changed from ${formatMoment(fork.at_s)} on?`;
  const known = (base.edits ?? []).map((edit) => JSON.stringify(edit));
  const edit = edits.find((one) => !known.includes(JSON.stringify(one)));
  if (!edit) return 'What if nothing changed?';
  if (edit.absent) return `What if ${job(edit.job)} had not been submitted?`;
  if (edit.estimate_s !== undefined) return `What if the estimate of ${job(edit.job)} were ${formatTime(edit.estimate_s)}?`;
  if (edit.submit_s !== undefined) return `What if ${job(edit.job)} were submitted at ${formatMoment(edit.submit_s)}?`;
  if (edit.run_s !== undefined) return `What if ${job(edit.job)} ran ${formatTime(edit.run_s)}?`;
  return `What if ${job(edit.job)} asked for ${formatCount(edit.nodes ?? 0, 'nodes')}?`;
}

/**
 * A change of the mean wait in a few characters: `+1 min 51 s`.
 * @param {number} change_s
 */
export function changeText(change_s) {
  if (Number.isNaN(change_s)) return '';
  if (Math.abs(change_s) < LEAST_S) return 'no change';
  return `${change_s > 0 ? '+' : '−'}${formatTime(Math.abs(change_s))}`;
}
