import { expect, it } from 'vitest';
import { layoutDots } from '../../src/morph/morph-dots.js';

/** @param {number} number @param {number} from @param {number} to @param {number} nodes @param {number} rank @returns {any} */
const move = (number, from, to, nodes, rank) => ({ number, start_s: [from, to], nodes, rank, stays: from === to });

it('dots are at the changes of starts, and stacked where they meet', () => {
  const { dots, high, ticks } = layoutDots([move(1, 100, 0, 4, 0), move(2, 50, 50, 1, 0.5), move(3, 200, 100, 4, 1)], 0.5, 124);
  expect(dots.map(({ number }) => number)).toEqual([1, 3, 2]);
  expect(dots[0]).toMatchObject({ x: 12, y: 6, r: 6, state: 'placed' });
  expect(dots[1]).toMatchObject({ x: 12, y: 18, state: 'following' });
  expect(dots[2]).toMatchObject({ x: 112, y: 3, r: 3, state: 'placed' });
  expect(high).toBe(24);
  expect(ticks.at(-1)).toEqual({ x: 112, value_s: 0 });
});

it('without jobs there are no dots', () => {
  expect(layoutDots([], 0, 100).dots).toEqual([]);
});
