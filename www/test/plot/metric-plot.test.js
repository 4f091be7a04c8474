import { expect, it } from 'vitest';
import { MetricPlot } from '../../src/plot/metric-plot.js';

it('numbers of things have whole numbers on their axis, shares do not', () => {
  const data = { time: new Float64Array(2), values: [new Float64Array(2)], now: [0], names: ['a'] };
  const axis = (/** @type {boolean} */ share) => MetricPlot.prototype.createPlot.call(/** @type {any} */ ({ share, gutter: 76 }), data).y;
  expect(axis(false).kind).toBe('whole');
  expect(axis(true).kind).toBe('number');
});
