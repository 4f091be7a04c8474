/** @file Boards to schedule by hand: which one is open. */

/** @import { PlayPlace } from '../address/play.js' */
/** @import { Page } from './page.js' */

/**
 * Opens a board, or the list of boards.
 * @param {Page} page
 * @param {PlayPlace} [place]
 */
export function openPlay(page, place = { board: '', choices: '' }) {
  page.store.set({ play: place });
}

/** Closes the board. @param {Page} page */
export function closePlay(page) {
  page.store.set({ play: null });
}
