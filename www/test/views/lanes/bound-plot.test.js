// The bound of the size of a task, as it comes down to the truth.
import { expect, it } from 'vitest';
import { boundAt, listEstimations } from '../../../src/views/lanes/bound-plot.js';

it('approaches the actual work by the same factor in the same time', () => {
  // 300 above the truth at first, 3 in the end: 30 in the middle.
  const step = { from: 400, to: 103, truth: 100 };
  expect([0, 0.5, 1].map((share) => boundAt(step, share))).toEqual([400, 130, 103]);
  expect([0, 1].map((share) => boundAt({ from: 100, to: 100, truth: 100 }, share))).toEqual([100, 100]);
});

it('shows bounds as time on a machine of the first queue, with the limit of each queue', () => {
  const bounds = [
    { queue: 'Q1', since_s: 10, at_s: 21, first_s: 800, bound_s: 400, truth_s: 200, limit_s: 360 },
    { queue: 'Q2', since_s: 40, at_s: 140, first_s: 800, bound_s: 440, truth_s: 400, limit_s: 5000 },
  ];
  const queues = [
    { name: 'Q1', speed: 0.8, largest_s: 360 },
    { name: 'Q2', speed: 0.4, largest_s: null },
  ];
  expect(listEstimations(/** @type {any} */ ({ bounds, queues }))).toEqual([
    { queue: 'Q1', took: 11, from: 800, to: 400, truth: 200, limit: 360 },
    { queue: 'Q2', took: 100, from: 400, to: 220, truth: 200, limit: null },
  ]);
});
