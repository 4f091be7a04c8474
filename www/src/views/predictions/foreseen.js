/** @file Predicted and actual values of jobs, as data of plots and lists: nothing here draws. */

/** @import { TableRows } from '../../engine/types.js' */

/** Stretches of time that a plot parts the submissions into. */
const STRETCHES = 160;
/** Steps of accuracy, in per cent. */
const STEPS = 100;

/** @typedef {'run'|'wait'|'bound'} Sort what was foreseen: run times, waits, or how long jobs wait at most */

/**
 * What is known of a job by a moment; NaN where nothing is.
 * @typedef {object} Foreseen
 * @property {number} id
 * @property {number} submit_s
 * @property {Record<Sort, number>} told how long it would run, wait, and wait at most
 * @property {Record<Sort, number>} came how long it ran, and waited twice over
 */

/**
 * The jobs that had been submitted by a moment; of those that had not started or ended by then it is not known how long.
 * @param {TableRows} rows of the table of predictions
 * @param {number} now_s
 * @returns {Foreseen[]}
 */
export function foreseenBy({ columns }, now_s) {
  const none = new Float64Array();
  const {
    id = none,
    submit_s = none,
    predicted_run_s = none,
    run_s = none,
    predicted_wait_s = none,
    wait_s = none,
    bound_s = none,
  } = columns;
  /** @type {Foreseen[]} */
  const jobs = [];
  for (const at of id.keys()) {
    const submitted = submit_s[at] ?? NaN;
    if (!(submitted <= now_s)) continue;
    const [wait, run] = [wait_s[at] ?? NaN, run_s[at] ?? NaN];
    const waited = submitted + wait <= now_s ? wait : NaN;
    const ran = submitted + wait + run <= now_s ? run : NaN;
    jobs.push({
      id: id[at] ?? -1,
      submit_s: submitted,
      told: { run: predicted_run_s[at] ?? NaN, wait: predicted_wait_s[at] ?? NaN, bound: bound_s[at] ?? NaN },
      came: { run: ran, wait: waited, bound: waited },
    });
  }
  return jobs;
}

/**
 * How near what was told came: the shorter by the longer; NaN where either is not known, and of waits of jobs that did not.
 * @param {Foreseen} job
 * @param {Sort} sort
 */
export function accuracyOf({ told, came }, sort) {
  const [one, other] = [told[sort], came[sort]];
  if (sort === 'wait' && other === 0) return NaN;
  const more = Math.max(one, other);
  return more === 0 ? 1 : Math.min(one, other) / more;
}

/**
 * Equal stretches of the time from the first to the last submission, and the jobs submitted in each.
 * @param {readonly Foreseen[]} jobs
 * @returns {{x: number[], stretches: Foreseen[][]}}
 */
export function stretchesOf(jobs) {
  const times = jobs.map(({ submit_s }) => submit_s);
  const first = times.reduce((a, b) => Math.min(a, b), Infinity);
  const last = times.reduce((a, b) => Math.max(a, b), -Infinity);
  if (!(last > first)) return { x: [], stretches: [] };
  const length = (last - first) / STRETCHES;
  const stretches = Array.from({ length: STRETCHES }, () => /** @type {Foreseen[]} */ ([]));
  for (const job of jobs) stretches[Math.min(STRETCHES - 1, Math.floor((job.submit_s - first) / length))]?.push(job);
  return { x: stretches.map((_, at) => first + (at + 0.5) * length), stretches };
}

/**
 * The mean of what is known; null for nothing.
 * @param {readonly number[]} values
 */
export function meanOf(values) {
  const known = values.filter((value) => !Number.isNaN(value));
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}

/**
 * The mean wait beside the means of what was told of it, all of the same jobs: those that have started and were told all that any was told.
 * @param {readonly Foreseen[]} jobs
 * @returns {{waited: number|null, told: number|null, most: number|null}}
 */
export function meanWaits(jobs) {
  const sorts = /** @type {const} */ (['wait', 'bound']).filter((sort) => jobs.some(({ told }) => !Number.isNaN(told[sort])));
  const known = jobs.filter(({ told, came }) => !Number.isNaN(came.wait) && sorts.every((sort) => !Number.isNaN(told[sort])));
  return {
    waited: meanOf(known.map(({ came }) => came.wait)),
    told: meanOf(known.map(({ told }) => told.wait)),
    most: meanOf(known.map(({ told }) => told.bound)),
  };
}

/**
 * The waits by the time of submission: as they were, as they were told, the band in which those that were told lie, and at most.
 * @param {readonly Foreseen[]} jobs
 */
export function waitsOver(jobs) {
  const { x, stretches } = stretchesOf(jobs);
  const told = stretches.map((some) => some.map((job) => job.told.wait).filter((wait) => !Number.isNaN(wait)));
  const end = (/** @type {number[]} */ waits, /** @type {(a: number, b: number) => number} */ pick) =>
    waits.length === 0 ? null : waits.reduce((a, b) => pick(a, b));
  return {
    x,
    waited: stretches.map((some) => meanOf(some.map((job) => job.came.wait))),
    told: told.map(meanOf),
    most: stretches.map((some) => meanOf(some.map((job) => job.told.bound))),
    low: told.map((waits) => end(waits, Math.min)),
    high: told.map((waits) => end(waits, Math.max)),
  };
}

/**
 * The mean accuracy by the time of submission.
 * @param {readonly Foreseen[]} jobs
 * @param {Sort} sort
 */
export function accuracyOver(jobs, sort) {
  const { x, stretches } = stretchesOf(jobs);
  return { x, values: stretches.map((some) => meanOf(some.map((job) => accuracyOf(job, sort)))) };
}

/**
 * The share of predictions with an accuracy of at most 0, 1, .., 100 %; empty without predictions.
 * @param {readonly Foreseen[]} jobs
 * @param {Sort} sort
 * @returns {number[]}
 */
export function sharesBy(jobs, sort) {
  const counts = Array.from({ length: STEPS + 1 }, () => 0);
  let all = 0;
  for (const job of jobs) {
    const accuracy = accuracyOf(job, sort);
    if (Number.isNaN(accuracy)) continue;
    const step = Math.ceil(accuracy * STEPS);
    counts[step] = (counts[step] ?? 0) + 1;
    all += 1;
  }
  let sum = 0;
  return all === 0 ? [] : counts.map((count) => (sum += count) / all);
}

/**
 * The jobs with the largest prediction errors, the largest first.
 * @param {readonly Foreseen[]} jobs
 * @param {Sort} sort
 * @param {number} most
 */
export function furthestOff(jobs, sort, most) {
  const off = (/** @type {Foreseen} */ { told, came }) => Math.abs(told[sort] - came[sort]);
  return jobs
    .filter((job) => off(job) > 0)
    .sort((a, b) => off(b) - off(a))
    .slice(0, most);
}
