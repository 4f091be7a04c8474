/** @file The view with which an example opens, which makes its question visible at once; defined in the gallery. */

import { fetchGallery } from '../scenario/gallery-list.js';
import { computedExtent, fullWindow } from '../state/chart-window.js';
import { pause, seekEnd } from './player.js';

/** @import { Page } from './page.js' */

/**
 * Opens the view of an example that was just opened.
 * @param {Page} page
 * @param {string} id
 */
export async function openExampleView(page, id) {
  const { attempt } = page.history;
  // If the list is unavailable, the example shows the whole run.
  const gallery = await fetchGallery().catch(() => undefined);
  const view = gallery?.examples?.find((example) => example.id === id)?.view;
  if (!view || page.history.attempt !== attempt) return;
  const { window = null, folded = [] } = view;
  const { colour: before, variants, view: current } = page.store.get();
  // A colouring chosen by the reader is kept.
  const colour = before === '' ? (view.colour ?? '') : before;
  page.store.set({ foldedPanes: folded, colour, opening: { window, colour, before } });
  if (!window) return;
  pause(page);
  seekEnd(page);
  const { first_row, rows } = computedExtent(variants).complete ? fullWindow(variants) : current;
  page.store.set({ follow: false, view: { ...window, first_row, rows, fitted: false } });
}
