import { expect, it } from 'vitest';
import { ease, movedBars, namedBars, positionsBetween, trailsOf } from '../../src/edits/bar-positions.js';

const bar = (/** @type {string} */ name, x = 0, y = 0, w = 40, h = 40) => ({ name, x, y, w, h });
const byName = (/** @type {ReturnType<typeof bar>[]} */ ...bars) => new Map(bars.map((one) => [one.name, one]));

it('bars are named by their labels, in CSS pixels', () => {
  const label = { text: '7', x: 20, y: 10, w: 60, h: 8, shift: '', light: false, ties: [] };
  expect([...namedBars([label], 2).values()]).toEqual([bar('7', 10, 5, 30, 4)]);
});

it('bars that moved glide from where they were, except the held one', () => {
  const before = byName(bar('1', 0), bar('2', 50), bar('3', 90));
  const now = byName(bar('1', 30), bar('2', 51), bar('3', 190), bar('4', 10));
  const moves = movedBars(before, now, '3');
  expect(moves.map(({ bar, x }) => [bar.name, x, bar.x])).toEqual([['1', 0, 30]]);
  expect(positionsBetween(moves, 0.5).get('1')).toEqual({ x: 15, y: 0 });
});

it('a glide is fast at first and ends at its end', () => {
  expect([ease(0), ease(1), ease(2), ease(-1)]).toEqual([0, 1, 1, 0]);
  expect(ease(0.5)).toBeGreaterThan(0.8);
});

it('the largest bars that start elsewhere leave trails', () => {
  const bars = [
    bar('1', 100),
    bar('2', 100, 0, 20),
    bar('3', 5),
    ...Array.from({ length: 20 }, (_, at) => bar(String(at + 10), 100, 0, 30 + at, 80)),
  ];
  const before = new Map(bars.map(({ name }) => [Number(name), 0]));
  const now = new Map(bars.map(({ name, x }) => [Number(name), x]));
  const trails = trailsOf(bars, { before, now, held: 29 }, (time_s) => time_s);
  // Job 2 is narrow, job 3 hardly moved, job 29 is held, and of the others 15 are drawn.
  expect(trails).toHaveLength(15);
  expect(trails[0]).toEqual({ from: 0, to: 100, y: 11 });
  expect(trailsOf([bar('1', 100, 8, 40, 20)], { before, now, held: 0 }, (time_s) => time_s)).toEqual([{ from: 0, to: 100, y: 13 }]);
});
