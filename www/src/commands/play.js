/** @file Boards to schedule by hand: opens and closes them by the fragment of the address. */

/** @import { Page } from './page.js' */

/**
 * Opens a board, or the list of boards.
 * @param {Page} page
 * @param {string} [fragment] without #
 */
export function openPlay(page, fragment = 'play') {
  page.store.set({ play: fragment });
}

/** Closes the board. @param {Page} page */
export function closePlay(page) {
  page.store.set({ play: null });
}
