import { describe, expect, it } from 'vitest';
import { studyPlot } from '../../src/plot/study-plot.js';
import { createGrid } from '../../src/study/axis-grid.js';
import { createChartData, keyTexts } from '../../src/study/chart-data.js';
import { intervalText } from '../../src/study/run-facts.js';
import { figureName, figureNote } from '../../src/study/study-exports.js';
import { chartTabs, figureReason, seedsKey, seedsTitle, wrapText } from '../../src/study/study-figure.js';

const axis = (/** @type {string} */ name, /** @type {(string|number)[]} */ labels) => ({
  name,
  unit: '',
  labels: labels.map(String),
  values: labels.map((label) => (typeof label === 'number' ? label : NaN)),
});
const point = (/** @type {number} */ mean, /** @type {number} */ half) => ({
  interval: { mean, low: mean - half, high: mean + half, count: 10 },
  median: mean,
  wished: 20,
  values: [mean / 2, mean * 1.5],
});
/** Waits of two policies at two loads and two numbers of nodes; one grows, and the interval of one reaches below 0. */
const measured = {
  name: 'wait',
  metric: 'wait',
  unit: 's',
  better: 'lower',
  column: 0,
  points: [5, 30, 20, 90, 5, 30, 20, 90].map((mean) => point(mean, 8)),
};
const part = {
  name: '',
  axes: [axis('load', [0.5, 0.9]), axis('nodes', [32, 64]), axis('policy', ['EASY', 'FCFS'])],
  seeds: 10,
  first: 0,
  points: 8,
  measures: [measured],
  steady: [null, null, null, null, null, null, null, { verdict: 'grows', tenths: [] }],
};
/** @param {any} [about] @param {number[]} [held] @returns {any} */
function lookOf(about, held = [0, 1, 0]) {
  const grid = createGrid(/** @type {any} */ (part), held, about);
  const points = grid.series.map((_, series) => [0, 1].map((level) => level * 4 + (grid.series[series]?.levels[1] ?? 0) * 2 + series));
  return { grid, measured, points, place: 1, title: 'Wait time', reading: { unit: 's', factor: 1 } };
}

describe('a figure of a study', () => {
  it('has the fixed values in its title, whatever is held', () => {
    for (const kind of /** @type {const} */ (['lines', 'boxes', 'distribution']))
      expect(createChartData(lookOf(), kind, false).plot.title, kind).toMatch(/at .*nodes 64/u);
    expect(seedsTitle(lookOf())).toBe('Wait time by seed at nodes 64');
  });

  it('has a key of all its signs: seeds, bands, arrows, boxes', () => {
    const key = (/** @type {any} */ look, /** @type {'lines'|'boxes'|'distribution'} */ kind) =>
      keyTexts(look, createChartData(look, kind, false));
    expect(key(lookOf(), 'lines')).toEqual([
      'mean of 10 seeds',
      'band or bar: 95 % confidence interval of the mean',
      'arrow: no steady state, no interval',
    ]);
    expect(key(lookOf({}, [0, 0, 0]), 'lines')).toContain('bands below 0 are cut off at the axis');
    expect(key(lookOf(), 'boxes').join()).toMatch(/quartile of 10 seeds.*whiskers/u);
    expect(key(lookOf({ extremes: { wait: 'maximum' } }), 'lines')).toContain('maximum: no interval');
    expect(key(lookOf({ single: true }), 'lines')).toEqual(['one run for each point', 'no interval']);
    expect([seedsKey(lookOf()), seedsKey(lookOf({ single: true }))]).toEqual([
      expect.stringMatching(/Box: .*median.*Tick: mean/u),
      'Dot: a run. No interval.',
    ]);
  });

  it('has an axis of times from 0, however far an interval reaches', () => {
    const { plot, floor } = createChartData(lookOf({}, [0, 0, 0]), 'lines', false);
    expect(Math.min(...plot.lines.flatMap(({ low }) => low))).toBeLessThan(0);
    const low = -3;
    expect(studyPlot(plot, { named: false, floor }).y.ends?.(low, 98)?.[0]).toBe(0);
    // What can be negative keeps its axis.
    const signed = { ...lookOf({}, [0, 0, 0]), measured: { ...measured, metric: 'start-gain' } };
    const gain = createChartData(signed, 'lines', false);
    expect(studyPlot(gain.plot, { named: false, floor: gain.floor }).y.ends?.(low, 98)?.[0]).toBe(low);
  });

  it('is named after the seeds that were run, the measure and the fixed values', () => {
    /** @type {any} */
    const study = { doc: { name: 'FCFS beside EASY: 20 seeds' }, shown: part, quick: false, summary: { digest: '0123456789abcdef' } };
    expect(figureNote(study, '0.1.0')).toBe('FCFS beside EASY: 10 seeds, digest 0123456789abcdef, Ganttlet 0.1.0');
    expect(figureNote({ ...study, doc: { name: 'Load' } }, '0.1.0')).toBe('Load, 10 seeds, digest 0123456789abcdef, Ganttlet 0.1.0');
    expect(figureNote({ ...study, doc: { name: 'Log' }, shown: { ...part, seeds: 1 } }, '0.1.0')).toMatch(/^Log, one run for each point,/u);
    expect(
      figureName({ ...study, doc: { name: `${'A long name '.repeat(9)}: 20 seeds` } }, 'Wait time over load at nodes 64', 'svg'),
    ).toMatch(/-wait-time-over-load-at-nodes-64\.svg$/u);
  });

  it('is missing with a reason only', () => {
    for (const { id } of chartTabs(lookOf().grid)) expect(figureReason(lookOf(), id) === '', id).toBe(id !== 'map');
    expect(figureReason(undefined, 'lines')).toBe('no run has completed');
    expect(chartTabs(lookOf({ single: true }).grid).map(({ id }) => id)).toEqual(['lines', 'map']);
  });

  it('breaks its lines between words', () => {
    expect(wrapText('one two three', 7)).toEqual(['one two', 'three']);
  });
});

it('an answer gives the reason for missing intervals', () => {
  /** @type {any} */
  const doc = { base: { workload: [{ file: {} }] } };
  expect(intervalText(lookOf(), doc)).toBe('No steady state, so no interval: FCFS.');
  expect(intervalText(lookOf({}, [0, 0, 0]), doc)).toBe('');
  expect(intervalText(lookOf({ extremes: { wait: 'maximum' } }, [0, 0, 0]), doc)).toBe('Maximum of a run: no interval.');
  expect(intervalText(lookOf({ single: true }), doc)).toBe('One log, one run for each point: no interval.');
});
