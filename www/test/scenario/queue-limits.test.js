// The limits of queues in words, and their order.
import { describe, expect, it } from 'vitest';
import { isQueueTable, moveQueue, queueText, queueWarning } from '../../src/scenario/queue-limits.js';

const column = (/** @type {string} */ id, /** @type {number|boolean} */ usual) =>
  /** @type {any} */ ({ id, name: id, doc: '', unit: '', type: typeof usual === 'boolean' ? 'bool' : 'number', default: usual });
const PARAMETER = /** @type {any} */ ({
  id: 'queues',
  columns: [
    column('level', 1),
    column('t_q_s', 1e8),
    column('t_e_s', 1e8),
    column('cpus', 1),
    column('kflops', 1e6),
    column('limit_cpus', 0),
    column('beta', 1),
    column('lower', 0),
    column('partner', 0),
    column('mismatch', true),
    column('overload', true),
    column('queue_potential', true),
  ],
});
/** @type {import('../../src/scenario/types.js').TableRow[]} */
const SUPERLINK = [
  { level: 1, t_q_s: 360, t_e_s: 180, cpus: 2, kflops: 817_477 },
  { level: 2, t_q_s: 19_200, t_e_s: 9600, cpus: 100, kflops: 775_251, partner: 3 },
  { level: 2, t_q_s: 9600, t_e_s: 9600, cpus: 500, kflops: 649_505 },
  { level: 3, t_q_s: 172_800, t_e_s: 172_800, cpus: 500, kflops: 649_505 },
];

describe('queues of a hierarchy', () => {
  it('are known by their columns', () => {
    expect([isQueueTable(PARAMETER), isQueueTable({ ...PARAMETER, columns: [column('machines', 1)] })]).toEqual([true, false]);
  });

  it('have their limits in words', () => {
    const limits = { level: 1, lower: 1, cpus: 2, largest_s: 360, total_s: 720, demotes_in_vain: false };
    expect(queueText(limits)).toBe('Tasks of up to 6 min of CPU time, at most 12 min in total, on 2 machines.');
    expect(queueText({ ...limits, lower: null, cpus: 1 })).toBe(
      'Tasks of up to 6 min of CPU time, at most 12 min in total, on one machine. Larger tasks are rejected: there is no lower queue.',
    );
    expect(queueText({ ...limits, cpus: 100, largest_s: null, total_s: null })).toBe(
      'Tasks of any size, no limit on their total, on 100 machines.',
    );
    expect(queueWarning(limits, 0)).toBe('');
    expect(queueWarning({ ...limits, demotes_in_vain: true }, 0)).toMatch(/^Q2 accepts no larger tasks than Q1,/);
  });

  it('keep whom they name when they change places', () => {
    const moved = moveQueue(SUPERLINK, 1, 2);
    expect(moved.map(({ cpus }) => cpus)).toEqual([2, 500, 100, 500]);
    expect(moved[2]).toEqual({ ...SUPERLINK[1], partner: 2 });
    expect(moveQueue(SUPERLINK, 0, -1)).toEqual(SUPERLINK);
    const last = moveQueue(SUPERLINK, 0, 3);
    expect(last.map(({ cpus }) => cpus)).toEqual([100, 500, 500, 2]);
    expect(last[0]).toEqual({ ...SUPERLINK[1], partner: 2 });
  });
});
