/** @file Downloads of files. */

import { safeFileName } from '../text/file-names.js';
import { scenarioTitle, titledText, UNTITLED } from '../text/scenario-title.js';

/** @import { Page } from './page.js' */

/**
 * Offers a file for download.
 * @param {string} name
 * @param {BlobPart} content
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

/** Downloads the scenario in its current, possibly edited form. */
export function saveScenario(/** @type {Page} */ page) {
  const state = page.store.get();
  const title = scenarioTitle(state);
  const text = state.scenario?.name === UNTITLED ? titledText(state.text, title) : state.text;
  saveFile(`${safeFileName(title)}.ganttlet.json`, text, 'application/json');
}
