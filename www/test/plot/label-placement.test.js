import { expect, it } from 'vitest';
import { clearestPosition } from '../../src/plot/label-placement.js';

const range = { from: 0, to: 100 };

it('words stay where they cover nothing', () => {
  expect(clearestPosition(95, 13, range, () => 0)).toBe(95);
});

it('words go to the nearest place that is free', () => {
  expect(clearestPosition(95, 13, range, (place) => (place > 60 ? 4 : 0))).toBe(56);
  expect(clearestPosition(20, 13, range, (place) => (place < 40 ? 4 : 0))).toBe(46);
});

it('words that have to cover something cover least', () => {
  expect(clearestPosition(50, 13, range, (place) => (place === 24 ? 1 : 3))).toBe(24);
  expect(clearestPosition(50, 13, range, () => 3)).toBe(50);
});
