import { describe, expect, it } from 'vitest';
import { layOutPlot, nearestIndex } from '../../src/plot/plot-layout.js';
import { lineStyles, studyPlot } from '../../src/plot/study-plot.js';
import { lineNames } from '../../src/study/findings-texts.js';

const line = (
  /** @type {string} */ name,
  /** @type {number[]} */ y,
  /** @type {number[]} */ low = [],
  /** @type {number[]} */ high = [],
) => ({ name, x: y.map((_, at) => at * 10), y, low, high });
const plot = (/** @type {import('../../src/engine/types.js').Line[]} */ ...lines) => ({ title: 'T', x: 'Load, %', y: 'Time, s', lines });
const shapeOfStudy = (
  /** @type {import('../../src/engine/types.js').Line[]} */ lines,
  /** @type {Partial<Parameters<typeof studyPlot>[1]>} */ how = {},
) => layOutPlot(studyPlot(plot(...lines), { named: true, ...how }), 600, 300);

/** The heights that a path goes through, in pixels. @param {string|undefined} path */
function heightsOf(path = '') {
  let y = Number(/^M\S+ (-?\d+)/u.exec(path)?.[1]);
  return [y, ...[...path.matchAll(/(?:v|l-?\d+ )(-?\d+)/gu)].map(([, by]) => (y += Number(by)))].map((tenths) => tenths / 10);
}

describe('the styles of lines', () => {
  it('are the same for what was published and what it is beside', () => {
    expect(
      lineStyles([{ name: 'WF' }, { name: 'FCM' }, { name: 'FCM, published', published: true }, { name: 'Published by others' }]),
    ).toEqual([
      { style: 0, published: false },
      { style: 1, published: false },
      { style: 1, published: true },
      { style: 2, published: false },
    ]);
  });
  it('are the same in all plots of an experiment', () => {
    const published = { ...line('FCM, published', []), published: true };
    const names = lineNames([plot(line('WF', []), line('FCM', [])), plot(line('FCM', []), published, line('CA', []))]);
    expect(names).toEqual(['WF', 'FCM', 'CA']);
    expect(lineStyles([{ name: 'CA' }, { name: 'FCM' }, published], names)).toEqual([
      { style: 2, published: false },
      { style: 1, published: false },
      { style: 1, published: true },
    ]);
  });
});

describe('the shape of a plot', () => {
  it('keeps all points inside its box, and begins at 0 what begins near it', () => {
    const { box, lines, y } = shapeOfStudy([line('A', [20, 90, 60])]);
    expect(y[0]).toEqual({ at: box.bottom, text: '0' });
    const marks = lines[0]?.marks ?? [];
    expect(marks).toHaveLength(3);
    for (const { x, y } of marks) {
      expect(x).toBeGreaterThanOrEqual(box.left);
      expect(x).toBeLessThanOrEqual(box.right);
      expect(y).toBeGreaterThanOrEqual(box.top);
      expect(y).toBeLessThanOrEqual(box.bottom);
    }
    // A higher value lies further up.
    expect(marks[1]?.y).toBeLessThan(marks[0]?.y ?? NaN);
  });
  it('breaks lines and areas at gaps; an interval alone becomes a bar', () => {
    const [drawn] = shapeOfStudy([line('A', [1, 2, NaN, 3], [0, 1, NaN, 2], [2, 3, NaN, 4])]).lines;
    expect(drawn?.path.match(/M/gu)).toHaveLength(2);
    expect(drawn?.bands).toHaveLength(1);
    expect(drawn?.bars).toHaveLength(1);
    expect(drawn?.marks).toHaveLength(3);
  });
  it('draws what was published as marks without a line', () => {
    const [drawn] = shapeOfStudy([{ ...line('A', [1, NaN, 3]), published: true }]).lines;
    expect(drawn).toMatchObject({ line: { published: true }, path: '' });
    expect(drawn?.marks).toHaveLength(2);
  });
  it('names lines beside the box, one under the other', () => {
    const { names, box } = shapeOfStudy(['A', 'B', 'C'].map((name) => line(name, [1, 2, 3])));
    const heights = names.map(({ y }) => y).sort((a, b) => a - b);
    expect((heights[1] ?? NaN) - (heights[0] ?? NaN)).toBeGreaterThanOrEqual(14);
    expect((heights[2] ?? NaN) - (heights[1] ?? NaN)).toBeGreaterThanOrEqual(14);
    expect(names.every(({ x }) => x > box.right)).toBe(true);
  });
  it('keeps the styles of those left when one is left out', () => {
    const { lines } = shapeOfStudy([line('A', [1, 2]), line('B', [3, 4])], { hidden: new Set(['A']) });
    expect(lines.map(({ line: { name, token } }) => [name, token])).toEqual([['B', 'variant-2']]);
  });
  it('exists even without a value', () => {
    const { lines, y } = shapeOfStudy([line('A', [NaN, NaN])]);
    expect(lines[0]?.marks).toEqual([]);
    expect(y.every(({ at }) => Number.isFinite(at))).toBe(true);
    expect(() => shapeOfStudy([])).not.toThrow();
  });
  it('reads a place back from where it is drawn, on logarithmic axes too', () => {
    const { to_x, from_x } = shapeOfStudy([line('A', [1, 2, 3])]);
    expect(from_x(to_x(10))).toBeCloseTo(10);
    const { to_y, from_y, box } = shapeOfStudy([line('A', [1, 20, 300])], { logarithmic: true });
    expect(from_y(to_y(20))).toBeCloseTo(20);
    expect(to_y(300)).toBeCloseTo(box.top);
    expect(to_y(0)).toBe(box.bottom);
  });
});

