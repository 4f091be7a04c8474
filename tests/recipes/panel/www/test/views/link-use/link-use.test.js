import { expect, it } from 'vitest';
import { linkUses } from '../../../src/views/link-use/link-use.js';

const ROWS = {
  columns: {
    time_s: Float64Array.of(0, 0, 15, 30),
    from: Float64Array.of(0, 1, 0, 0),
    to: Float64Array.of(1, 0, 1, 1),
    used: Float64Array.of(0.5, 0.1, 1, 0),
    messages: Float64Array.of(2, 1, 5, 0),
  },
  names: {},
  because: [],
};

it('gives the mean use and the most messages of each link', () => {
  expect(linkUses(ROWS, 1000)).toEqual([
    { from: 0, to: 1, mean: 0.5, messages: 5 },
    { from: 1, to: 0, mean: 0.1, messages: 1 },
  ]);
});

it('counts no sample after the playhead', () => {
  expect(linkUses(ROWS, 0).map(({ mean, messages }) => [mean, messages])).toEqual([
    [0.5, 2],
    [0.1, 1],
  ]);
});
