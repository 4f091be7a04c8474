/** @file Opening and closing the dialog of the columns of a table. */

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
