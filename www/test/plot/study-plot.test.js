import { describe, expect, it } from 'vitest';
import { layOutPlot } from '../../src/plot/plot-layout.js';
import { canBeLogarithmic, markFaults, spansDecades, studyPlot, symmetricUnit } from '../../src/plot/study-plot.js';
import { printedError, withPublishedPoints } from '../../src/study/published-points.js';

/** @param {number[]} y @param {number[]} [x] */
const line = (y, x = y.map((_, at) => at)) => ({ name: 'FCFS', x, y, low: [], high: [] });

describe('a plot of a study', () => {
  it('has a logarithmic axis for more than two decades', () => {
    expect(spansDecades([line([1, 100])])).toBe(false);
    expect(spansDecades([line([1, 101])])).toBe(true);
    expect(spansDecades([line([0, 101])])).toBe(false);
    expect([canBeLogarithmic([line([1, 2])]), canBeLogarithmic([line([0, 2])]), canBeLogarithmic([line([1])])]).toEqual([
      true,
      false,
      false,
    ]);
  });
  it('has places on a logarithmic axis for intervals that reach below 0', () => {
    const plot = studyPlot(
      { title: '', x: 'x', y: 'y', lines: [{ ...line([1, 500]), low: [-3, 400], high: [5, 600] }] },
      { named: false, logarithmic: true },
    );
    const shape = layOutPlot(plot, 400, 200);
    expect([shape.to_y(-3), shape.to_y(0.1), shape.to_y(1), shape.to_y(600)].every(Number.isFinite)).toBe(true);
    expect(shape.to_y(1)).toBeLessThanOrEqual(shape.box.bottom);
    expect(shape.y.every(({ at }) => Number.isFinite(at))).toBe(true);
  });
  it('shows small gains beside large losses on an axis that is logarithmic to both sides of 0', () => {
    // Changes of the response time in per cent, from a gain of 13 to a loss of 1,400.
    const lines = [line([-0.5, -1, -2, -5, -13, 3, 40, 1400])];
    expect(symmetricUnit(lines)).toBe(1);
    const drawn = (/** @type {number} */ symmetric) =>
      layOutPlot(studyPlot({ title: '', x: 'x', y: 'y', lines }, { named: false, symmetric }), 400, 200);
    const apart = (/** @type {ReturnType<typeof drawn>} */ shape) => Math.abs(shape.to_y(-1) - shape.to_y(-13));
    expect(apart(drawn(0))).toBeLessThan(2);
    expect(apart(drawn(1))).toBeGreaterThan(20);
    expect(drawn(1).y.map(({ text }) => text)).toEqual(expect.arrayContaining(['0', '10', '−10', '100']));
    // Values of one sign, and values of similar size, have their usual axis.
    expect([symmetricUnit([line([1, 1000])]), symmetricUnit([line([-5, 3, 8, 20])])]).toEqual([0, 0]);
  });
  it('places 0 at the beginning of a logarithmic x axis', () => {
    const { x } = studyPlot({ title: '', x: 'inaccuracy, %', y: '', lines: [line([1, 2, 3, 4], [0, 50, 1000, 10_000])] }, { named: false });
    expect(x).toMatchObject({ logarithmic: true, zero: true });
    const shape = layOutPlot(
      {
        margin: { top: 0, bottom: 0, left: 0, right: 0 },
        x,
        y: {},
        lines: [{ ...line([1, 2, 3, 4], [0, 50, 1000, 10_000]), token: 'ink', dash: [] }],
      },
      400,
      100,
    );
    expect(shape.to_x(0)).toBe(0);
    expect(shape.to_x(1000) - shape.to_x(50)).toBeGreaterThan(100);
    expect(shape.x[0]).toEqual({ at: 0, text: '0' });
  });
  it('never cuts a name that fits', () => {
    const name = 'Longest expected first (LPTF on Expectation)';
    const plot = studyPlot({ title: '', x: 'x', y: 'y', lines: [{ ...line([1, 2]), name }, line([2, 3])] }, { named: true });
    const measure = (/** @type {string} */ text) => text.length * 8;
    const { box, names } = layOutPlot(plot, 960, 480, { measure, share: 0.6 });
    expect(names.map(({ text }) => text)).toContain(name);
    expect(box.right + 8 + measure(name)).toBeLessThanOrEqual(960);
  });
  it('fills published points from which ours are further away than the tolerance', () => {
    const published = { ...line([1, 1]), published: true, low: [0.5, 0.5], high: [1.5, 1.5] };
    const drawn = markFaults([line([1, 2]), published]);
    expect(drawn.map(({ y }) => y)).toEqual([
      [1, 2],
      [1, NaN],
      [NaN, 1],
    ]);
    expect(drawn[2]).toMatchObject({ published: true, outside: true });
  });
});

describe('published points', () => {
  const at = { policy: 'FCFS' };
  /** @type {any} */
  const doc = {
    plots: [{ title: 'P', axis: 'load', lines: [{ name: 'FCFS', quantity: 'wait', at }] }],
    tables: [
      {
        title: 'T',
        columns: [{ name: 'wait', quantity: 'wait', at }],
        rows: [
          { name: '0.5', at: { load: 0.5 }, published: ['1.5'] },
          { name: '0.9', at: { load: 0.9 }, published: [''] },
        ],
      },
    ],
    claims: [
      { judged: [{ table: 'T', judge: { beside: 0.25 } }] },
      { published: '4', judged: [{ quantity: 'wait', at: { ...at, load: 0.9 }, judge: { near: { published: 4, by: 1 } } }] },
    ],
  };
  const plot = (/** @type {string} */ name) => ({ title: 'P', x: 'load', y: 'wait', lines: [{ ...line([1, 2], [0.5, 0.9]), name }] });
  it('are those of tables and claims at the same place', () => {
    const [, published] = withPublishedPoints(doc, plot('FCFS')).lines;
    expect(published).toMatchObject({ name: 'FCFS, published', published: true, y: [1.5, 4], low: [1.25, 3], high: [1.75, 5] });
    expect(withPublishedPoints(doc, plot('EASY')).lines).toHaveLength(1);
  });
  it('have the error of their last printed digit', () => {
    expect(printedError(['1', '0.94', '0.4'])).toBe(0.005);
    expect(printedError(['12', '−3'])).toBe(0.5);
    expect(printedError(['about 3'])).toBeUndefined();
  });
});
