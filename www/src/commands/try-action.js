/** @file Reports the failure of an action of the reader. */
import { showNotice } from './notices.js';

/** @import { Page } from './page.js' */

/**
 * Runs an action of the reader, and reports its failure in a notice.
 * @template T
 * @param {Page} page
 * @param {string} what the failed action: `The picture could not be created`
 * @param {() => Promise<T>} action
 * @returns {Promise<T | undefined>}
 */
export async function tryAction(page, what, action) {
  try {
    return await action();
  } catch (error) {
    showNotice(page, `${what}: ${error instanceof Error ? error.message : String(error)}`, 'error');
    return undefined;
  }
}
