/** @file Going to the published experiments and back to the charts. */

import { pause } from './player.js';

/** @import { Page } from './page.js' */

/**
 * Opens the view of published experiments.
 * @param {Page} page
 * @param {Partial<import('../address/papers.js').PapersPlace>} [place] what is left out is as it was left
 */
export function openPapers(page, place = {}) {
  pause(page);
  const { papers, study } = page.store.get();
  page.store.set({ papers: { ...papers, ...place, open: true }, study: study.open ? { ...study, open: false } : study });
}

/** Goes back to the charts. */
export function closePapers(/** @type {Page} */ page) {
  page.store.set({ papers: { ...page.store.get().papers, open: false } });
}

/** From the charts to the experiments, or back. */
export function togglePapers(/** @type {Page} */ page) {
  if (page.store.get().papers.open) closePapers(page);
  else openPapers(page);
}