describe('lines over time', () => {
  const axes = { margin: { top: 0, right: 0, bottom: 0, left: 0 }, x: {}, y: { ends: () => /** @type {[number, number]} */ ([0, 100]) } };
  const drawn = (/** @type {Partial<import('../../src/plot/plot-layout.js').Line> & {y: ArrayLike<number>}} */ { y, ...more }) =>
    layOutPlot({ ...axes, lines: [{ name: 'A', token: 'ink', dash: [], x: Array.from(y, (_, at) => at), y, ...more }] }, 100, 100).lines[0];

  it('hold a value until the next where they are steps', () => {
    expect(drawn({ y: [10, 10, 60, 60], steps: true })?.path).toBe('M0 900h667v-500h333v0');
    expect(drawn({ y: [10, 60] })?.path).toBe('M0 900l1000 -500');
  });

  it('of a hundred thousand values keep the extremes and the last of each column of pixels', () => {
    const y = Float64Array.from({ length: 100_000 }, (_, at) => (at === 54_321 ? 99 : at === 54_322 ? 1 : 40 + (at % 7)));
    for (const steps of [true, false]) {
      const heights = heightsOf(drawn({ y, steps })?.path);
      expect(heights.length).toBeLessThan(310);
      expect([Math.min(...heights), Math.max(...heights)]).toEqual([1, 99]);
      expect(heights.at(-1)).toBe(100 - 40 - (99_999 % 7));
    }
  });

  it('have two axes, each for the lines on it', () => {
    const lines = /** @type {const} */ (['left', 'right']).map((axis) => ({
      name: axis,
      token: 'ink',
      dash: [],
      x: [0, 1],
      y: [0, axis === 'left' ? 100 : 1],
      axis,
    }));
    const words = (/** @type {number} */ value) => String(value);
    const shape = layOutPlot({ ...axes, right: { words }, lines }, 100, 100);
    expect([shape.to_y(100), shape.to_y(1, 'right')]).toEqual([0, 0]);
    expect(shape.right.map(({ text }) => text)).toEqual(['0', '0.5', '1']);
  });
});

it('the nearest value is that on either side of a place', () => {
  const xs = [0, 10, 30];
  expect([-5, 4, 6, 19, 21, 99].map((x) => nearestIndex(xs, x))).toEqual([0, 0, 1, 1, 2, 2]);
  expect([nearestIndex(xs, NaN), nearestIndex([], 3)]).toEqual([-1, -1]);
});
