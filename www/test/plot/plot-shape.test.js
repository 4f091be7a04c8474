import { describe, expect, it } from 'vitest';
import { shapeOf, stylesOf } from '../../src/plot/plot-shape.js';
import { roundTicks } from '../../src/plot/ticks.js';
import { lineNames } from '../../src/study/findings-texts.js';

const SIZE = { width: 600, height: 300 };
const line = (
  /** @type {string} */ name,
  /** @type {number[]} */ y,
  /** @type {number[]} */ low = [],
  /** @type {number[]} */ high = [],
) => ({ name, x: y.map((_, at) => at * 10), y, low, high });
const plot = (/** @type {import('../../src/engine/types.js').Line[]} */ ...lines) => ({ title: 'T', x: 'Load, %', y: 'Time, s', lines });

describe('ticks', () => {
  it('are round and span the values', () => {
    expect(roundTicks(0, 97, 5)).toEqual([0, 20, 40, 60, 80, 100]);
    expect(roundTicks(-0.3, 0.31, 4)).toEqual([-0.4, -0.2, 0, 0.2, 0.4]);
    expect(roundTicks(1000, 1001, 3)).toEqual([1000, 1000.5, 1001]);
    expect(roundTicks(1, 4, 8)).toEqual([1, 1.5, 2, 2.5, 3, 3.5, 4]);
    expect(roundTicks(1, 4, 8, true)).toEqual([1, 2, 3, 4]);
    expect(roundTicks(5, 5, 3).length).toBeGreaterThan(1);
  });
});

describe('the styles of lines', () => {
  it('are the same for what was published and what it is beside', () => {
    expect(
      stylesOf([{ name: 'WF' }, { name: 'FCM' }, { name: 'FCM, published', published: true }, { name: 'Published by others' }]),
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
    expect(stylesOf([{ name: 'CA' }, { name: 'FCM' }, published], names)).toEqual([
      { style: 2, published: false },
      { style: 1, published: false },
      { style: 1, published: true },
    ]);
  });
});

describe('the shape of a plot', () => {
  it('keeps all points inside its box, and begins at 0 what begins near it', () => {
    const { box, lines, up } = shapeOf(plot(line('A', [20, 90, 60])), SIZE);
    expect(up[0]?.text).toBe('0');
    for (const { x, y } of lines[0]?.marks ?? []) {
      expect(x).toBeGreaterThanOrEqual(box.left);
      expect(x).toBeLessThanOrEqual(box.right);
      expect(y).toBeGreaterThanOrEqual(box.top);
      expect(y).toBeLessThanOrEqual(box.bottom);
    }
    // A higher value lies further up.
    const [first, second] = lines[0]?.marks ?? [];
    expect(second?.y).toBeLessThan(first?.y ?? NaN);
  });
  it('breaks lines and areas at gaps; an interval alone becomes a bar', () => {
    const [drawn] = shapeOf(plot(line('A', [1, 2, NaN, 3], [0, 1, NaN, 2], [2, 3, NaN, 4])), SIZE).lines;
    expect(drawn?.path.match(/M/gu)).toHaveLength(2);
    expect(drawn?.bands).toHaveLength(1);
    expect(drawn?.bars).toHaveLength(1);
    expect(drawn?.marks).toHaveLength(3);
  });
  it('draws what was published as marks without a line', () => {
    const [drawn] = shapeOf(plot({ ...line('A, published', [1, NaN, 3]), published: true }), SIZE).lines;
    expect(drawn).toMatchObject({ published: true, path: '' });
    expect(drawn?.marks).toHaveLength(2);
  });
  it('names few lines where there is room, one under the other', () => {
    const many = ['A', 'B', 'C'].map((name) => line(name, [1, 2, 3]));
    const { lines, named } = shapeOf(plot(...many), SIZE);
    expect(named).toBe(true);
    const heights = lines.map(({ name_at }) => name_at?.y ?? NaN).sort((a, b) => a - b);
    expect((heights[1] ?? NaN) - (heights[0] ?? NaN)).toBeGreaterThanOrEqual(14);
    expect((heights[2] ?? NaN) - (heights[1] ?? NaN)).toBeGreaterThanOrEqual(14);
    expect(shapeOf(plot(...many), { ...SIZE, width: 320 }).named).toBe(false);
  });
  it('keeps the styles of those left when one is left out', () => {
    const { lines } = shapeOf(plot(line('A', [1, 2]), line('B', [3, 4])), { ...SIZE, hidden: new Set(['A']) });
    expect(lines.map(({ name, style }) => [name, style])).toEqual([['B', 1]]);
  });
  it('stands even without a value', () => {
    const { lines, up } = shapeOf(plot(line('A', [NaN, NaN])), SIZE);
    expect(lines[0]?.marks).toEqual([]);
    expect(up.every(({ at }) => Number.isFinite(at))).toBe(true);
    expect(() => shapeOf(plot(), SIZE)).not.toThrow();
  });
  it('reads a place back from where it is drawn', () => {
    const { to_x, from_x } = shapeOf(plot(line('A', [1, 2, 3])), SIZE);
    expect(from_x(to_x(10))).toBeCloseTo(10);
  });
});
