import { describe, expect, it } from 'vitest';
import { drawingHeight, lineHeight, nodeBox, typeNames } from '../../../src/views/graph/graph-drawing.js';

const kind = (/** @type {number} */ line, /** @type {string} */ name) => ({ line, name, fill: '', ink: '', count: 3, run_s: null });

describe('the drawing of a task graph', () => {
  it('fits the height as long as lines remain distinguishable', () => {
    expect(lineHeight({ lines: 1 })).toBe(54);
    expect(lineHeight({ lines: 23 })).toBe(20);
    expect(lineHeight({ lines: 36 })).toBe(13);
    expect(drawingHeight({ lines: 36 })).toBeLessThan(500);
  });

  it('names the types of a line once, with numbers where there is room', () => {
    const far = typeNames([kind(0, 'a'), kind(1, 'a'), kind(2, 'b'), kind(2, 'c')], 40);
    expect(far.map(({ name, y, detail, more }) => [name, y, detail, more])).toEqual([
      ['a', 14, true, 0],
      ['b', 94, true, 1],
    ]);
    const near = typeNames([kind(0, 'a'), kind(1, 'b'), kind(2, 'c')], 13);
    expect(near.map(({ name, detail }) => [name, detail])).toEqual([
      ['a', false],
      ['b', false],
      ['c', false],
    ]);
    // Too near for every line to have its name.
    expect(typeNames([kind(0, 'a'), kind(1, 'b'), kind(2, 'c')], 7).map(({ name }) => name)).toEqual(['a', 'c']);
  });

  it('leaves room between squares, also in two rows, and keeps blocks side by side', () => {
    const node = (/** @type {number} */ x, /** @type {number} */ w, y = 0) => /** @type {any} */ ({ x, y, w });
    const [first, next] = [nodeBox(node(1 / 40, 1 / 20), 50, false), nodeBox(node(3 / 40, 1 / 20), 50, false)];
    expect(next.x - first.x - first.w).toBeGreaterThan(0);
    const [upper, lower, second] = [1, 3, 5].map((at) => nodeBox(node(at / 124, 1 / 31, at === 3 ? 0.3 : 0), 50, false));
    expect((second?.x ?? 0) - (upper?.x ?? 0) - (upper?.w ?? 0)).toBeGreaterThan(0);
    expect((lower?.y ?? 0) - (upper?.y ?? 0) - (upper?.h ?? 0)).toBeGreaterThan(0);
    const [one, other] = [nodeBox(node(0.25, 0.5), 50, true), nodeBox(node(0.75, 0.5), 50, true)];
    expect(other.x - other.w / 2 - (one.x + one.w / 2)).toBeCloseTo(1);
  });
});
