/** @file Opens and closes the glossary over the screen. */

import { fetchGlossaryTerms } from '../scenario/glossary-terms.js';

/** @import { Page } from './page.js' */

/**
 * Opens the glossary.
 * @param {Page} page
 * @param {string} [term] the id of a term; empty for all
 */
export function openGlossary(page, term = '') {
  page.store.set({ glossary: term });
  void loadTerms(page);
}

/**
 * Fetches the terms of the field. Without them, the glossary shows only the entries of the catalog.
 * @param {Page} page
 */
export async function loadTerms(page) {
  if (page.store.get().terms.length > 0) return;
  try {
    page.store.set({ terms: await fetchGlossaryTerms() });
  } catch {
    // The next opening of a glossary or lesson tries again.
  }
}

/** Closes it. */
export function closeGlossary(/** @type {Page} */ page) {
  page.store.set({ glossary: null });
}
