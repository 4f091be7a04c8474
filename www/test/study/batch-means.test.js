import { expect, it } from 'vitest';
import { batchMeans, batchPeriod, dependOnEachOther, independentBatches, readJobColumns } from '../../src/study/batch-means.js';
import { lowestCounts } from '../../src/study/replication-stats.js';

const DAY_S = 86400;

it('full weeks are batches; with fewer than five, days; with fewer than five of those, nothing', () => {
  expect(batchPeriod([100, 100 + 40 * DAY_S])).toEqual({ unit: 'weeks', step_s: 7 * DAY_S, first_s: 100, count: 5 });
  expect(batchPeriod([0, 34 * DAY_S])).toEqual({ unit: 'days', step_s: DAY_S, first_s: 0, count: 34 });
  expect(batchPeriod([0, 4 * DAY_S])).toBeNull();
  expect(batchPeriod([])).toBeNull();
});

it('a batch mean is that of the jobs submitted in it; jobs after the last full batch are omitted', () => {
  const jobs = {
    submit_s: [0, 10, DAY_S, DAY_S + 1, 2 * DAY_S + 5],
    wait_s: [10, 30, 100, Number.NaN, 7],
    run_s: [5, 20, 100, 50, 1],
  };
  const means = batchMeans(jobs, { step_s: DAY_S, first_s: 0, count: 2 });
  expect(means.wait).toEqual([20, 100]);
  // (10 + 5) / 10 and (30 + 20) / 20 with the bound of 10 s.
  expect(means['bounded-slowdown']).toEqual([2, 2]);
  expect(batchMeans(jobs, { step_s: DAY_S / 2, first_s: 0, count: 2 }).wait).toEqual([20, null]);
});

it('the columns of the table of jobs are found by name, and quoted cells may contain commas', () => {
  const csv = 'id,name,submit_s,wait_s,run_s\r\n1,a,0,5,10\r\n2,"b, ""c""",60,,\r\n';
  expect(readJobColumns(csv)).toEqual({ submit_s: [0, 60], wait_s: [5, Number.NaN], run_s: [10, Number.NaN] });
});

/** Numbers between 0 and 1 without a pattern, the same at each call. @param {number} count */
function noise(count) {
  let state = 12345;
  return Array.from({ length: count }, () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  });
}

/** The means of batches of so many values. @param {readonly number[]} values @param {number} size */
const grouped = (values, size) =>
  Array.from(
    { length: Math.floor(values.length / size) },
    (_, at) => values.slice(at * size, (at + 1) * size).reduce((sum, value) => sum + value, 0) / size,
  );

it('weeks with a trend depend on each other, weeks without a pattern do not', () => {
  expect(dependOnEachOther(noise(48))).toBe(false);
  expect(dependOnEachOther(Array.from({ length: 48 }, (_, at) => at))).toBe(true);
  expect(dependOnEachOther(Array(48).fill(3))).toBe(false);
});

it('variants that cannot be tested are neither equal nor different', () => {
  const [first] = lowestCounts(
    [
      [1, 2],
      [2, 3],
    ],
    () => null,
  );
  expect([first?.certain, first?.apart1]).toEqual([0, null]);
});

it('batches are doubled until they are independent; otherwise there is no interval', () => {
  expect(independentBatches((size) => grouped(noise(48), size))?.size).toBe(1);
  // Four weeks in a row have nearly the same mean.
  const fours = noise(16).flatMap((value) => Array(4).fill(value));
  const found = independentBatches((size) => grouped(fours, size));
  expect([found?.size, found?.interval.count]).toEqual([4, 16]);
  // A slow swing of the whole log: at six batches of eight weeks the test ends without an interval.
  const swing = Array.from({ length: 48 }, (_, at) => Math.sin(at / 8) + noise(48)[at] / 10);
  expect(independentBatches((size) => grouped(swing, size))).toBeNull();
  expect(independentBatches((size) => grouped([1, 5, 2, 6, 1, 7, 3], size))).toBeNull();
});
