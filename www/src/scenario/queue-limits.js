/** @file The queues of a hierarchy: their limits (equation 1 of Silberstein et al. 2006) as sentences, and their order. */

import { formatNumber } from '../text/numbers.js';
import { formatTime } from '../text/time.js';

/** @import { QueueLimits } from '../engine/types.js' */
/** @import { Parameter, TableRow } from './types.js' */

/** Whether a table contains the queues of a hierarchy. */
export function isQueueTable(/** @type {Parameter} */ { columns = [] }) {
  return ['t_e_s', 't_q_s', 'kflops', 'level'].every((id) => columns.some((column) => column.id === id));
}

/** A sentence that describes the tasks a queue serves. */
export function queueText(/** @type {QueueLimits} */ { largest_s: largest, total_s: most, cpus, lower }) {
  const machines = cpus === 1 ? 'one machine' : `${formatNumber(cpus)} machines`;
  const tasks = largest === null ? 'Tasks of any size' : `Tasks of up to ${formatTime(largest)} of CPU time`;
  return `${tasks}, ${most === null ? 'no limit on their total' : `at most ${formatTime(most)} in total`}, on ${machines}.${lower === null && largest !== null ? ' Larger tasks are rejected: there is no lower queue.' : ''}`;
}

/**
 * A warning about a queue that demotes tasks to one that serves no larger tasks; empty for others.
 * @param {QueueLimits} limits
 * @param {number} at
 */
export function queueWarning({ lower, demotes_in_vain }, at) {
  if (lower === null || !demotes_in_vain) return '';
  return `Q${lower + 1} accepts no larger tasks than Q${at + 1}, so demoting a task has no benefit. Check T_e, N and P of Q${lower + 1}.`;
}

/**
 * The rows with one moved; references to queues by number are updated.
 * @param {readonly TableRow[]} rows
 * @param {number} at
 * @param {number} to
 * @returns {TableRow[]}
 */
export function moveQueue(rows, at, to) {
  const order = rows.map((_, place) => place);
  if (!rows[at] || !rows[to]) return [...rows];
  order.splice(to, 0, ...order.splice(at, 1));
  const number = (/** @type {unknown} */ said) => order.indexOf(Number(said) - 1) + 1 || said;
  return order.map((place) => {
    const next = { ...rows[place] };
    for (const id of ['lower', 'partner']) if (next[id] !== undefined) next[id] = /** @type {number} */ (number(next[id]));
    return next;
  });
}
