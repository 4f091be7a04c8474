import { expect, it } from 'vitest';
import { countText, endedCount, intervalText, isConstant, noteText, stripSentence } from '../../src/study/spread-texts.js';

/** @import { Spread } from '../../src/types.js' */

/** @param {Partial<Spread>} [parts] @returns {Spread} */
const spread = (parts = {}) => ({ kind: 'seeds', seeds: [1, 2, 3], total: 3, values: {}, facts: [], note: '', seconds: 0, ...parts });
const interval = { mean: 37 * 60 + 12, low: 22 * 60, high: 52 * 60 + 24, count: 20 };

it('an interval of times is rounded to the unit of its half', () => {
  expect(intervalText(interval, 's')).toBe('37 ± 15 min');
  expect(intervalText({ mean: 20_340, low: 12_720, high: 27_960, count: 48 }, 's', 'plus or minus')).toBe('5.7 plus or minus 2.1 h');
  // Beside 4 d 2 h: a mean of 98 h with 24 h, not 4 d with 1 d.
  expect(intervalText({ mean: 98 * 3600, low: 74 * 3600, high: 122 * 3600, count: 48 }, 's')).toBe('98 ± 24 h');
  expect(intervalText({ mean: 98 * 3600, low: -24 * 3600, high: 220 * 3600, count: 8 }, 's')).toBe('4.1 ± 5.1 d');
  expect(intervalText({ mean: 30, low: 27.66, high: 32.34, count: 20 }, 's')).toBe('30.0 ± 2.3 s');
});

it('a difference is counted by the sign of the run on screen', () => {
  const about = { variant: 1, interval: null, unit: 's', delta: -5, first: true, comparable: true };
  expect(countText(spread(), [1, 2, 3], [2, 2, 4], about)).toBe('2 of 3 seeds');
  expect(countText(spread(), [1, 2, 3], [2, 2, 4], { ...about, delta: 5, first: false })).toBe('0 of 3');
  // Neither other platforms nor missing runs are counted.
  expect(countText(spread(), [1, 2, 3], [2, 2, 4], { ...about, comparable: false })).toBe('');
  expect(countText(spread(), [1, null, 3], [2, 2, 4], about)).toBe('');
  expect(countText(spread({ kind: 'weeks', total: 48 }), [1], [1], { ...about, variant: 0, interval: { ...interval, count: 48 } })).toBe(
    '48 weeks: 37 ± 15 min',
  );
  expect(
    countText(spread({ kind: 'weeks', total: 48 }), [1], [1], { ...about, variant: 0, interval: { ...interval, count: 12 }, size: 4 }),
  ).toBe('12 batches of 4 weeks: 37 ± 15 min');
  expect(countText(spread({ kind: 'weeks', total: 48 }), [1], [1], { ...about, variant: 0 })).toBe(
    'weeks depend on each other: no interval',
  );
  expect(countText(spread({ kind: 'days', total: 6 }), [1], [1], { ...about, variant: 0 })).toBe('6 days: too few for an interval');
});

it('equal values of all seeds show that chance has no effect', () => {
  expect(isConstant(spread({ values: { wait: [[5, 5, 5]] } }))).toBe(true);
  expect(isConstant(spread({ values: { wait: [[5, 5, null]] } }))).toBe(false);
  expect(isConstant(spread({ values: { wait: [[5, 5, 6]] } }))).toBe(false);
  expect(noteText(spread({ values: { wait: [[5, 5, 5]] } }), 1, '')).toBe('no chance in this workload, no interval');
});

it('a note counts the runs that have ended', () => {
  const running = spread({ values: { wait: [[5, 6, null]] } });
  expect(endedCount(running)).toBe(2);
  expect(noteText(running, 1, '')).toBe('replications: 2 of 3');
  expect(noteText(spread({ values: { wait: [[5, 6, 7]] } }), 8, 'FCFS')).toBe(
    'dots: seeds 1 to 3; filled: seed 8; tick: mean, with its 95 % interval; dashed: mean of FCFS',
  );
});

it('a note states that weeks depend on each other', () => {
  const weeks = { kind: /** @type {const} */ ('weeks'), seeds: [], total: 48, values: { wait: [Array(48).fill(5)] } };
  expect(noteText(spread({ ...weeks, independent: { wait: [null] } }), 1, '')).toBe(
    'dots: 48 weeks; filled: the whole log; tick: mean, no interval, as weeks depend on each other',
  );
  expect(noteText(spread({ ...weeks, independent: { wait: [{ size: 2, interval }] } }), 1, '')).toMatch(/with its 95 % interval$/u);
});

it('a screen reader gets the value, the mean and the place of the run', () => {
  const values = [4740, ...Array.from({ length: 19 }, (_, at) => at * 300)];
  expect(stripSentence({ name: 'mean wait', unit: 's', value: 4740, values, interval, kind: 'seeds', text: '1 h 19 min' })).toBe(
    'Mean wait 1 h 19 min; 20 seeds: 37 plus or minus 15 min; this seed is the fourth longest.',
  );
  expect(stripSentence({ name: 'mean wait', unit: 's', value: 5, values: [], interval: null, kind: 'none', text: '5 s' })).toBe(
    'Mean wait 5 s; no interval.',
  );
});
