/** @file Downloads of files. */

import { scenarioTitle } from '../text/scenario-title.js';

/** @import { Page } from './page.js' */

/**
 * Offers a file for download.
 * @param {string} name
 *
 * @param {BlobPart} content
 *
 * @param {string} type
 */
export function saveFile(name, content, type) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Downloads the scenario as it is being edited. */
export function saveScenario(/** @type {Page} */ page) {
  const state = page.store.get();
  saveFile(`${safeFileName(scenarioTitle(state))}.ganttlet.json`, state.text, 'application/json');
}

/**
 * A file name valid on all systems.
 * @param {string} name
 *
 * @returns {string}
 */
export function safeFileName(name) {
  return (
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/gu, '-')
      .replace(/^-+|-+$/gu, '')
      .slice(0, 60) || 'ganttlet'
  );
}
