/** @file The ways in for files: what takes them is fetched with the first one. */

import { fetchPart } from './lazy.js';

/** @import { Page } from './page.js' */
/** @typedef {File|{name: string, bytes: Uint8Array, url?: string}} Brought */

const files = (/** @type {Page} */ page) => fetchPart(page, 'What reads files', () => import('./files.js'));
const several = (/** @type {Page} */ page) => fetchPart(page, 'What reads files', () => import('./together.js'));

/**
 * Takes a file: a scenario is opened, a trace or workflow becomes the workload.
 * @param {Page} page
 * @param {Brought} file
 * @returns {Promise<boolean>} whether it could be used
 */
export const addFile = async (page, file) => (await files(page))?.addFile(page, file) ?? false;

/**
 * Takes files, one after the other, and says once what came of them all.
 * @param {Page} page
 * @param {readonly File[]} list
 * @param {{keep?: boolean}} [how] keep: beside the work that is there
 * @returns {Promise<boolean>} whether any could be used
 */
export const addFiles = async (page, list, how) => (await several(page))?.addFiles(page, list, how) ?? false;

/**
 * Does what brings work in, one after the other; what the first brought stays beside what the next brings.
 * @param {Page} page
 * @param {readonly (() => Promise<boolean>)[]} actions
 * @param {boolean} keep beside the work that is there as well
 * @returns {Promise<boolean>} whether any brought something
 */
export const together = async (page, actions, keep) => (await several(page))?.together(page, actions, keep) ?? false;

/**
 * Opens a scenario, trace or workflow at an address; its host must allow it (CORS).
 * @param {Page} page
 * @param {string} url
 * @returns {Promise<boolean>}
 */
export const openUrl = async (page, url) => (await files(page))?.openUrl(page, url) ?? false;

/**
 * Takes pasted text: a link, an address, a scenario, a trace or a workflow.
 * @param {Page} page
 * @param {string} text
 * @returns {Promise<boolean>}
 */
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

/** Takes away what is said of a file that could not be used. */
export function forgetFileTrouble(/** @type {Page} */ page) {
  page.store.set({ diagnostics: page.store.get().diagnostics.filter(({ file }) => !file) });
}
