/** @file Tables among the parameters: rows as a scenario writes them, which leave out what is as usual. */
import { parameterValue, withValue } from './parameter-values.js';

/** @import { ParameterValue } from '../engine/types.js' */
/** @import { Parameter, TableRow } from './types.js' */

/**
 * The rows of a table when nothing is said.
 * @param {Parameter} parameter
 * @returns {TableRow[]}
 */
export function usualRows({ columns = [], default: rows }) {
  return /** @type {(number | boolean | string)[][]} */ (rows).map((cells) =>
    Object.fromEntries(columns.map(({ id, default: usual }, at) => [id, cells[at] ?? usual])),
  );
}

/**
 * The rows of a table: those that are given, else the usual ones.
 * @param {Parameter} parameter
 * @param {ParameterValue | undefined} given
 * @returns {TableRow[]}
 */
export function rowsOf(parameter, given) {
  return Array.isArray(given) && given !== parameter.default ? /** @type {TableRow[]} */ (given) : usualRows(parameter);
}

/**
 * Whether rows are those that there are when nothing is said.
 * @param {Parameter} parameter
 * @param {readonly TableRow[]} rows
 * @returns {boolean}
 */
export function areUsual(parameter, rows) {
  const usual = usualRows(parameter);
  const same = (/** @type {TableRow} */ row, /** @type {TableRow} */ other) =>
    (parameter.columns ?? []).every((column) => parameterValue(column, row) === parameterValue(column, other));
  return rows.length === usual.length && rows.every((row, at) => same(row, usual[at] ?? {}));
}

/**
 * The rows with one cell set.
 * @param {Parameter} parameter
 * @param {readonly TableRow[]} rows
 * @param {number} at
 * @param {string} id
 * @param {ParameterValue} value
 * @returns {TableRow[]}
 */
export function withCell({ columns = [] }, rows, at, id, value) {
  return rows.map((row, index) => (index === at ? /** @type {TableRow} */ (withValue(columns, row, id, value)) : row));
}

/**
 * The rows with one more at the end, like the last.
 * @param {Parameter} parameter
 * @param {readonly TableRow[]} rows
 * @returns {TableRow[]}
 */
export function withRow({ max }, rows) {
  return max !== undefined && rows.length >= max ? [...rows] : [...rows, { ...rows.at(-1) }];
}

/**
 * The rows without one, unless so few are not allowed.
 * @param {Parameter} parameter
 * @param {readonly TableRow[]} rows
 * @param {number} at
 * @returns {TableRow[]}
 */
export function withoutRow({ min = 0 }, rows, at) {
  return rows.length <= min ? [...rows] : rows.toSpliced(at, 1);
}
