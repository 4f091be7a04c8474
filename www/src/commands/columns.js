/** @file The meanings of the columns of a table: opening their dialog, closing it, and reading the file as chosen. */

import { openTable } from './deferred-file-commands.js';
import { patchScenario } from './scenario.js';

/** @import { Settings } from '../engine/types.js' */
/** @import { OpenedColumns } from '../types.js' */
/** @import { Page } from './page.js' */

/**
 * Opens the dialog of the columns of a table.
 * @param {Page} page
 * @param {OpenedColumns} opened
 */
export function openColumns(page, opened) {
  page.store.set({ columns: opened });
}

/** Closes it. */
export function closeColumns(/** @type {Page} */ page) {
  page.store.set({ columns: null });
}

/**
 * Reads a table with these parameters: in the scenario on screen if it names the table, else as a new file.
 * @param {Page} page
 * @param {OpenedColumns} opened
 * @param {Settings} settings
 * @returns {Promise<boolean>} whether it could be used
 */
export function applyColumns(page, { name, bytes, pointer }, settings) {
  closeColumns(page);
  return pointer ? patchScenario(page, `${pointer}/parameters`, settings) : openTable(page, { name, bytes }, settings);
}
