/** @file The limits of the queues of a hierarchy (equation 1 of Silberstein et al. 2006), as numbers and sentences. */

import { formatNumber } from '../text/numbers.js';
import { formatTime } from '../text/time.js';
import { parameterValue } from './parameter-values.js';

/** @import { Parameter, TableRow } from './types.js' */

/** Times from here on mean "no limit", s. */
const NO_LIMIT_S = 1e8;

/**
 * @typedef {object} QueueFacts
 * @property {number} level
 * @property {number} lower the place of the queue to which tasks move down; -1 for none
 * @property {number} cpus that count in its limits
 * @property {number|null} largest_s CPU time of the largest task on one of its machines; null without that limit
 * @property {number|null} most_s CPU time of all tasks in it; null without that limit
 * @property {number} largest its largest task whatever the machines are, KFlop
 */

/** Whether a table contains the queues of a hierarchy. */
export function isQueueTable(/** @type {Parameter} */ { columns = [] }) {
  return ['t_e_s', 't_q_s', 'kflops', 'level'].every((id) => columns.some((column) => column.id === id));
}

/**
 * The limits of each queue.
 * @param {Parameter} parameter
 *
 * @param {readonly TableRow[]} rows
 *
 * @returns {QueueFacts[]}
 */
export function queueFacts({ columns = [] }, rows) {
  const cells = rows.map((row) => (/** @type {string} */ id) => {
    const column = columns.find((one) => one.id === id);
    return column ? parameterValue(column, row) : 0;
  });
  const levels = cells.map((cell) => Number(cell('level')));
  return cells.map((cell, at) => {
    const cpus = Number(cell('limit_cpus')) || Number(cell('cpus'));
    const [executes, stays, beta] = [Number(cell('t_e_s')), Number(cell('t_q_s')), Number(cell('beta'))];
    const below = Math.min(...levels.filter((level) => level > (levels[at] ?? 0)));
    const said = Number(cell('lower')) - 1;
    const limits = cell('mismatch') === true && executes < NO_LIMIT_S;
    const counts = (cell('overload') === true || cell('queue_potential') === true) && stays < NO_LIMIT_S;
    return {
      level: levels[at] ?? 1,
      lower: said >= 0 ? said : levels.indexOf(below),
      cpus,
      largest_s: limits ? executes * cpus * beta : null,
      most_s: counts ? stays * cpus * beta : null,
      largest: limits ? executes * cpus * beta * Number(cell('kflops')) : Infinity,
    };
  });
}

/** A sentence that describes the tasks a queue serves. */
export function queueText(/** @type {QueueFacts} */ { largest_s: largest, most_s: most, cpus, lower }) {
  const machines = cpus === 1 ? 'one machine' : `${formatNumber(cpus)} machines`;
  const tasks = largest === null ? 'Tasks of any size' : `Tasks of up to ${formatTime(largest)} of CPU time`;
  return `${tasks}, ${most === null ? 'no limit on their total' : `at most ${formatTime(most)} in total`}, on ${machines}.${lower < 0 && largest !== null ? ' Larger tasks are rejected: there is no lower queue.' : ''}`;
}

/**
 * Warnings about queues that serve no larger tasks than the queue above.
 * @param {readonly QueueFacts[]} facts
 *
 * @returns {(string|null)[]} a sentence for each, or nothing
 */
export function queueWarnings(facts) {
  return facts.map(({ lower, largest }, at) => {
    const next = facts[lower];
    if (next && next.largest <= largest && next.largest < Infinity)
      return `Q${lower + 1} accepts no larger tasks than Q${at + 1}, so demoting a task has no benefit. Check T_e, N and P of Q${lower + 1}.`;
    return null;
  });
}

/**
 * The rows with one moved; references to queues by number are updated.
 * @param {readonly TableRow[]} rows
 *
 * @param {number} at
 *
 * @param {number} to
 *
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
