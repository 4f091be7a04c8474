import { describe, expect, it } from 'vitest';
import { areCopies, createGrid, levelsOf, pointIndex } from '../../src/study/axis-grid.js';
import { intervalReason, REASON_WORDS } from '../../src/study/interval-reasons.js';
import { runFacts, singleRunText } from '../../src/study/run-facts.js';
import { differenceAt, differenceReason, knownPoint } from '../../src/study/study-selection.js';

const interval = (/** @type {number} */ mean) => ({ mean, low: mean - 1, high: mean + 1, count: 5 });
const measure = (/** @type {string} */ name, metric = 'wait') => ({
  name,
  metric,
  unit: 's',
  better: 'lower',
  column: 0,
  points: [100, 50, 200, 0].map((mean) => ({ interval: interval(mean), median: mean, wished: 7, values: [mean] })),
});
/** Two policies at two loads; the second load grows under FCFS. @type {any} */
const part = {
  name: '',
  axes: [
    { name: 'load', unit: '', labels: ['0.5', '0.9'], values: [0.5, 0.9] },
    { name: 'system', unit: '', labels: ['FCFS', 'EASY'], values: [NaN, NaN] },
  ],
  seeds: 5,
  first: 0,
  points: 4,
  measures: [measure('wait'), measure('longest'), measure('utilisation', 'utilisation')],
  steady: ['steady', 'steady', 'grows', 'steady'].map((verdict) => ({ verdict, tenths: [] })),
};
const [wait, longest, utilisation] = part.measures;
const paired = { difference: interval(-50), change: interval(-50) };
/** @param {any} [about] @returns {any} */
const lookOf = (about) => ({
  grid: createGrid(part, [], about),
  study: { baseline: 0, differences: part.measures.map(() => [null, paired, null, paired]) },
});

describe('numbers without an interval', () => {
  /** Each reason: the facts, the measure, the point, and whether its difference has a number. @type {[string, any, any, number, boolean][]} */
  const reasons = [
    ['single', { single: true }, wait, 1, true],
    ['single', { single: true }, wait, 3, true],
    ['maximum', { extremes: { longest: 'maximum' } }, longest, 1, true],
    ['minimum', { extremes: { longest: 'minimum' } }, longest, 1, true],
    ['trend', {}, wait, 2, false],
  ];
  it.each(reasons)('have the reason %s', (reason, about, measured, point, numbered) => {
    const look = lookOf(about);
    expect(intervalReason(look.grid, measured, point)).toBe(reason);
    const known = knownPoint(look.grid, measured, point);
    expect([known?.interval?.mean, known?.interval?.low, known?.interval?.high, known?.wished]).toEqual([
      measured.points[point].interval.mean,
      NaN,
      NaN,
      null,
    ]);
    const other = point % 2 === 1 ? point : point + 1;
    const difference = differenceAt(look, measured, other);
    expect([difference !== undefined, differenceReason(look, measured, other)]).toEqual([numbered, reason]);
    if (numbered) expect([difference?.difference.low, difference?.change?.high]).toEqual([NaN, NaN]);
  });

  it('are only those: all others keep the interval of the engine', () => {
    const look = lookOf();
    expect([differenceAt(look, wait, 1), differenceReason(look, wait, 1)]).toEqual([paired, '']);
    // Utilisation does not grow with the length of a run.
    expect([differenceAt(look, utilisation, 3), knownPoint(look.grid, utilisation, 2)]).toEqual([paired, utilisation.points[2]]);
    expect(differenceAt(look, wait, 0)).toBeUndefined();
  });

  it('differ by the ratio of their values', () => {
    const look = lookOf({ single: true });
    expect(differenceAt(look, wait, 1)).toMatchObject({ difference: { mean: -50, count: 1 }, change: { mean: -50 } });
    const reversed = { ...look, study: { ...look.study, baseline: 1 } };
    expect(differenceAt(reversed, wait, 2)).toMatchObject({ difference: { mean: 200 }, change: null });
  });

  it('say in words that the interval is withheld', () => {
    expect(REASON_WORDS.trend.long).toBe('withheld: no steady state');
    expect(REASON_WORDS.maximum.short).toBe('maximum: no interval');
  });
});

describe('the facts about runs', () => {
  const log = { file: { name: 'log.swf', sha256: '0', format: 'swf' } };
  /** @param {any} changes @returns {any} */
  const doc = (changes = {}) => ({
    base: { system: { kind: 'batch' }, workload: [log], ...changes },
    measures: [{ metric: 'wait' }, { metric: 'wait', name: 'longest', statistic: 'max' }, { metric: 'makespan', statistic: 'min' }],
  });
  const runs = (/** @type {number} */ changed) => Array.from({ length: 20 }, (_, run) => [run % 4, run === changed ? 1 : 0]);

  it('are that a log on a system that draws nothing has single runs', () => {
    expect(runFacts(doc(), part, [])).toEqual({ single: true, extremes: { longest: 'maximum', makespan: 'minimum' } });
    expect(singleRunText(doc())).toBe('One log, one run for each point: no interval.');
  });

  it('are read off the runs of a system that may draw, and never off generated work', () => {
    const grid = doc({ system: { kind: 'koala' } });
    expect(runFacts(grid, part, runs(-1)).single).toBe(true);
    expect(runFacts(grid, part, runs(17)).single).toBe(false);
    expect(runFacts(grid, part, []).single).toBe(false);
    expect(runFacts(doc({ workload: [{ generator: 'poisson' }] }), part, runs(-1)).single).toBe(false);
    expect(areCopies(part, runs(-1).slice(0, 4))).toBe(false);
  });
});

it('the places of a point are those that make its number', () => {
  for (let point = 0; point < part.points; point += 1) expect(pointIndex(part, levelsOf(part, point))).toBe(point);
});
