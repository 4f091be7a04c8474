/** @file Bags by size, as data of a table: nothing here draws. */

/** @import { TableRows } from '../../engine/types.js' */

/** The largest number of tasks of each class. */
const CLASSES = [1, 4, 16, Infinity];

/** @typedef {{name: string, bags: number, response_s: number}} SizeClass response_s: mean */

/**
 * The bags completed by a moment, in classes of size; empty classes are left out.
 * @param {TableRows} rows of the table of bags
 * @param {number} now_s
 * @returns {SizeClass[]}
 */
export function sizeClasses({ columns }, now_s) {
  const value = (/** @type {string} */ id, /** @type {number} */ at) => columns[id]?.[at] ?? NaN;
  const bags = Array.from(columns.tasks ?? [], (tasks, at) => ({ tasks, submit_s: value('submit_s', at), end_s: value('end_s', at) }));
  return CLASSES.map((most, at) => {
    const least = (CLASSES[at - 1] ?? 0) + 1;
    // The end of a bag that is not completed is not a number, which no comparison holds for.
    const own = bags.filter(({ tasks, end_s }) => tasks >= least && tasks <= most && end_s <= now_s);
    const total_s = own.reduce((sum, { submit_s, end_s }) => sum + end_s - submit_s, 0);
    return { name: className(least, most), bags: own.length, response_s: total_s / own.length };
  }).filter(({ bags: count }) => count > 0);
}

/** @param {number} least @param {number} most */
function className(least, most) {
  if (most === Infinity) return `${least} or more tasks`;
  return least === most ? `${least} ${least === 1 ? 'task' : 'tasks'}` : `${least} to ${most} tasks`;
}
