/** @file The cells of a table that a system declares: how they read, in which order rows are listed, and a column as a line. */

import { NOTHING, formatNumber } from '../../text/numbers.js';
import { formatMoment, formatTime } from '../../text/time.js';

/** @import { Table } from '../../types.js' */

/** The name of the view. */
export const VIEW = 'declared';

/** @typedef {Table['columns'][number]} Column */
/** @typedef {ArrayLike<number|string>} Values of one column, in the order of the rows */

/**
 * A cell in words.
 * @param {Column} column
 * @param {number|string|undefined} value
 * @returns {string}
 */
export function cellText({ type, unit }, value) {
  if (value === undefined || Number.isNaN(value)) return NOTHING;
  if (typeof value === 'string') return value;
  if (type === 'time') return formatMoment(value);
  if (type === 'subject') return String(value);
  return unit === 's' ? formatTime(value) : formatNumber(value);
}

/**
 * Whether a column can be drawn as a line.
 * @param {Column} column
 */
export function isDrawn({ type }) {
  return type === 'integer' || type === 'number';
}

/**
 * The places of the rows, ordered by one column; what is unknown comes last, equals stay as they are.
 * @param {Values} values
 * @param {boolean} descending
 * @returns {number[]}
 */
export function orderBy(values, descending) {
  const known = (/** @type {number} */ at) => values[at] !== undefined && !Number.isNaN(values[at]);
  const compare = (/** @type {number} */ a, /** @type {number} */ b) => {
    if (!known(a) || !known(b)) return Number(known(b)) - Number(known(a));
    const [one, other] = [values[a] ?? 0, values[b] ?? 0];
    return (one < other ? -1 : one > other ? 1 : 0) * (descending ? -1 : 1);
  };
  return Array.from(values, (_, at) => at).sort(compare);
}

/**
 * A column as a line over the first column of times, or over the rows where there is none.
 * @param {Table} table
 * @param {readonly Values[]} columns
 * @param {number} drawn which column
 * @returns {{x: number[], values: (number|null)[], overTime: boolean}}
 */
export function lineOf(table, columns, drawn) {
  const times = columns[table.columns.findIndex(({ type }) => type === 'time')];
  const number = (/** @type {number|string|undefined} */ value) => (typeof value === 'number' && Number.isFinite(value) ? value : null);
  const values = columns[drawn] ?? [];
  const places = times ? orderBy(times, false).filter((at) => number(times[at]) !== null) : Array.from(values, (_, at) => at);
  return { x: places.map((at) => number(times?.[at]) ?? at + 1), values: places.map((at) => number(values[at])), overTime: times !== undefined };
}
