import { expect, it } from 'vitest';
import { layoutRegrets, nearestBar } from '../../src/forks/regret-layout.js';
import { namedBars, regretCsv, regretText } from '../../src/forks/regret-strip.js';

const regrets = [
  { number: 1, start_s: 0, change_s: 60 },
  { number: 2, start_s: 50, change_s: -30 },
  { number: 3, start_s: 50, change_s: 0 },
  { number: 4, start_s: 100, change_s: NaN },
];
const layout = layoutRegrets(regrets, { from_s: 0, to_s: 100 }, { width: 200, height: 90 });

it('bars above 0 raise the mean wait, bars below lower it', () => {
  expect(layout.bars.map(({ kind }) => kind)).toEqual(['raises', 'lowers', 'none', 'unknown']);
  expect(layout.zero).toBe(60);
  expect(layout.bars[0]).toMatchObject({ x: -3, y: 0, w: 6, h: 60 });
  expect(layout.bars[1]).toMatchObject({ x: 97, y: 60, h: 30 });
  expect(layout.ticks.some(({ value_s }) => value_s === 0)).toBe(true);
});

it('of bars at the same time the larger one is hit', () => {
  expect(nearestBar(layout.bars, 103)).toBe(1);
  expect(nearestBar(layout.bars, 5)).toBe(0);
  expect(nearestBar([], 5)).toBe(-1);
});

it('the largest bars have names where these have room', () => {
  expect(namedBars(regrets, layout.bars)).toEqual([0, 1]);
  const beside = regrets.map((regret) => ({ ...regret, change_s: 60 }));
  const bars = beside.map((_, at) => ({ x: 10 * at, kind: 'raises' }));
  expect(namedBars(beside, bars)).toEqual([0]);
});

it('a regret has a text and a line of CSV', () => {
  expect(regrets.map(({ change_s }) => regretText(change_s))).toEqual([
    'mean wait 1 min more',
    'mean wait 30 s less',
    'no effect on the mean wait',
    'not computed yet',
  ]);
  expect(regretCsv(regrets.slice(2))).toBe('job,start_s,change_of_mean_wait_s\r\n3,50,0\r\n4,100,\r\n');
});
