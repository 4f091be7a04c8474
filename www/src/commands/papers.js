/** @file Going to the published experiments and back to the charts. */

import { store } from '../state/store.js';
import { pause } from './player.js';

/**
 * Opens the view of published experiments.
 * @param {Partial<import('../address/papers.js').PapersPlace>} [place] what is left out is as it was left
 */
export function openPapers(place = {}) {
  pause();
  store.set({ papers: { ...store.get().papers, ...place, open: true } });
}

/** Goes back to the charts. */
export function closePapers() {
  store.set({ papers: { ...store.get().papers, open: false } });
}

/** From the charts to the experiments, or back. */
export function togglePapers() {
  if (store.get().papers.open) closePapers();
  else openPapers();
}
