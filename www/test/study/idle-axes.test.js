import { expect, it } from 'vitest';
import { idleAxes, idleAxesText } from '../../src/study/idle-axes.js';

/** @import { Part } from '../../src/study/axis-grid.js' */

const axis = (/** @type {string} */ name, /** @type {number[]} */ values) => ({ name, unit: '', labels: values.map(String), values });

/** @type {Part} */
const part = {
  name: '',
  axes: [axis('reservation depth', [1, 2, 3]), axis('load', [0.5, 0.9])],
  seeds: 2,
  first: 0,
  points: 6,
  measures: [],
  steady: [],
};

// The results differ by load and seed, not by depth.
const outcomes = Array.from({ length: 12 }, (_, run) => [run % 2, Math.floor(run / 6), NaN]);

it('an axis along which all runs have the same results has no effect', () => {
  expect(idleAxes(part, outcomes)).toEqual([0]);
  expect(idleAxesText(part, outcomes)).toBe('Reservation depth has no effect here: all 3 values give the same results.');
});

it('one other run is an effect, and missing runs decide nothing', () => {
  expect(idleAxes(part, outcomes.with(4, [7, 0, NaN]))).toEqual([]);
  expect(idleAxesText(part, outcomes.slice(0, 11))).toBe('');
});
