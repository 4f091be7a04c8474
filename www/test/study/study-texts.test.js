import { describe, expect, it } from 'vitest';
import {
  answer,
  cellText,
  changeWords,
  colourStrength,
  differenceVerdict,
  meanText,
  nameWithSeeds,
  plusMinus,
  runRows,
  runsText,
  sameVerdicts,
} from '../../src/study/study-texts.js';

const interval = (/** @type {number} */ mean, /** @type {number} */ half, count = 20) => ({
  mean,
  low: mean - half,
  high: mean + half,
  count,
});
const difference = (/** @type {number} */ mean, /** @type {number} */ half, /** @type {number} */ change) => ({
  difference: interval(mean, half),
  change: interval(change, 1),
});
const point = (/** @type {number} */ mean, /** @type {number} */ half) => ({
  interval: interval(mean, half),
  median: mean,
  wished: 5,
  values: [],
});

describe('means', () => {
  it('have two digits of the interval, and as many places', () => {
    expect(plusMinus(interval(7.4361, 1.4567), 1)).toEqual({ mean: '7.4', half: '1.5' });
    expect(plusMinus(interval(70.4, 12.3), 1)).toEqual({ mean: '70', half: '12' });
    expect(plusMinus(interval(12345.6, 118), 1)).toEqual({ mean: '12\u202f346', half: '118' });
    expect(plusMinus(interval(4.628, 0.0996), 1)).toEqual({ mean: '4.63', half: '0.10' });
  });

  it('have no interval where there is none', () => {
    expect(plusMinus(interval(3.25, 0, 1), 1)).toEqual({ mean: '3.25', half: '' });
    expect(plusMinus(interval(3, 0), 1)).toEqual({ mean: '3', half: '0' });
    expect(plusMinus(null, 1)).toEqual({ mean: '–', half: '' });
    expect(meanText(interval(1, 0.25), { unit: 'share', factor: 100 })).toBe('100 ± 25 share');
  });

  it('have signs where they are differences, and none of nothing', () => {
    expect(plusMinus(interval(53.2, 11.4), 1, true).mean).toBe('+53');
    expect(plusMinus(interval(-0.52, 0.24), 1, true).mean).toBe('−0.52');
    expect(plusMinus(interval(-0.01, 1.2), 1, true).mean).toBe('0.0');
  });
});

describe('differences', () => {
  it('are certain where the interval does not hold 0, and judged by what is good', () => {
    expect(differenceVerdict(difference(-2, 1, -30), 'lower')).toBe('better');
    expect(differenceVerdict(difference(-2, 1, -30), 'higher')).toBe('worse');
    expect(differenceVerdict(difference(-2, 3, -30), 'lower')).toBe('open');
    expect(differenceVerdict(null, 'lower')).toBe('');
  });

  it('are given in per cent, from twice on as a factor', () => {
    expect(cellText(difference(-2, 1, -30.4))).toBe('−30\u202f%');
    expect(cellText(difference(2, 1, 6))).toBe('+6\u202f%');
    expect(cellText(difference(2, 1, 0.4))).toBe('+0.4\u202f%');
    expect(cellText(difference(20, 1, 280))).toBe('3.8×');
    expect(cellText(difference(2, 3, 6))).toBe('?');
    expect(cellText({ difference: interval(2, 1), change: null })).toBe('more');
    expect(cellText(null)).toBe('');
    expect([
      colourStrength(difference(1, 0, 4), 4),
      colourStrength(difference(1, 0, 70), 4),
      colourStrength(difference(1, 0, 900), 3),
    ]).toEqual([0, 3, 3]);
  });
});

describe('differences without an interval', () => {
  const single = (/** @type {number} */ mean, /** @type {number|null} */ change) => {
    const without = (/** @type {number} */ value) => ({ mean: value, low: NaN, high: NaN, count: 1 });
    return { difference: without(mean), change: change === null ? null : without(change) };
  };

  it('are neither better nor worse nor open, and have their number', () => {
    for (const better of /** @type {const} */ (['lower', 'higher'])) expect(differenceVerdict(single(-2, -30), better)).toBe('untested');
    expect([cellText(single(-2, -30)), cellText(single(2, 150)), cellText(single(0, 0))]).toEqual(['−30\u202f%', '2.5×', '0.0\u202f%']);
    expect(changeWords(single(-2, -30), 'EASY')).toBe('−30\u202f%');
  });

  it('are not part of what the intervals say', () => {
    const lines = [
      { name: 'FCFS', measured: { ...point(70, 0), interval: { mean: 70, low: NaN, high: NaN, count: 1 } }, difference: null },
      { name: 'EASY', measured: { ...point(7, 0), interval: { mean: 7, low: NaN, high: NaN, count: 1 } }, difference: single(-63, -90) },
    ];
    expect(answer(lines, { title: 'Wait', reading: { unit: 's', factor: 1 }, better: 'lower', base: 'FCFS', place: '' })).toBe(
      'Wait FCFS 70 s, EASY 7 s.',
    );
  });
});

