/** @file The difference from the baseline in the charts of completed runs. */

import { storePreference } from '../state/storage.js';
import { askRun } from './runs.js';

/** @import { Page } from './page.js' */
/** @import { Variant } from '../types.js' */

/**
 * Sends the schedule of the complete baseline to completed runs, or removes it if no difference is requested.
 * @param {Page} page
 */
export async function compareRuns(page) {
  const { variants, difference } = page.store.get();
  if (difference && variants[0]?.status !== 'done') return;
  const due = variants
    .map((_, at) => at)
    .filter((at) => at > 0 && variants[at]?.status === 'done' && Boolean(variants[at]?.compared || variants[at]?.otherWork) !== difference);
  if (due.length === 0) return;
  const baseline = difference ? await askRun(page, 0, 'baseline') : new Uint8Array(0);
  // Runs of another scenario are not compared with this schedule: they are compared when they have completed.
  if (!sameRuns(page, variants)) return;
  const alike = await Promise.all(due.map((at) => askRun(page, at, 'compare', baseline.slice())));
  if (!sameRuns(page, variants)) return;
  const known = new Map(due.map((at, place) => [at, alike[place] === true]));
  const next = (/** @type {boolean} */ same) => ({ compared: difference && same, otherWork: difference && !same });
  page.store.set({
    variants: page.store.get().variants.map((variant, at) => ({ ...variant, ...(known.has(at) ? next(known.get(at) === true) : {}) })),
  });
  // Repeated if the setting has changed meanwhile.
  if (page.store.get().difference !== difference) await compareRuns(page);
}

/**
 * True if the runs on screen are still those with these results.
 * @param {Page} page
 * @param {readonly Pick<Variant, 'report'>[]} variants
 */
function sameRuns(page, variants) {
  const now = page.store.get().variants;
  return variants.every(({ report }, at) => report === null || now[at]?.report === report);
}

/**
 * Shows or hides the difference from the baseline.
 * @param {Page} page
 * @param {boolean} difference
 */
export async function setDifference(page, difference) {
  page.store.set({ difference });
  storePreference('difference', difference ? 'on' : 'off');
  await compareRuns(page).catch(() => undefined);
}
