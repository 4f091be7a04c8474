import { describe, expect, it } from 'vitest';
import {
  moveCounts,
  moveShare,
  pairRows,
  planMoves,
  SPREAD,
  visibleMoves,
  waitFill,
  waitingSpans,
} from '../../src/morph/morph-geometry.js';

/** @param {number} number @param {number} start_s @param {number[]} nodes @returns {any} */
const job = (number, start_s, nodes) => ({ number, submit_s: 0, wait_s: start_s, start_s, end_s: start_s + 10, size: nodes.length, nodes });
const rows = (/** @type {{nodes: number[]}} */ { nodes }) => nodes;

describe('bars between two schedules', () => {
  it('move the k-th lowest row to the k-th lowest row, neighbours together', () => {
    expect(pairRows([0, 1, 2], [4, 5, 7])).toEqual([
      { from: 0, to: 4, rows: 2 },
      { from: 2, to: 7, rows: 1 },
    ]);
    expect(pairRows([0, 1], [0, 1])).toEqual([{ from: 0, to: 0, rows: 2 }]);
    expect(pairRows([3], [])).toEqual([]);
  });

  it('are ranked by their starts in the second schedule', () => {
    const moves = planMoves([job(1, 0, [0]), job(2, 10, [0]), job(3, 20, [0])], [job(1, 0, [0]), job(2, 30, [0]), job(3, 10, [1])], rows);
    expect(moves.map(({ number, rank, stays }) => [number, rank, stays])).toEqual([
      [1, 0, true],
      [3, 0.5, false],
      [2, 1, false],
    ]);
  });

  it('begin at their places and end at the others, in a wave', () => {
    for (const rank of [0, 0.3, 1]) {
      expect(moveShare(rank, 0)).toBe(0);
      expect(moveShare(rank, 1)).toBe(1);
    }
    expect(moveShare(0, 1 - SPREAD)).toBe(1);
    expect(moveShare(1, SPREAD)).toBe(0);
    expect(moveShare(0, (1 - SPREAD) / 2)).toBeCloseTo(0.5);
  });

  it('are counted', () => {
    /** @type {any[]} */
    const moves = [
      { rank: 0, stays: true },
      { rank: 0, stays: false },
      { rank: 0.5, stays: false },
      { rank: 1, stays: false },
    ];
    expect(moveCounts(moves, 0.5)).toEqual({ placed: 1, moving: 1, following: 1, staying: 1 });
    expect(moveCounts(moves, 1)).toEqual({ placed: 3, moving: 0, following: 0, staying: 1 });
  });

  it('leave the time in which a job waits in the drawing', () => {
    /** @type {any[]} */
    const moves = [
      { ready_s: [0, 0], start_s: [10, 0], rank: 0 },
      { ready_s: [5, 5], start_s: [20, 8], rank: 1 },
      { ready_s: [30, 30], start_s: [40, 30], rank: 1 },
    ];
    expect(waitingSpans(moves, 0)).toEqual([
      [0, 20],
      [30, 40],
    ]);
    expect(waitingSpans(moves, 1)).toEqual([[5, 8]]);
  });

  it('have the colours of their waits', () => {
    const classes = [0, 300, 900].map((from_s) => ({ from_s, fill: `#${from_s}` }));
    expect([0, 299, 300, 9999].map((wait) => waitFill(wait, classes))).toEqual(['#0', '#0', '#300', '#900']);
  });

  it('wait from when their tasks are ready, which differs between schedules', () => {
    const [from, to] = [
      { ...job(1, 100, [0]), wait_s: 40 },
      { ...job(1, 60, [0]), wait_s: 10 },
    ];
    expect(planMoves([from], [to], rows)[0]?.ready_s).toEqual([60, 50]);
  });

  it('are in a window in either schedule', () => {
    const moves = planMoves([job(1, 0, [0]), job(2, 100, [0])], [job(1, 50, [0]), job(2, 100, [0])], rows);
    expect(visibleMoves(moves, { from_s: 45, to_s: 60 }).map(({ number }) => number)).toEqual([1]);
  });
});
