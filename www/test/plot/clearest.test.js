import { expect, it } from 'vitest';
import { clearest } from '../../src/plot/label-placement.js';

const range = { from: 0, to: 100 };

it('words stay where they cover nothing', () => {
  expect(clearest(95, 13, range, () => 0)).toBe(95);
});

it('words go to the nearest place that is free', () => {
  expect(clearest(95, 13, range, (place) => (place > 60 ? 4 : 0))).toBe(56);
  expect(clearest(20, 13, range, (place) => (place < 40 ? 4 : 0))).toBe(46);
});

it('words that have to cover something cover least', () => {
  expect(clearest(50, 13, range, (place) => (place === 24 ? 1 : 3))).toBe(24);
  expect(clearest(50, 13, range, () => 3)).toBe(50);
});
