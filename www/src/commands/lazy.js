/** @file Code that is fetched when it is first needed, which fails where the browser is offline or the site has changed since. */

import { notice } from './notices.js';

/** @import { Page } from './page.js' */

/** Loads the page again: code of a page that has been replaced since is found only by that. */
export const RELOAD = { label: 'Reload the page', run: () => location.reload() };

/**
 * Fetches code. If it cannot be had the reader is told why, and offered to load the page again.
 * @template T
 * @param {Page} page
 * @param {string} what the part of the page that is missing without it: `The lessons`
 * @param {() => Promise<T>} load an `import()`
 * @param {(sentence: string) => void} [tell] where it is said, if the page has a place for it
 * @returns {Promise<T|undefined>} nothing if it could not be fetched
 */
export async function fetchPart(page, what, load, tell = (sentence) => notice(page, sentence, 'error', RELOAD)) {
  try {
    return await load();
  } catch (error) {
    const why =
      navigator.onLine === false ? 'this browser is offline' : 'the connection failed, or the site has changed since this page was opened';
    tell(`${what} could not be fetched: ${why} (${error instanceof Error ? error.message : error}).`);
    return undefined;
  }
}
