/** @file The difference to the first variant, as each run that is over tells it in its own pictures. */

import { storePreference } from '../state/storage.js';
import { ask } from './runs.js';

/** @import { Page } from './page.js' */

/**
 * Tells runs that are over how the first one went, once that is over too; or, where no difference is wanted, to forget it.
 * @param {Page} page
 */
export async function compareRuns(page) {
  const { variants, difference } = page.store.get();
  if (difference && variants[0]?.status !== 'done') return;
  const due = variants
    .map((_, at) => at)
    .filter((at) => at > 0 && variants[at]?.status === 'done' && Boolean(variants[at]?.compared || variants[at]?.otherWork) !== difference);
  if (due.length === 0) return;
  const baseline = difference ? await ask(page, 0, 'baseline') : new Uint8Array(0);
  const alike = await Promise.all(due.map((at) => ask(page, at, 'compare', baseline.slice())));
  const known = new Map(due.map((at, place) => [at, alike[place] === true]));
  const next = (/** @type {boolean} */ same) => ({ compared: difference && same, otherWork: difference && !same });
  page.store.set({
    variants: page.store.get().variants.map((variant, at) => ({ ...variant, ...(known.has(at) ? next(known.get(at) === true) : {}) })),
  });
  // Who has changed their mind meanwhile is asked again.
  if (page.store.get().difference !== difference) await compareRuns(page);
}

/**
 * Shows how variants differ from the first one, or not.
 * @param {Page} page
 * @param {boolean} difference
 */
export async function setDifference(page, difference) {
  page.store.set({ difference });
  storePreference('difference', difference ? 'on' : 'off');
  await compareRuns(page).catch(() => undefined);
}
