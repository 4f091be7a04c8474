import { describe, expect, it } from 'vitest';
import { axisTop, idealShade } from '../../../src/views/iterations/iteration-plots.js';
import { groupRounds, orderTasks, roundsAt, roundsOfApplication, timeBands, workerChanges } from '../../../src/views/iterations/rounds.js';

/** @import { Round } from '../../../src/engine/types.js' */

/**
 * Round `number` lasts from 10 (number - 1) to 10 number.
 * @param {number} number
 * @param {Partial<Round>} [more]
 * @returns {Round}
 */
const round = (number, more = {}) => ({
  application: 0,
  number,
  group: number,
  start_s: 10 * (number - 1),
  end_s: 10 * number,
  tasks: 4,
  wanted: 4,
  extra: 0,
  held: 4,
  most_held: 4,
  stable: true,
  copies: 0,
  efficiency: 0.5,
  time_s: 10,
  ratio: 20,
  achievable: 2,
  suspensions: 0,
  losses: 0,
  next: 4,
  rule: 'rule',
  text: `after ${number}`,
  ...more,
});
const known = (/** @type {Round[]} */ ...rounds) =>
  groupRounds({
    applications: [
      { subject: 0, name: 'a' },
      { subject: 1, name: 'b' },
    ],
    rounds,
  });

describe('the rounds at a moment', () => {
  const rounds = roundsOfApplication(known(round(1), round(1, { application: 1 }), round(2), round(3, { end_s: null })), 0);

  it('are those of the application, with their places among all', () => {
    expect(rounds.map(({ number, place }) => [number, place])).toEqual([
      [1, 0],
      [2, 2],
      [3, 3],
    ]);
    expect(roundsOfApplication(null, 0)).toEqual([]);
  });

  it('are no more than had begun', () => {
    const numbers = (/** @type {number} */ now) => {
      const { begun, current, over } = roundsAt(rounds, now);
      return [begun.length, current?.number, over.length];
    };
    expect(numbers(-1)).toEqual([0, undefined, 0]);
    expect(numbers(0)).toEqual([1, 1, 0]);
    expect(numbers(5)).toEqual([1, 1, 0]);
    // At its end a round is still the current one: it can be seen what came out of it.
    expect(numbers(10)).toEqual([1, 1, 1]);
    expect(numbers(10.5)).toEqual([2, 2, 1]);
    expect(numbers(99)).toEqual([3, 3, 2]);
  });
});

describe('the rules', () => {
  const over = roundsOfApplication(
    known(round(1, { wanted: 6, extra: 2, next: 3 }), round(2, { wanted: 3, next: 3 }), round(3, { wanted: 3, next: null })),
    0,
  );

  it('are listed for each change, the newest first', () => {
    expect(workerChanges(over, false).map(({ round: { number }, from, to, text }) => [number, from, to, text])).toEqual([
      [1, 4, 3, 'after 1'],
    ]);
    expect(workerChanges(over, true).map(({ round: { number } }) => number)).toEqual([2, 1]);
  });
});

describe('bands in time', () => {
  const rounds = roundsOfApplication(known(...Array.from({ length: 100 }, (_, i) => round(i + 1))), 0);

  it('begin and end with their rounds, up to the playhead', () => {
    const bands = timeBands(rounds, { from_s: 5, to_s: 45, now_s: 28, width: 400 });
    expect(bands.map(({ x, w, text, shaded }) => [x, w, text, shaded])).toEqual([
      [-50, 100, '1', false],
      [50, 100, '2', true],
      [150, 80, '3', false],
    ]);
    expect(timeBands(rounds, { from_s: 0, to_s: 10, now_s: 0, width: 100 })).toEqual([]);
    expect(timeBands([], { from_s: 0, to_s: 10, now_s: 5, width: 100 })).toEqual([]);
  });

  it('are never narrower than can be seen: several rounds make one', () => {
    const bands = timeBands(rounds, { from_s: 0, to_s: 1000, now_s: 1000, width: 400 });
    expect(bands.map(({ text }) => text).slice(0, 3)).toEqual(['1', '6', '11']);
    expect(Math.min(...bands.map(({ w }) => w))).toBeGreaterThanOrEqual(12);
    expect(bands.at(-1)).toMatchObject({ x: 380, w: 20 });
  });

  it('differ in how many rounds they are of, and stay where they are when the window moves', () => {
    // Fifty long ones and fifty short ones.
    const start = (/** @type {number} */ i) => (i <= 50 ? 10 * i : 500 + (i - 50));
    const uneven = roundsOfApplication(
      known(...Array.from({ length: 100 }, (_, i) => round(i + 1, { start_s: start(i), end_s: start(i + 1) }))),
      0,
    );
    const bands = timeBands(uneven, { from_s: 0, to_s: 550, now_s: 550, width: 1100 });
    expect(bands.map(({ text }) => text)).toEqual([...Array.from({ length: 50 }, (_, i) => String(i + 1)), '51', '61', '71', '81', '91']);
    const moved = timeBands(uneven, { from_s: 303, to_s: 853, now_s: 550, width: 1100 });
    const old = new Map(bands.map((band) => [band.text, band.shaded]));
    expect(moved.every(({ text, shaded }) => old.get(text) === shaded)).toBe(true);
    expect(moved[0]).toMatchObject({ text: '31', x: -6, w: 20 });
  });

  it('are as wide as there is room for however many rounds there are', () => {
    const many = roundsOfApplication(known(...Array.from({ length: 5000 }, (_, i) => round(i + 1))), 0);
    expect(timeBands(many, { from_s: 0, to_s: 50_000, now_s: 50_000, width: 600 }).length).toBeLessThanOrEqual(50);
  });
});

describe('the list of tasks', () => {
  const task = (/** @type {number} */ number, /** @type {number|null} */ place_before, took_s = 0) => ({
    subject: 100 + number,
    number,
    took_s,
    normalised_s: took_s,
    place_before,
  });

  it('lists the movement, the known duration and the replicas of each task', () => {
    const now = [task(3, 2), task(1, 0), task(2, null)];
    const before = [task(1, null, 8), task(3, null, 9)];
    expect(orderTasks(now, before, 1)).toEqual([
      { subject: 103, number: 3, place: 0, moved: 2, took_s: 9, copied: true },
      { subject: 101, number: 1, place: 1, moved: -1, took_s: 8, copied: false },
      { subject: 102, number: 2, place: 2, moved: null, took_s: null, copied: false },
    ]);
    expect(orderTasks(now, undefined, 0).map(({ took_s }) => took_s)).toEqual([null, null, null]);
  });
});

it('an ideal interval holds until the next is known', () => {
  const over = roundsOfApplication(known(round(1), round(2), round(3)), 0);
  expect(idealShade(4, over, new Map([[1, /** @type {[number, number]} */ ([2, 5])]]))).toEqual({
    low: [null, 2, 2, null],
    high: [null, 5, 5, null],
  });
});

it('an axis ends at the largest value that is no outlier', () => {
  expect(axisTop([1, 2, 3])).toBeCloseTo(3.24);
  expect(axisTop([1, 2, 3, null, 100])).toBe(12);
  expect(axisTop([])).toBeGreaterThan(0);
});
