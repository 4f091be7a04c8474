import { describe, expect, it } from 'vitest';
import { joinSteps, quantile, suitsLogarithm } from '../../src/plot/distribution-curves.js';

const curve = { x: [0, 10, 20, 1000], y: [0.25, 0.5, 0.75, 1] };

describe('percentiles', () => {
  it('are the smallest value that enough do not exceed', () => {
    expect([0.1, 0.25, 0.26, 0.5, 0.9, 1].map((p) => quantile(curve, p))).toEqual([0, 0, 10, 10, 1000, 1000]);
    expect(quantile({ x: [], y: [] }, 0.5)).toBeUndefined();
  });

  it('bear with rounding', () => {
    expect(quantile({ x: [1, 2], y: [0.1 + 0.2, 1] }, 0.3)).toBe(1);
    expect(quantile({ x: [1, 2], y: [0.3 - 1e-15, 1] }, 0.3)).toBe(1);
  });
});

describe('curves on one axis', () => {
  it('hold their share until the next step', () => {
    const other = { x: [15], y: [1] };
    expect(joinSteps([curve, other], false)).toEqual([
      [0, 10, 15, 20, 1000],
      [0.25, 0.5, 0.5, 0.75, 1],
      [0, 0, 1, 1, 1],
    ]);
  });

  it('keep the share of what a logarithmic axis cannot show', () => {
    expect(joinSteps([curve], true)).toEqual([
      [10, 20, 1000],
      [0.5, 0.75, 1],
    ]);
  });
});

it('has a logarithmic axis if values span decades', () => {
  expect(suitsLogarithm([curve])).toBe(false);
  expect(suitsLogarithm([{ x: [1, 5, 10_000], y: [0.3, 0.6, 1] }])).toBe(true);
  expect(suitsLogarithm([{ x: [0, 10_000], y: [0.6, 1] }])).toBe(false);
});
