import { expect, it } from 'vitest';
import { markedBars } from '../../src/forks/fork-watch.js';

/** @param {number} count @returns {any[]} */
const jobs = (count) => Array.from({ length: count }, (_, at) => ({ subject: at, number: at + 1, start_s: at, end_s: at + 10 }));

it('bars after the fork are the same, or differ, and that of the fork is last', () => {
  /** @type {any} */
  const difference = { moved: [{ number: 15 }, { number: 16 }], past_s: 12 };
  const { ids, same } = markedBars(jobs(20), difference, 15);
  expect(same).toBe(15);
  expect(ids.slice(0, 3)).toEqual([3, 4, 5]);
  expect(ids.slice(same)).toEqual([15, 14]);
});

it('of many bars only those that differ are marked, of very many only that of the fork', () => {
  const moved = (/** @type {number} */ count) => Array.from({ length: count }, (_, at) => ({ number: at + 1 }));
  /** @type {any} */
  const some = { moved: moved(200), past_s: 0 };
  expect(markedBars(jobs(400), some, 1)).toMatchObject({ same: 0 });
  expect(markedBars(jobs(400), some, 1).ids).toHaveLength(200);
  /** @type {any} */
  const all = { moved: moved(400), past_s: 0 };
  expect(markedBars(jobs(400), all, 1).ids).toEqual([0]);
});
