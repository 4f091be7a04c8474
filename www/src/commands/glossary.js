/** @file Opening the glossary over what is on screen, and closing it. */

/** @import { Page } from './page.js' */

/**
 * Opens the glossary.
 * @param {Page} page
 * @param {string} [term] the id of the one to show; empty for all
 */
export function openGlossary(page, term = '') {
  page.store.set({ glossary: term });
}

/** Closes it. */
export function closeGlossary(/** @type {Page} */ page) {
  page.store.set({ glossary: null });
}
