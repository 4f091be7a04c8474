/** @file The choices on all boards opened during the visit, so that closing a board does not lose them. */

/** @import { PlayPlace } from '../address/play.js' */

/**
 * Keeps the choices of a board, separate for each schedule to beat.
 * @param {import('./page.js').Page} page
 * @param {PlayPlace} place
 */
export function keepChoices({ store }, place) {
  const others = store
    .get()
    .played.filter(({ board, scenario, beat }) => board !== place.board || scenario !== place.scenario || beat !== place.beat);
  store.set({ played: [place, ...others] });
}
