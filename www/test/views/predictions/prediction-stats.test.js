import { expect, test } from 'vitest';
import {
  accuracyDistribution,
  accuracyOverTime,
  largestErrors,
  meanWaits,
  meanWaitsText,
  predictionAccuracy,
  predictionsAt,
  waitsOverTime,
} from '../../../src/views/predictions/prediction-stats.js';

const N = NaN;

/** Five jobs: one without a class, one that waits 90 s, one of which nothing came yet. */
const ROWS = {
  columns: {
    id: Float64Array.of(0, 1, 2, 3, 4),
    submit_s: Float64Array.of(0, 100, 100, 200, 400),
    predicted_run_s: Float64Array.of(N, 20, 30, 40, 10),
    run_s: Float64Array.of(50, 40, 30, 10, N),
    predicted_wait_s: Float64Array.of(0, 0, 45, 8, 5),
    wait_s: Float64Array.of(0, 0, 90, 4, N),
    bound_s: Float64Array.of(N, 100, 100, 0, N),
  },
  names: {},
  because: [],
};

test('what is not over by the playhead is not known', () => {
  expect(predictionsAt(ROWS, 99).map(({ id }) => id)).toEqual([0]);
  const at = predictionsAt(ROWS, 150);
  expect(at.map(({ actual }) => [actual.wait, actual.run])).toEqual([
    [0, 50],
    [0, 40],
    [N, N],
  ]);
  const [, , waits] = predictionsAt(ROWS, 195);
  expect([waits?.actual.wait, waits?.actual.run]).toEqual([90, N]);
});

test('accuracy is the shorter by the longer', () => {
  const jobs = predictionsAt(ROWS, Infinity);
  expect(jobs.map((job) => predictionAccuracy(job, 'run'))).toEqual([N, 0.5, 1, 0.25, N]);
  // Jobs that did not wait do not count for waits, but for bounds.
  expect(jobs.map((job) => predictionAccuracy(job, 'wait'))).toEqual([N, N, 0.5, 0.5, N]);
  expect(jobs.map((job) => predictionAccuracy(job, 'bound'))).toEqual([N, 0, 0.9, 0, N]);
});

test('wait times over time have the band of predictions', () => {
  const { x, actual, predicted, low, high, bound } = waitsOverTime(predictionsAt(ROWS, Infinity));
  const at = actual.indexOf(45);
  expect(x[at]).toBeGreaterThanOrEqual(98.7);
  expect(x[at]).toBeLessThanOrEqual(102.6);
  expect([predicted[at], low[at], high[at], bound[at]]).toEqual([22.5, 0, 45, 100]);
  expect(actual.filter((value) => value !== null)).toEqual([0, 45, 4]);
  expect(waitsOverTime(predictionsAt(ROWS, 50)).x).toEqual([]);
});

test('mean wait times and their predictions are of the same jobs', () => {
  // One has no bound, and one has not started.
  const sorts = ['wait', 'bound'];
  const all = meanWaits(predictionsAt(ROWS, Infinity));
  expect(all).toEqual({ means: { actual: 94 / 3, predicted: 53 / 3, bound: 200 / 3 }, counted: 3, started: 4, sorts });
  // Until 190 s the job that waits is only predicted.
  expect(meanWaits(predictionsAt(ROWS, 150))).toEqual({ means: { actual: 0, predicted: 0, bound: 100 }, counted: 1, started: 2, sorts });
  expect(meanWaits([])).toEqual({ means: { actual: null, predicted: null, bound: null }, counted: 0, started: 0, sorts: [] });
});

test('the sentence of mean wait times names the variant and the set of jobs', () => {
  expect(meanWaitsText('EASY', predictionsAt(ROWS, Infinity))).toBe(
    'EASY, the 3 of 4 started jobs with a predicted wait and a bound: mean wait 31.3 s, mean predicted wait 17.7 s, mean bound 1 min 7 s',
  );
  const complete = { ...ROWS, columns: { ...ROWS.columns, bound_s: Float64Array.of(N, N, N, N, N) } };
  expect(meanWaitsText('', predictionsAt(complete, Infinity))).toBe('the 4 started jobs: mean wait 23.5 s, mean predicted wait 13.3 s');
  expect(meanWaitsText('EASY', [])).toBe('');
});

test('accuracy over time and by the share of jobs', () => {
  const jobs = predictionsAt(ROWS, Infinity);
  expect(accuracyOverTime(jobs, 'run').values.filter((value) => value !== null)).toEqual([0.75, 0.25]);
  const shares = accuracyDistribution(jobs, 'run');
  expect([shares[0], shares[24], shares[25], shares[50], shares[99], shares[100]]).toEqual([0, 0, 1 / 3, 2 / 3, 2 / 3, 1]);
  expect(accuracyDistribution(predictionsAt(ROWS, 0), 'run')).toEqual([]);
});

test('the largest error is first, and exact predictions are omitted', () => {
  const jobs = predictionsAt(ROWS, Infinity);
  expect(largestErrors(jobs, 'wait', 9).map(({ id }) => id)).toEqual([2, 3]);
  expect(largestErrors(jobs, 'run', 1).map(({ id }) => id)).toEqual([3]);
});
