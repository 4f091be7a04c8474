/** @file Parameters that are tables: rows as in a scenario, which omits defaults. */
import { parameterValue, withSetting } from './parameter-values.js';

/** @import { ParameterValue } from '../engine/types.js' */
/** @import { Parameter, TableRow } from './types.js' */

/**
 * The default rows of a table.
 * @param {Parameter} parameter
 * @returns {TableRow[]}
 */
export function defaultRows({ columns = [], default: rows }) {
  return /** @type {(number | boolean | string)[][]} */ (rows).map((cells) =>
    Object.fromEntries(columns.map(({ id, default: usual }, at) => [id, cells[at] ?? usual])),
  );
}

/**
 * The rows of a table: the given ones, otherwise the default ones.
 * @param {Parameter} parameter
 * @param {ParameterValue | undefined} given
 * @returns {TableRow[]}
 */
export function tableRows(parameter, given) {
  return Array.isArray(given) && given !== parameter.default ? /** @type {TableRow[]} */ (given) : defaultRows(parameter);
}

/**
 * Whether rows are the default ones.
 * @param {Parameter} parameter
 * @param {readonly TableRow[]} rows
 * @returns {boolean}
 */
export function areDefaultRows(parameter, rows) {
  const usual = defaultRows(parameter);
  const same = (/** @type {TableRow} */ row, /** @type {TableRow} */ other) =>
    (parameter.columns ?? []).every((column) => parameterValue(column, row) === parameterValue(column, other));
  return rows.length === usual.length && rows.every((row, at) => same(row, usual[at] ?? {}));
}

/**
 * The rows with one cell changed.
 * @param {Parameter} parameter
 * @param {readonly TableRow[]} rows
 * @param {number} at
 * @param {string} id
 * @param {ParameterValue} value
 * @returns {TableRow[]}
 */
export function setCell({ columns = [] }, rows, at, id, value) {
  return rows.map((row, index) => (index === at ? /** @type {TableRow} */ (withSetting(columns, row, id, value)) : row));
}

/**
 * The rows with a copy of the last one at the end.
 * @param {Parameter} parameter
 * @param {readonly TableRow[]} rows
 * @returns {TableRow[]}
 */
export function appendRow({ max }, rows) {
  return max !== undefined && rows.length >= max ? [...rows] : [...rows, { ...rows.at(-1) }];
}

/**
 * The rows without one, unless the minimum is reached.
 * @param {Parameter} parameter
 * @param {readonly TableRow[]} rows
 * @param {number} at
 * @returns {TableRow[]}
 */
export function removeRow({ min = 0 }, rows, at) {
  return rows.length <= min ? [...rows] : rows.toSpliced(at, 1);
}
