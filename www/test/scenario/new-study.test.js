import { describe, expect, it } from 'vitest';
import { createSeedsStudy, createSweepStudy, parseValueList, reportedMeasures, sweepValues } from '../../src/scenario/new-study.js';

/** @type {import('../../src/scenario/types.js').ScenarioDocument} */
const base = { version: 1, platform: { preset: 'one-cluster' }, workload: [{ generator: 'poisson' }], system: { kind: 'batch' } };
/** @type {import('../../src/scenario/types.js').Parameter} */
const load = { id: 'load', name: 'Offered load', doc: '', unit: '', type: 'number', min: 0.01, max: 100, default: 0.8 };

describe('studies of a scenario', () => {
  it('repeat all its systems, if there are several', () => {
    expect(createSeedsStudy(base, 'One', ['wait'])).toEqual({
      name: 'One: 20 seeds',
      base,
      axes: [],
      seeds: 20,
      measures: [{ metric: 'wait' }],
    });
    expect(createSeedsStudy({ ...base, compare: [{ kind: 'batch' }] }, 'Two', ['wait']).axes).toEqual([{ name: 'system', compare: true }]);
  });

  it('have one seed where it draws no work', () => {
    const log = { ...base, workload: [{ file: { name: 'log.swf', sha256: '0', format: 'swf' } }] };
    expect(createSeedsStudy(log, 'A log', ['wait'])).toEqual({
      name: 'A log',
      base: log,
      axes: [],
      seeds: 1,
      measures: [{ metric: 'wait' }],
    });
  });

  it('sweep a load up to the largest that can be steady, through its present value', () => {
    const { axes } = createSweepStudy(base, 'One', ['wait'], { pointer: '/workload/0/parameters/load', parameter: load, value: 0.8 });
    expect(axes).toEqual([{ name: 'offered load', knob: '/workload/0/parameters/load', values: [0.4, 0.49, 0.58, 0.68, 0.8, 0.86, 0.95] }]);
  });

  it('sweep a number from half to twice its present value', () => {
    expect(sweepValues({ ...load, id: 'sigma', max: 100 }, 8)).toEqual([4, 5, 6.3, 8, 10, 13, 16]);
  });

  it('stay within the range, in whole numbers where these are wanted', () => {
    expect(sweepValues({ ...load, type: 'integer', min: 1, max: 10, default: 4 }, 2)).toEqual([1, 2, 3, 4]);
    expect(sweepValues({ ...load, min: 0, max: 1, default: 0 }, 0)).toEqual([0, 0.17, 0.33, 0.5, 0.67, 0.83, 1]);
  });

  it('take the measures that are shown, the one that is asked about first', () => {
    const variants = [{ report: { rows: [{ id: 'wait' }, { id: 'makespan' }] } }, { report: null }];
    expect(reportedMeasures(variants, 'makespan/max')).toEqual(['makespan', 'wait']);
    expect(reportedMeasures([], '')).toEqual(['wait']);
  });
});

it('typed values are numbers and words, each once, or equal steps', () => {
  expect(parseValueList('0.5, 0.7; 0.7 easy true')).toEqual([0.5, 0.7, 'easy', true]);
  expect(parseValueList('0.5..0.9 in 5')).toEqual([0.5, 0.6, 0.7, 0.8, 0.9]);
  expect(parseValueList('20..50 in 5', true)).toEqual([20, 28, 35, 43, 50]);
  expect(parseValueList('1..3 in 5', true)).toEqual([1, 2, 3]);
  expect(parseValueList(' ')).toEqual([]);
});
