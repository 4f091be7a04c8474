import { expect, it } from 'vitest';
import { forkWindow } from '../../src/commands/forks.js';

it('the window of a fork begins a little before it', () => {
  const window = forkWindow(1000, 2000);
  expect(window?.to_s).toBe(2050);
  expect((1000 - (window?.from_s ?? 0)) / ((window?.to_s ?? 0) - (window?.from_s ?? 0))).toBeCloseTo(0.15);
  expect(forkWindow(10, 2000)?.from_s).toBe(0);
});

it('a fork without a moment shows all', () => {
  expect(forkWindow(NaN, 2000)).toBe(null);
  expect(forkWindow(3000, 2000)).toBe(null);
});
