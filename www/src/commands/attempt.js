/** @file Saying what went wrong with what a person asked for. */
import { notice } from './notices.js';

/** @import { Page } from './page.js' */

/**
 * Does something a person asked for, and tells them if it cannot be done.
 * @template T
 * @param {Page} page
 * @param {string} what what could not be done: `The picture could not be created`
 * @param {() => Promise<T>} action
 * @returns {Promise<T | undefined>}
 */
export async function attempt(page, what, action) {
  try {
    return await action();
  } catch (error) {
    notice(page, `${what}: ${error instanceof Error ? error.message : String(error)}`, 'error');
    return undefined;
  }
}
