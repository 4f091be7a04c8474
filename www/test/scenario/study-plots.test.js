import { expect, it } from 'vitest';
import { addDistributionPlot, addTimePlot, movingAverage, roundStep, timePlotTitles } from '../../src/scenario/study-plots.js';

/** @type {any} */
const base = { version: 1 };
const wanted = {
  part: '',
  metric: 'wait',
  title: 'Wait time',
  unit: 's',
  where: 'load 0.9',
  most: 600,
  lines: [
    { name: 'FCFS', at: { load: 0.9, policy: 'FCFS' } },
    { name: 'EASY', at: { load: 0.9, policy: 'EASY' } },
  ],
};

it('steps are 1, 2 or 5 and zeros', () => {
  expect([0.011, 0.2, 21, 50, 51, 9000].map(roundStep)).toEqual([0.02, 0.2, 50, 50, 100, 10000]);
});

it('a distribution is a measure, a quantity and a plot, each once', () => {
  const doc = addDistributionPlot({ base, measures: [{ metric: 'wait' }] }, wanted);
  expect(doc.measures).toEqual([
    { metric: 'wait' },
    { metric: 'wait', name: 'wait distribution', statistic: { distribution: { step: 50, count: 61 } } },
  ]);
  expect(doc.quantities).toEqual({
    'wait distribution': { value: 'numbers', unit: '%', with: { numbers: { measure: 'wait distribution' } } },
  });
  expect(doc.plots).toEqual([
    {
      title: 'Wait time, distribution over jobs at load 0.9',
      x: 'Wait time, s',
      y: 'Cumulative share, %',
      lines: [
        { name: 'FCFS', quantity: 'wait distribution', at: wanted.lines[0]?.at },
        { name: 'EASY', quantity: 'wait distribution', at: wanted.lines[1]?.at },
      ],
    },
  ]);
  expect(addDistributionPlot(doc, wanted)).toEqual(doc);
  expect(addDistributionPlot(doc, { ...wanted, where: 'load 0.5' }).plots).toHaveLength(2);
});

it('of a part it is a measure of the part', () => {
  const doc = addDistributionPlot({ base, parts: [{ name: 'long', measures: [] }, { name: 'short' }] }, { ...wanted, part: 'long' });
  expect(doc.measures).toBeUndefined();
  expect(doc.parts?.map(({ measures = [] }) => measures.length)).toEqual([1, 0]);
  expect(doc.quantities?.['wait distribution, long']).toMatchObject({ part: 'long' });
});

it('a development over time is told from other plots', () => {
  const doc = addTimePlot(addDistributionPlot({ base }, wanted), { ...wanted, until_s: 36_000 });
  expect(doc.measures?.[1]).toEqual({ metric: 'wait', name: 'wait over time', from_s: 0, series: { step_s: 1000, count: 40 } });
  expect(timePlotTitles(doc)).toEqual(['Wait time over time at load 0.9']);
});

it('a moving average reaches as far to both sides as there is on both', () => {
  expect(movingAverage([0, 3, 6, 0, 0], 1)).toEqual([0, 3, 3, 2, 0]);
  expect(movingAverage([1, NaN, 3], 1)).toEqual([1, 2, 3]);
  expect(movingAverage([NaN], 2)).toEqual([NaN]);
});
