/** @file Tables that a system declares: the text of cells, the order of rows, and a column as a line. */

import { formatNumber, NO_VALUE } from '../../text/numbers.js';
import { formatMoment, formatTime } from '../../text/time.js';

/** @import { Table, TableRows } from '../../engine/types.js' */

/** @typedef {Table['columns'][number]} Column */

/**
 * The text of a cell.
 * @param {Column} column
 * @param {TableRows} rows
 * @param {number} place of the row in the table
 * @returns {string}
 */
export function formatCell({ id, cells, unit }, { columns, names }, place) {
  const value = columns[id]?.[place] ?? NaN;
  const name = names[id]?.[place];
  if (name !== undefined) return name === '' ? NO_VALUE : name;
  if (Number.isNaN(value)) return NO_VALUE;
  if (cells === 'flag') return value === 0 ? 'no' : 'yes';
  if (cells === 'time') return formatMoment(value);
  return cells === 'span' || unit === 's' ? formatTime(value) : formatNumber(value);
}

/** Whether a table has numbers to plot. @param {Column} column whether it can be drawn as a line */
export function isPlottable({ cells }) {
  return cells === 'count' || cells === 'number' || cells === 'span' || cells === 'rows';
}

/**
 * The indexes of the rows sorted by one column; unknown values are last, and equal ones keep their order.
 * @param {ArrayLike<number>|readonly string[]} values
 * @param {boolean} descending
 * @returns {number[]}
 */
export function sortedPlaces(values, descending) {
  const known = (/** @type {number} */ at) => !Number.isNaN(values[at]);
  const compare = (/** @type {number} */ a, /** @type {number} */ b) => {
    if (!known(a) || !known(b)) return Number(known(b)) - Number(known(a));
    const [one, other] = [values[a] ?? 0, values[b] ?? 0];
    return (one < other ? -1 : one > other ? 1 : 0) * (descending ? -1 : 1);
  };
  return Array.from({ length: values.length }, (_, at) => at).sort(compare);
}

/**
 * A column as a line over the first column of times, or over the rows without one.
 * @param {Table} table
 * @param {TableRows} rows
 * @param {string} drawn the id of the column
 * @returns {{x: number[], values: (number|null)[], overTime: boolean}}
 */
export function columnLine(table, { columns }, drawn) {
  const times = columns[table.columns.find(({ cells }) => cells === 'time')?.id ?? ''];
  const values = columns[drawn] ?? [];
  const known = (/** @type {number|undefined} */ value) => (Number.isFinite(value) ? (value ?? null) : null);
  const places = times ? sortedPlaces(times, false).filter((at) => known(times[at]) !== null) : Array.from(values, (_, at) => at);
  return { x: places.map((at) => times?.[at] ?? at + 1), values: places.map((at) => known(values[at])), overTime: times !== undefined };
}
