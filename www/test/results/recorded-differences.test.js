import { describe, expect, it } from 'vitest';
import { differencePlot, reduceDifferences, SINGLE_JOBS, tableParts } from '../../src/results/recorded-differences.js';

const row = (/** @type {number} */ submit_s, /** @type {number|null} */ delay_s) => ({ submit_s, delay_s });

describe('differences to recorded starts', () => {
  it('are points where there are few jobs, in order of submission', () => {
    const { x, y, low, jobs } = reduceDifferences([row(5, -3), row(1, 2), row(2, null)]);
    expect([x, y, low, jobs]).toEqual([[1, 5], [2, -3], [], 2]);
  });

  it('are medians with percentiles where there are many', () => {
    const rows = Array.from({ length: 1000 }, (_, at) => row(at, at % 10));
    const { x, y, low, high, jobs } = reduceDifferences(rows);
    expect([x.length, jobs]).toEqual([100, 1000]);
    expect([x[0], y[0], low[0], high[0]]).toEqual([4.5, 4, 0, 8]);
    expect(reduceDifferences(rows.slice(0, SINGLE_JOBS)).x).toHaveLength(SINGLE_JOBS);
    expect(reduceDifferences(rows.slice(0, SINGLE_JOBS + 1)).y.every(Number.isFinite)).toBe(true);
  });

  it('are read in full, or in blocks at equal distances', () => {
    expect(tableParts(7, 20, 3)).toEqual([
      { first: 0, count: 3 },
      { first: 3, count: 3 },
      { first: 6, count: 1 },
    ]);
    expect(tableParts(100, 20, 5).map(({ first }) => first)).toEqual([0, 25, 50, 75]);
    expect(tableParts(0, 20, 5)).toEqual([]);
  });

  it('are a plot with the line of no difference', () => {
    const differences = reduceDifferences([row(0, 10), row(60, 40)]);
    const plot = differencePlot([{ name: 'EASY', token: 'variant-1', dash: [], differences }]);
    expect(plot.y.ends?.(10, 40)).toEqual([0, 40]);
    expect(plot.rules).toEqual([{ y: 0 }]);
    expect(plot.lines[0]).toMatchObject({ name: 'EASY', marked: true, x: [0, 60], y: [10, 40] });
  });
});
