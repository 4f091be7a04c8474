import { describe, expect, it } from 'vitest';
import { createGrid, pointIndex, pointsOf, quartileBox, runIndex, seedsIn } from '../../src/study/axis-grid.js';

/** @import { Part } from '../../src/study/axis-grid.js' */

const axis = (/** @type {string} */ name, /** @type {(string|number)[]} */ labels) => ({
  name,
  unit: '',
  labels: labels.map(String),
  values: labels.map((label) => (typeof label === 'number' ? label : NaN)),
});

/** @param {...ReturnType<typeof axis>} axes @returns {Part} */
const part = (...axes) => ({
  name: '',
  axes,
  seeds: 3,
  first: 0,
  points: axes.reduce((product, { labels }) => product * labels.length, 1),
  measures: [],
  steady: [],
});

const load = axis('load', [0.5, 0.7, 0.9]);
const policy = axis('policy', ['FCFS', 'EASY']);

describe('the axes of a study', () => {
  it('numbers go across, names become lines', () => {
    const grid = createGrid(part(load, policy));
    expect([grid.across, grid.up, grid.words, grid.compared]).toEqual([0, -1, [1], 1]);
    expect(grid.series.map(({ name }) => name)).toEqual(['FCFS', 'EASY']);
    expect(pointsOf(grid, 1)).toEqual([1, 3, 5]);
  });

  it('a second axis of numbers is held at one value', () => {
    const grid = createGrid(part(policy, load, axis('nodes', [8, 16])), [0, 0, 1]);
    expect([grid.across, grid.up, grid.held]).toEqual([1, 2, [2]]);
    expect(pointsOf(grid, 0)).toEqual([1, 3, 5]);
    expect(pointIndex(grid.part, [1, 2, 1])).toBe(11);
  });

  it('without axes there is one line of one point', () => {
    const grid = createGrid(part());
    expect(grid.series).toEqual([{ name: '', levels: [] }]);
    expect(pointsOf(grid, 0)).toEqual([0]);
    expect(grid.compared).toBe(-1);
  });
});

describe('the runs of a study', () => {
  it('are numbered seed by seed', () => {
    const whole = { ...part(load, policy), first: 100 };
    expect(runIndex(whole, 4, 2)).toBe(116);
  });

  it('a seed is in when every point has it', () => {
    const one = part(policy);
    const made = new Float64Array([1]);
    expect(seedsIn(one, [made, made, made])).toBe(1);
    expect(seedsIn(one, [made, undefined, made, made])).toBe(0);
    expect(
      seedsIn(
        one,
        Array.from({ length: 6 }, () => made),
      ),
    ).toBe(3);
  });
});

it('a box has the quartiles of what is there', () => {
  expect(quartileBox([5, null, 1, 2, 4, 3])).toEqual({ low: 1, q1: 2, median: 3, q3: 4, high: 5 });
  expect(quartileBox([null])).toBeUndefined();
});
