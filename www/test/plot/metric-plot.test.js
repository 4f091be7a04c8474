import { expect, it } from 'vitest';
import { MetricPlot } from '../../src/plot/metric-plot.js';

it('numbers of things have whole numbers on their axis, shares do not', () => {
  // Without a page there is no canvas to make a plot for; what is asked of it is known.
  const { sheet } = MetricPlot.prototype;
  const axis = (/** @type {boolean} */ share) => sheet.call(/** @type {any} */ ({ share, gutter: 76 }), 1).left;
  expect(axis(false).whole).toBe(true);
  expect(axis(true).whole).toBe(false);
});
