/** @file Commands for files, whose code is loaded with the first file. */

import { loadPart } from './part-loading.js';

/** @import { Page } from './page.js' */

const loadFileOpening = (/** @type {Page} */ page) => loadPart(page, 'The reader for files', () => import('./file-opening.js'));
const loadFileBatches = (/** @type {Page} */ page) => loadPart(page, 'The reader for files', () => import('./file-batches.js'));

/** @typedef {typeof import('./file-opening.js')} Files */
/** @typedef {typeof import('./file-batches.js')} Several */

// The implementations have the details; if the code cannot be loaded, the commands have no effect.

/** Opens files together; true if one of them was used. @type {Several['addFiles']} */
export const addFiles = async (page, list, how) => (await loadFileBatches(page))?.addFiles(page, list, how) ?? false;
/** Opens one file; true if it was used. @type {Files['addFile']} */
export const addFile = (page, file) => addFiles(page, [file]);
/** Opens a file as the platform of the scenario; true if it was used. @type {Files['openPlatformFile']} */
export const openPlatformFile = async (page, ...how) => (await loadFileOpening(page))?.openPlatformFile(page, ...how) ?? false;
/** Makes one workload of several files; true if it was run. @type {Several['mergeWork']} */
export const mergeWork = async (page, actions, keep) => (await loadFileBatches(page))?.mergeWork(page, actions, keep) ?? false;
/** Opens a table of jobs with the meanings of its columns; true if it was used. @type {Files['openTable']} */
export const openTable = async (page, file, settings) => (await loadFileOpening(page))?.openTable(page, file, settings) ?? false;
/** Runs a file as another kind of work. @type {Files['runFileAs']} */
export const runAs = async (page, reading) => (await loadFileOpening(page))?.runFileAs(page, reading);
/** Opens a file at an address. @param {Page} page @param {string} url @param {string} [sha256] */
export const openUrl = async (page, url, sha256) =>
  (await loadPart(page, 'The reader for files', () => import('./file-addresses.js')))?.openUrl(page, url, { sha256, add: addFile }) ??
  false;
/** Opens pasted text. @param {Page} page @param {string} text */
export const pasteText = async (page, text) =>
  (await loadPart(page, 'The reader for files', () => import('./pasted-text.js')))?.openPastedText(page, text, addFile) ?? false;

/** Opens the browser's file dialog. */
export function chooseFile(/** @type {Page} */ page) {
  const input = document.createElement('input');
  input.type = 'file';
  input.onchange = () => {
    const file = input.files?.[0];
    if (file) void addFile(page, file);
  };
  input.click();
}
