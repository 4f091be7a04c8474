import { expect, it, vi } from 'vitest';
import { curvePlot } from '../../src/plot/distribution-curves.js';
import { namedLines } from '../../src/plot/line-legend.js';
import { layOutPlot } from '../../src/plot/plot-layout.js';
import { differencePlot } from '../../src/results/recorded-differences.js';

vi.stubGlobal('customElements', { define: vi.fn(), get: vi.fn() });
const { MetricPlot } = await import('../../src/plot/metric-plot.js');
const { createPlot } = await import('../../src/plot/line-plot.js');

it('a legend names the lines that have a value', () => {
  const line = (/** @type {string} */ name, /** @type {(number|null)[]} */ ...y) => ({ name, y });
  const lines = [line('A', 1, NaN), line('B', NaN, NaN), line('', 1), line('C', null, 2), line('D')];
  expect(namedLines(lines).map(({ name }) => name)).toEqual(['A', 'C']);
});

it('no plot has the name of a line over its lines', () => {
  const values = [90, 10, 80, 85];
  const names = ['FCFS', 'EASY', 'Conservative'];
  const style = { token: 'ink', dash: [] };
  const curves = names.map((name, at) => ({ name, at, curve: { x: [0, 1, 2, 3], y: [0, 0.2, 0.9, 1] } }));
  const differences = /** @type {any} */ ({ x: [0, 1, 2, 3], y: values, low: [], high: [], jobs: 4 });
  const metric = Object.assign(Object.create(MetricPlot.prototype), { gutter: 76, least: 4, from_s: 0, to_s: 3, share: false });
  const lines = names.map((name) => ({ name, ...style, axis: /** @type {const} */ ('left'), values }));
  const plots = [
    metric.createPlot({
      time: Float64Array.from([0, 1, 2, 3]),
      values: names.map(() => Float64Array.from(values)),
      now: [],
      names,
    }),
    createPlot({ x: [0, 1, 2, 3], lines, rules: [], dots: [] }, /** @type {any} */ ({ left: String })),
    curvePlot(curves, false, 's', 90),
    differencePlot(names.map((name) => ({ name, ...style, differences }))),
  ];
  for (const plot of plots) {
    const { box, names } = layOutPlot(plot, 400, 112);
    expect(names.filter(({ x }) => x <= box.right)).toEqual([]);
  }
});
