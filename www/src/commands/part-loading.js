/** @file Loads code on first use, which fails if the browser is offline or the site has changed. */

import { showNotice } from './notices.js';

/** @import { Page } from './page.js' */

/** Reloads the page, the only way to get the code of a changed site. */
export const RELOAD = { label: 'Reload the page', run: () => location.reload() };

/**
 * Loads code. On failure, a notice gives the reason and offers to reload the page.
 * @template T
 * @param {Page} page
 * @param {string} what the part of the page that needs it: `The lessons`
 * @param {() => Promise<T>} load an `import()`
 * @param {(sentence: string) => void} [tell] shows the failure, if the page has a place for it
 * @returns {Promise<T|undefined>} undefined if it could not be fetched
 */
export async function loadPart(page, what, load, tell = (sentence) => showNotice(page, sentence, 'error', RELOAD)) {
  try {
    return await load();
  } catch (error) {
    const why =
      navigator.onLine === false ? 'this browser is offline' : 'the connection failed, or the site has changed since this page was opened';
    tell(`${what} could not be fetched: ${why} (${error instanceof Error ? error.message : error}).`);
    return undefined;
  }
}
