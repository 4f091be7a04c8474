/** @file Predicted and actual values of jobs, as data of plots and lists. */

import { formatCount, formatNumber } from '../../text/numbers.js';
import { formatTime } from '../../text/time.js';

/** @import { TableRows } from '../../engine/types.js' */

/** Number of intervals of submit time in a plot. */
const INTERVALS = 160;
/** Steps of accuracy, in %. */
const STEPS = 100;

/**
 * @typedef {'run'|'wait'|'bound'} PredictionKind the predicted quantity: runtimes, wait times, or upper bounds on wait
 *   times
 */
/**
 * @typedef {{id: number, submit_s: number, predicted: Record<PredictionKind, number>, actual: Record<PredictionKind, number>}} JobPrediction
 *   NaN for unknown values
 */

/**
 * The jobs submitted by a moment; actual values of jobs that have not started or ended by then are unknown.
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
 * The smaller of the predicted and the actual value divided by the larger; NaN if either is unknown, and for wait times of jobs that did
 * not wait.
 * @param {JobPrediction} job
 * @param {PredictionKind} sort
 */
export function predictionAccuracy({ predicted, actual }, sort) {
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
function groupByInterval(jobs) {
  const first = jobs.reduce((least, { submit_s }) => Math.min(least, submit_s), Infinity);
  const last = jobs.reduce((most, { submit_s }) => Math.max(most, submit_s), -Infinity);
  if (!(last > first)) return { x: [], intervals: [] };
  const length = (last - first) / INTERVALS;
  const intervals = Array.from({ length: INTERVALS }, () => /** @type {JobPrediction[]} */ ([]));
  for (const job of jobs) intervals[Math.min(INTERVALS - 1, Math.floor((job.submit_s - first) / length))]?.push(job);
  return { x: intervals.map((_, at) => first + (at + 0.5) * length), intervals };
}

/** @param {readonly number[]} values */
const knownValues = (values) => values.filter((value) => !Number.isNaN(value));

/**
 * The mean of the known values; null without any.
 * @param {readonly number[]} values
 */
export function meanOfKnown(values) {
  const known = knownValues(values);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}

/**
 * The means of actual and predicted wait times and of bounds, over the started jobs that have all predictions which
 * occur.
 * @param {readonly JobPrediction[]} jobs
 * @returns {{means: ReturnType<typeof meansOfJobs>, counted: number, started: number, sorts: ('wait'|'bound')[]}}
 *   counted: the number of these jobs; started: the number of all started jobs; sorts: the predictions of each counted
 *   job
 */
export function meanWaits(jobs) {
  const sorts = /** @type {('wait'|'bound')[]} */ (['wait', 'bound']).filter((sort) =>
    jobs.some(({ predicted }) => !Number.isNaN(predicted[sort])),
  );
  const started = jobs.filter(({ actual }) => !Number.isNaN(actual.wait));
  const counted = started.filter(({ predicted }) => !sorts.some((sort) => Number.isNaN(predicted[sort])));
  return { means: meansOfJobs(counted), counted: counted.length, started: started.length, sorts };
}

/** Names of predictions of wait times. */
const WAIT_NAMES = { wait: 'predicted wait', bound: 'bound' };

/**
 * The mean wait times and their set of jobs, as a sentence; empty before any job has started.
 * @param {string} variant empty if there is only one
 * @param {readonly JobPrediction[]} jobs
 */
export function meanWaitsText(variant, jobs) {
  const { means, counted, started, sorts } = meanWaits(jobs);
  if (means.actual === null) return '';
  const set =
    counted === started
      ? `the ${formatCount(started, 'started jobs')}`
      : `the ${formatNumber(counted)} of ${formatCount(started, 'started jobs')} with a ${sorts.map((sort) => WAIT_NAMES[sort]).join(' and a ')}`;
  const values = [
    `mean wait ${formatTime(means.actual)}`,
    ...sorts.map((sort) => `mean ${WAIT_NAMES[sort]} ${formatTime(sort === 'wait' ? means.predicted : means.bound)}`),
  ];
  return `${variant === '' ? '' : `${variant}, `}${set}: ${values.join(', ')}`;
}

/** The means over jobs. @param {readonly JobPrediction[]} jobs */
function meansOfJobs(jobs) {
  return {
    actual: meanOfKnown(jobs.map(({ actual }) => actual.wait)),
    predicted: meanOfKnown(jobs.map(({ predicted }) => predicted.wait)),
    bound: meanOfKnown(jobs.map(({ predicted }) => predicted.bound)),
  };
}

/**
 * The mean wait times and bounds by submit time, and the range of predicted wait times.
 * @param {readonly JobPrediction[]} jobs
 */
export function waitsOverTime(jobs) {
  const { x, intervals } = groupByInterval(jobs);
  const means = intervals.map(meansOfJobs);
  const ends = intervals.map((some) => {
    const waits = knownValues(some.map(({ predicted }) => predicted.wait));
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
 * @param {PredictionKind} sort
 */
export function accuracyOverTime(jobs, sort) {
  const { x, intervals } = groupByInterval(jobs);
  return { x, values: intervals.map((some) => meanOfKnown(some.map((job) => predictionAccuracy(job, sort)))) };
}

/**
 * The share of predictions with an accuracy of at most 0, 1, .., 100 %; empty without predictions.
 * @param {readonly JobPrediction[]} jobs
 * @param {PredictionKind} sort
 * @returns {number[]}
 */
export function accuracyDistribution(jobs, sort) {
  const accuracies = knownValues(jobs.map((job) => predictionAccuracy(job, sort)));
  if (accuracies.length === 0) return [];
  const counts = Array.from({ length: STEPS + 1 }, () => 0);
  for (const accuracy of accuracies) counts[Math.ceil(accuracy * STEPS)] = (counts[Math.ceil(accuracy * STEPS)] ?? 0) + 1;
  let sum = 0;
  return counts.map((count) => (sum += count) / accuracies.length);
}

/**
 * The jobs with the largest prediction errors, the largest first.
 * @param {readonly JobPrediction[]} jobs
 * @param {PredictionKind} sort
 * @param {number} most
 */
export function largestErrors(jobs, sort, most) {
  const error = (/** @type {JobPrediction} */ { predicted, actual }) => Math.abs(predicted[sort] - actual[sort]);
  return jobs
    .filter((job) => error(job) > 0)
    .sort((a, b) => error(b) - error(a))
    .slice(0, most);
}
