/** @file Rows of the tables of a run as objects. */

/** @import { TableRows } from '../engine/types.js' */

/**
 * @typedef {Record<string, any> & {names: Record<string, string>}} TableRow the numbers of a row by column, and the
 *   names in columns of names
 */

/**
 * The rows of a table as objects.
 * @param {TableRows} rows
 * @returns {TableRow[]}
 */
export function tableRowObjects({ columns, names }) {
  const row = (/** @type {Record<string, ArrayLike<unknown>>} */ all, /** @type {number} */ at) =>
    Object.fromEntries(Object.entries(all).map(([id, values]) => [id, values[at]]));
  const count = Object.values(columns)[0]?.length ?? 0;
  return Array.from({ length: count }, (_, at) => /** @type {TableRow} */ ({ ...row(columns, at), names: row(names, at) }));
}
