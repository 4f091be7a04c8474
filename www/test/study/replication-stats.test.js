import { expect, it } from 'vitest';
import {
  differsSignificantly,
  lowestCounts,
  meanInterval,
  pairedCounts,
  rankText,
  spreadScale,
  tQuantile,
} from '../../src/study/replication-stats.js';

it('the quantile of the t distribution continues its table', () => {
  expect(tQuantile(19)).toBeCloseTo(2.093, 4);
  // Tables give 2.0395 for 31 and 2.0117 for 47 degrees of freedom.
  expect(tQuantile(31)).toBeCloseTo(2.0395, 3);
  expect(tQuantile(47)).toBeCloseTo(2.0117, 3);
});

it('a mean has an interval from two values on, and unknown values are omitted', () => {
  expect(meanInterval([null])).toBeNull();
  expect(meanInterval([4, null])).toEqual({ mean: 4, low: Number.NaN, high: Number.NaN, count: 1 });
  const { mean, low, high, count } = meanInterval([1, 2, 3, 4, 5]) ?? {};
  expect([mean, count]).toEqual([3, 5]);
  expect(low).toBeCloseTo(3 - (2.7764 * Math.sqrt(2.5)) / Math.sqrt(5), 6);
  expect(high).toBeCloseTo(3 + (2.7764 * Math.sqrt(2.5)) / Math.sqrt(5), 6);
});

it('equal values count for neither side', () => {
  expect(pairedCounts([1, 2, 3, null], [2, 2, 1, 4])).toEqual({ fewer: 1, more: 1, runs: 3 });
});

it('a difference is significant if its paired interval excludes 0', () => {
  expect(differsSignificantly([1, 2, 3, 4, 5], [2.1, 3, 3.9, 5, 6.1])).toBe(true);
  expect(differsSignificantly([1, 2, 3, 4, 5], [5, 4, 3, 2, 1])).toBe(false);
});

it('the lowest variant is counted in the replications that all variants have', () => {
  const counts = lowestCounts([
    [3, 3, 3, 3],
    [1, 2, 3, null],
    [2, 1, 4, 1],
  ]);
  expect(counts.map(({ runs, lowest }) => [runs, lowest])).toEqual([
    [3, 0],
    [3, 1],
    [3, 1],
  ]);
});

it('a scale is logarithmic for a value far above the median and for means far apart', () => {
  const even = spreadScale([
    [1, 2, 3],
    [2, 3, 4],
  ]);
  expect([even.log, even.to(1), even.to(4), even.to(2.5)]).toEqual([false, 0, 1, 0.5]);
  const skewed = spreadScale([[1, 2, 3, 100]]);
  expect(skewed.log).toBe(true);
  expect(skewed.to(10)).toBeCloseTo(0.5, 6);
  expect(
    spreadScale([
      [1, 1, 1],
      [50, 50, 50],
    ]).log,
  ).toBe(true);
  // A value of 0 lies at the end, and equal values in the middle.
  expect(spreadScale([[0, 1, 100]]).to(0)).toBe(0);
  expect(spreadScale([[7, 7]]).to(7)).toBe(0.5);
  expect(spreadScale([[-5, 1, 100]]).log).toBe(false);
});

it('the run on screen lies on the scale but does not decide its kind', () => {
  const scale = spreadScale([[1, 2, 3]], [100]);
  expect([scale.log, scale.to(100)]).toEqual([false, 1]);
});

it('a value has its place in words', () => {
  const waits = [10, 20, 30, 40];
  expect(rankText(40, waits, 's')).toBe('the longest');
  expect(rankText(30, waits, 's')).toBe('the second longest');
  expect(rankText(10, waits, '%')).toBe('the lowest');
  expect(rankText(5, [5, 5], '')).toBe('');
});