describe('a cell in full', () => {
  it('has the change of the mean with its interval', () => {
    expect(changeWords({ difference: interval(-2, 1), change: { mean: -60.2, low: -71.4, high: -44.6, count: 20 } }, 'EASY')).toBe(
      '−60\u202f%, 95 % interval of the change −71 to −45\u202f%',
    );
  });

  it('gives the reason for a missing percentage or interval', () => {
    expect(changeWords({ difference: interval(-2, 1), change: null }, 'EASY')).toBe('less: no percentage, as the mean of EASY is 0');
    expect(changeWords({ difference: interval(2, 1), change: { mean: 20, low: NaN, high: NaN, count: 20 } }, 'EASY')).toBe(
      '+20\u202f%, without an interval, as the mean of EASY is not separated from 0',
    );
  });
});

it('a study that is named after its seeds has the number that it runs', () => {
  expect(nameWithSeeds('FCFS beside EASY: 20 seeds', 10)).toBe('FCFS beside EASY: 10 seeds');
  expect(nameWithSeeds('FCFS beside EASY: 20 seeds', 1)).toBe('FCFS beside EASY');
  expect(nameWithSeeds('20 seeds: a title', 10)).toBe('20 seeds: a title');
});

describe('the time and memory of a study', () => {
  it('is shown as far as it is known', () => {
    expect(runsText(800, NaN)).toBe('800 runs');
    expect(runsText(800, 11.2)).toBe('800 runs, about 12 s');
    expect(runsText(800, 11.2, 45.2e6)).toBe('800 runs, about 12 s and 46 MB of memory');
    expect(runsText(1, 0.2, 1e6)).toBe('1 run, less than a second and 1 MB of memory');
  });
});

describe('the sentences', () => {
  const about = {
    title: 'Bounded slowdown',
    reading: { unit: '', factor: 1 },
    better: /** @type {const} */ ('lower'),
    base: 'EASY',
    place: 'load 0.95',
  };

  it('say what is certain, and what is not', () => {
    const lines = [
      { name: 'FCFS', measured: point(70, 12), difference: difference(63, 11, 800) },
      { name: 'EASY', measured: point(7.4, 1.5), difference: null },
      { name: 'SJBF', measured: point(6.6, 1.1), difference: difference(-0.8, 1.2, -9) },
    ];
    expect(answer(lines, about)).toBe(
      'At load 0.95: bounded slowdown FCFS 70 ± 12, EASY 7.4 ± 1.5, SJBF 6.6 ± 1.1. By the paired 95 % intervals, FCFS is worse than EASY; the difference between SJBF and EASY is not significant.',
    );
  });

  it('say nothing while nothing is known, and no more than the mean of one line', () => {
    expect(answer([{ name: 'FCFS', measured: undefined, difference: null }], about)).toBe('');
    expect(answer([{ name: '', measured: point(7.4, 1.5), difference: null }], { ...about, place: '', base: '' })).toBe(
      'Bounded slowdown 7.4 ± 1.5.',
    );
  });
});

it('an answer names the values of the axis at which it is the same', () => {
  const axis = { name: 'load', labels: ['0.5', '0.6', '0.7', '0.8'] };
  const same = (/** @type {string[]} */ verdicts, /** @type {number} */ place) => sameVerdicts(verdicts, place, axis);
  expect(same(['better', 'better', 'better', ''], 0)).toBe('The same from load 0.5 to 0.7; above, results differ or have no interval.');
  expect(same(['better', 'open', 'better', 'better'], 3)).toBe('The same from load 0.7 to 0.8; below, results differ or have no interval.');
  expect(same(['open', 'better', 'open', 'open'], 1)).toBe('Only at load 0.6; elsewhere, results differ or have no interval.');
  expect(same(['worse', 'worse', 'worse', 'worse'], 2)).toBe('The same at all values of load.');
  expect([same(['', '', '', ''], 0), same(['better'], 0)]).toEqual(['', '']);
});

it('all runs are rows, with their seeds; those that are missing are left out', () => {
  const axes = [{ name: 'load', unit: '', labels: ['0.5', '0.9'], values: [0.5, 0.9] }];
  const measure = { name: 'wait', metric: 'wait', unit: 's', better: /** @type {const} */ ('lower'), column: 1, points: [] };
  const part = { name: '', axes, seeds: 2, first: 0, points: 2, measures: [measure], steady: [] };
  expect(runRows(part, [[9, 1], undefined, [9, NaN], [9, 4]], 8)).toEqual([
    // The head of `ganttlet sweep --csv`.
    ['run', 'part', 'load', 'seed', 'wait'],
    [0, '', '0.5', 8, 1],
    [2, '', '0.5', 9, null],
    [3, '', '0.9', 9, 4],
  ]);
});
