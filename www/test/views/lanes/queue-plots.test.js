import { describe, expect, it } from 'vitest';
import { claimPlots, loadPlots } from '../../../src/views/lanes/queue-plots.js';

const queue = (/** @type {string} */ name, /** @type {number|null} */ most_s) => /** @type {any} */ ({ name, most_s });
const levels = (/** @type {any[]} */ ...queues) => /** @type {any} */ ({ queues });
const rows = {
  columns: {
    time: Float64Array.of(10, 10, 20, 30, 40),
    work: Float64Array.of(1, 50, 3, 2, 60),
    limit: Float64Array.of(4, 5000, 4, 4, 5000),
    claims: Float64Array.of(1, 9, 2, 2, 80),
    available: Float64Array.of(2, 20, 2, 2, 90),
    pending: Float64Array.of(0, 7, 3, 0, 40),
  },
  names: { queue: ['Q1', 'Q2', 'Q1', 'Q1', 'Q2'] },
  because: [],
};

describe('the work in the queues over time', () => {
  it('is drawn for each queue up to the playhead, with the most there may be', () => {
    const [first, ...others] = loadPlots(levels(queue('Q1', 14_400), queue('Q2', null)), rows, 30);
    // Of the second there is one moment only.
    expect(others).toEqual([]);
    expect([first?.name, first?.data.x]).toEqual(['Q1', [10, 20, 30]]);
    expect(first?.data.lines.map(({ name, values }) => [name, values])).toEqual([
      ['Q', [1, 3, 2]],
      ['C_q', [4, 4, 4]],
    ]);
    // Red is what is too much, and nothing else.
    expect(first?.data.shade).toEqual({ low: [0, 0, 0], high: [1, 3, 2], token: 'variant-2' });
    expect(first?.look.words).toBe('maximum 3 h of work, limit 4 h');
  });

  it('names a distant limit instead of drawing it', () => {
    const second = loadPlots(levels(queue('Q2', 18_000_000)), rows, 99)[0];
    expect(second?.data.lines.map(({ name }) => name)).toEqual(['Q']);
    expect(second?.look.unit).toBe('h of work, C_q 5\u202f000 h');
    expect(loadPlots(levels(queue('Q2', null)), rows, 99)[0]?.look.unit).toBe('h of work, no limit');
  });

  it('highlights values above the limit', () => {
    const much = { ...rows, columns: { ...rows.columns, work: Float64Array.of(1, 50, 5, 2, 60) } };
    const lines = loadPlots(levels(queue('Q1', 14_400)), much, 30)[0]?.data.lines ?? [];
    expect(lines.map(({ name, values }) => [name, values]).at(-1)).toEqual(['above C_q', [null, 5, null]]);
  });

  it('has machines beside it: held, there, at most, and the jobs that wait for them', () => {
    const of = (/** @type {string} */ name, /** @type {number} */ cpus) =>
      claimPlots(levels(/** @type {any} */ ({ name, cpus })), rows, 99)[0];
    expect(of('Q1', 2)?.data.lines.map(({ name, values }) => [name, values])).toEqual([
      ['allocated', [1, 2, 2]],
      ['available', [2, 2, 2]],
      ['N', [2, 2, 2]],
      ['jobs waiting', [0, 3, 0]],
    ]);
    // A limit that is far away is said.
    expect(of('Q2', 500)?.look.unit).toBe('N 500; waiting jobs on the right axis');
    expect(of('Q2', 500)?.look.words).toBe('maximum 80 machines allocated (N 500), maximum 40 jobs waiting');
  });
});
