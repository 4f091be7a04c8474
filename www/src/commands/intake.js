/** @file The ways in for files: what takes them is fetched with the first one. */

import { fetchPart } from './lazy.js';

/** @import { Page } from './page.js' */

const files = (/** @type {Page} */ page) => fetchPart(page, 'The reader for files', () => import('./files.js'));
const several = (/** @type {Page} */ page) => fetchPart(page, 'The reader for files', () => import('./together.js'));

/** @typedef {typeof import('./files.js')} Files */
/** @typedef {typeof import('./together.js')} Several */

// What each of them does is said where it is done; what cannot be fetched brings nothing.

/** @type {Files['addFile']} */
export const addFile = async (page, file) => (await files(page))?.addFile(page, file) ?? false;
/** @type {Several['addFiles']} */
export const addFiles = async (page, list, how) => (await several(page))?.addFiles(page, list, how) ?? false;
/** @type {Several['together']} */
export const together = async (page, actions, keep) => (await several(page))?.together(page, actions, keep) ?? false;
/** @type {Files['runAs']} */
export const runAs = async (page, reading) => (await files(page))?.runAs(page, reading);
/** @type {Files['openUrl']} */
export const openUrl = async (page, url) => (await files(page))?.openUrl(page, url) ?? false;
/** @type {Files['pasteText']} */
export const pasteText = async (page, text) => (await files(page))?.pasteText(page, text) ?? false;

/** Lets the reader choose a file. */
export function chooseFile(/** @type {Page} */ page) {
  const input = document.createElement('input');
  input.type = 'file';
  input.onchange = () => {
    const file = input.files?.[0];
    if (file) void addFile(page, file);
  };
  input.click();
}
