/** @file Predicted and actual values of jobs, as data of plots and lists: nothing here draws. */

/** @import { TableRows } from '../../engine/types.js' */

/** Intervals into which a plot divides the time of the submissions. */
const INTERVALS = 160;
/** Steps of accuracy, in per cent. */
const STEPS = 100;

/** @typedef {'run'|'wait'|'bound'} Sort what is predicted: runtimes, wait times, or upper bounds on wait times */
/** @typedef {{id: number, submit_s: number, predicted: Record<Sort, number>, actual: Record<Sort, number>}} JobPrediction NaN where a value is not known */

/**
 * The jobs submitted by a moment; the actual values of those that had not started or ended by then are not known.
 * @param {TableRows} rows of the table of predictions
 * @param {number} now_s
 * @returns {JobPrediction[]}
 */
export function predictionsAt({ columns }, now_s) {
  const value = (/** @type {string} */ id, /** @type {number} */ at) => columns[id]?.[at] ?? NaN;
  return Array.from(columns.id ?? []).flatMap((id, at) => {
    const [submit_s, wait, run] = [value('submit_s', at), value('wait_s', at), value('run_s', at)];
    if (!(submit_s <= now_s)) return [];
    const waited = submit_s + wait <= now_s ? wait : NaN;
    return [
      {
        id,
        submit_s,
        predicted: { run: value('predicted_run_s', at), wait: value('predicted_wait_s', at), bound: value('bound_s', at) },
        actual: { run: submit_s + wait + run <= now_s ? run : NaN, wait: waited, bound: waited },
      },
    ];
  });
}

/**
 * The smaller of the predicted and the actual value divided by the larger; NaN where either is not known, and for wait times of
 * jobs that did not wait.
 * @param {JobPrediction} job
 * @param {Sort} sort
 */
export function accuracyOf({ predicted, actual }, sort) {
  const [one, other] = [predicted[sort], actual[sort]];
  if (sort === 'wait' && other === 0) return NaN;
  const more = Math.max(one, other);
  return more === 0 ? 1 : Math.min(one, other) / more;
}

/**
 * Equal intervals from the first to the last submission, and the jobs submitted in each.
 * @param {readonly JobPrediction[]} jobs
 * @returns {{x: number[], intervals: JobPrediction[][]}} x: the middle of each
 */
function intervalsOf(jobs) {
  const first = jobs.reduce((least, { submit_s }) => Math.min(least, submit_s), Infinity);
  const last = jobs.reduce((most, { submit_s }) => Math.max(most, submit_s), -Infinity);
  if (!(last > first)) return { x: [], intervals: [] };
  const length = (last - first) / INTERVALS;
  const intervals = Array.from({ length: INTERVALS }, () => /** @type {JobPrediction[]} */ ([]));
  for (const job of jobs) intervals[Math.min(INTERVALS - 1, Math.floor((job.submit_s - first) / length))]?.push(job);
  return { x: intervals.map((_, at) => first + (at + 0.5) * length), intervals };
}

/** @param {readonly number[]} values */
const knownOf = (values) => values.filter((value) => !Number.isNaN(value));

/**
 * The mean of the known values; null without any.
 * @param {readonly number[]} values
 */
export function meanOf(values) {
  const known = knownOf(values);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}

/**
 * The means of actual and predicted wait times and of bounds, of the same jobs: those that have started, with all predictions that
 * any job has.
 * @param {readonly JobPrediction[]} jobs
 */
export function meanWaits(jobs) {
  const sorts = /** @type {const} */ (['wait', 'bound']).filter((sort) => jobs.some(({ predicted }) => !Number.isNaN(predicted[sort])));
  return waitsOf(jobs.filter(({ actual, predicted }) => ![actual.wait, ...sorts.map((sort) => predicted[sort])].some(Number.isNaN)));
}

/** The means of some jobs. @param {readonly JobPrediction[]} jobs */
function waitsOf(jobs) {
  return {
    actual: meanOf(jobs.map(({ actual }) => actual.wait)),
    predicted: meanOf(jobs.map(({ predicted }) => predicted.wait)),
    bound: meanOf(jobs.map(({ predicted }) => predicted.bound)),
  };
}

/**
 * The mean wait times and bounds by submit time, and the band from the shortest to the longest predicted wait time.
 * @param {readonly JobPrediction[]} jobs
 */
export function waitsOver(jobs) {
  const { x, intervals } = intervalsOf(jobs);
  const means = intervals.map(waitsOf);
  const ends = intervals.map((some) => {
    const waits = knownOf(some.map(({ predicted }) => predicted.wait));
    return waits.length === 0 ? [null, null] : [Math.min(...waits), Math.max(...waits)];
  });
  return {
    x,
    actual: means.map(({ actual }) => actual),
    predicted: means.map(({ predicted }) => predicted),
    bound: means.map(({ bound }) => bound),
    low: ends.map(([low = null]) => low),
    high: ends.map(([, high = null]) => high),
  };
}

/**
 * The mean accuracy by submit time.
 * @param {readonly JobPrediction[]} jobs
 * @param {Sort} sort
 */
export function accuracyOver(jobs, sort) {
  const { x, intervals } = intervalsOf(jobs);
  return { x, values: intervals.map((some) => meanOf(some.map((job) => accuracyOf(job, sort)))) };
}

/**
 * The share of predictions with an accuracy of at most 0, 1, .., 100 %; empty without predictions.
 * @param {readonly JobPrediction[]} jobs
 * @param {Sort} sort
 * @returns {number[]}
 */
export function accuracyDistribution(jobs, sort) {
  const accuracies = knownOf(jobs.map((job) => accuracyOf(job, sort)));
  if (accuracies.length === 0) return [];
  const counts = Array.from({ length: STEPS + 1 }, () => 0);
  for (const accuracy of accuracies) counts[Math.ceil(accuracy * STEPS)] = (counts[Math.ceil(accuracy * STEPS)] ?? 0) + 1;
  let sum = 0;
  return counts.map((count) => (sum += count) / accuracies.length);
}

/**
 * The jobs with the largest prediction errors, the largest first.
 * @param {readonly JobPrediction[]} jobs
 * @param {Sort} sort
 * @param {number} most
 */
export function largestErrors(jobs, sort, most) {
  const error = (/** @type {JobPrediction} */ { predicted, actual }) => Math.abs(predicted[sort] - actual[sort]);
  return jobs
    .filter((job) => error(job) > 0)
    .sort((a, b) => error(b) - error(a))
    .slice(0, most);
}
