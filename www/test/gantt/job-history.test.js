import { describe, expect, it } from 'vitest';
import { sizeAreas, sizeRange, transfersText } from '../../src/gantt/job-history.js';

/** @type {import('../../src/engine/types.js').Card['sizes']} */
const sizes = [
  { time_s: 10, nodes: 4, phase: 'prepares' },
  { time_s: 20, nodes: 4, phase: 'works' },
  { time_s: 40, nodes: 0, phase: 'works' },
  { time_s: 50, nodes: 8, phase: 'works' },
];

describe('the size of a job over time', () => {
  it('is drawn as stretches of equal size, to scale', () => {
    expect(sizeAreas(sizes, 70)).toEqual([
      { x: 0, y: 24, w: 50, h: 24, phase: 'prepares' },
      { x: 50, y: 24, w: 100, h: 24, phase: 'works' },
      { x: 200, y: 0, w: 100, h: 48, phase: 'works' },
    ]);
    expect(sizeAreas([], 5)).toEqual([]);
  });

  it('has a range and a mean over the time in which it held nodes', () => {
    expect(sizeRange(sizes, 70)).toEqual({ least: 4, most: 8, mean: (4 * 30 + 8 * 20) / 50 });
  });
});

describe('what was moved for a task', () => {
  it('lists the phases that have begun by the playhead', () => {
    const of = { from: 'VU', to: 'UvA', end_s: 30 };
    const transfers = [
      { ...of, bytes: 2e6, start_s: 10 },
      { ...of, bytes: 3e6, start_s: 20 },
    ];
    expect([5, 10, 20].map((now_s) => transfersText(transfers, now_s))).toEqual(['', '1 transfer, 2 MB', '2 transfers, 5 MB']);
  });
});
