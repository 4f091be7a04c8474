import { expect, it } from 'vitest';
import { sizeClasses } from '../../../src/views/bag-sizes/bag-sizes.js';

const ROWS = {
  columns: {
    tasks: Float64Array.of(1, 2, 4, 20, 1),
    submit_s: Float64Array.of(0, 10, 20, 30, 40),
    end_s: Float64Array.of(60, 40, 90, 500, NaN),
  },
  names: {},
  because: [],
};

it('counts only bags completed by the playhead', () => {
  expect(sizeClasses(ROWS, 59).map(({ name, bags }) => [name, bags])).toEqual([['2 to 4 tasks', 1]]);
});

it('gives the mean response time of each class', () => {
  expect(sizeClasses(ROWS, 1000)).toEqual([
    { name: '1 task', bags: 1, response_s: 60 },
    { name: '2 to 4 tasks', bags: 2, response_s: 50 },
    { name: '17 or more tasks', bags: 1, response_s: 470 },
  ]);
});
