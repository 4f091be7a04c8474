/** @file The mapping of a table: the meaning of each column, in the form of its dialog and in that of a scenario. */

import { parameterValue, withSetting } from './parameter-values.js';

/** @import { Settings } from '../engine/types.js' */
/** @import { Parameter, TableRow } from './types.js' */

/**
 * A column in the dialog: its reference in the mapping, and the rows of the mapping that refer to it. Most columns have
 * none or one.
 * @typedef {{ reference: string, name: string, samples: readonly string[], rows: readonly {meaning: string, unit: string}[] }} ChosenColumn
 */

/** The meaning of an unused column, and the unit of unconverted values. */
const UNUSED = { meaning: 'unused', unit: 'as-written' };

/**
 * The columns of a table with their mapping. Hand-written references may differ from names in case.
 * @param {readonly { reference: string, name: string, samples: readonly string[] }[]} columns
 * @param {readonly TableRow[]} rows of the parameter `columns`
 * @returns {ChosenColumn[]}
 */
export function chosenColumns(columns, rows) {
  const named = (/** @type {TableRow} */ row) => String(row.column ?? '').trim();
  const place = (/** @type {string} */ said) => {
    const exact = columns.findIndex(({ reference, name }) => said === name || said === reference);
    if (exact >= 0) return exact;
    const number = Number(said);
    if (Number.isInteger(number) && number >= 1 && number <= columns.length) return number - 1;
    return columns.findIndex(({ name }) => name !== '' && name.toLowerCase() === said.toLowerCase());
  };
  return columns.map((column, at) => ({
    ...column,
    rows: rows
      .filter((row) => place(named(row)) === at)
      .map((row) => ({ meaning: String(row.meaning ?? UNUSED.meaning), unit: String(row.unit ?? UNUSED.unit) })),
  }));
}

/**
 * The columns with another meaning or unit of one of them; a meaning is removed from the column that had it before.
 * @param {readonly ChosenColumn[]} columns
 * @param {number} at
 * @param {{meaning?: string, unit?: string}} change
 * @returns {ChosenColumn[]}
 */
export function changeColumn(columns, at, change) {
  const { meaning } = change;
  return columns.map((column, index) => {
    if (index === at) {
      const next = { ...(column.rows[0] ?? UNUSED), ...change };
      return { ...column, rows: next.meaning === UNUSED.meaning ? [] : [next] };
    }
    const others = column.rows.filter((row) => row.meaning !== meaning);
    return others.length === column.rows.length ? column : { ...column, rows: others };
  });
}

/**
 * The parameter `columns` of these columns.
 * @param {readonly ChosenColumn[]} columns
 * @returns {TableRow[]}
 */
export function columnRows(columns) {
  return columns.flatMap(({ reference, rows }) =>
    rows.map(({ meaning, unit }) => ({ column: reference, meaning, ...(unit === UNUSED.unit ? {} : { unit }) })),
  );
}

/**
 * The parameters of a table with these columns; defaults are omitted.
 * @param {readonly Parameter[]} parameters
 * @param {Settings} settings
 * @param {readonly ChosenColumn[]} columns
 * @returns {Settings}
 */
export function settingsWithColumns(parameters, settings, columns) {
  const all = /** @type {Settings} */ ({ ...settings, columns: /** @type {any} */ (columnRows(columns)) });
  const given = parameters.filter(({ id }) => all[id] !== undefined);
  return given.reduce(
    (kept, parameter) => withSetting(parameters, kept, parameter.id, parameterValue(parameter, all)),
    /** @type {Settings} */ ({}),
  );
}
