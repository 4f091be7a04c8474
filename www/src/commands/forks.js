/** @file Forks of the runs on screen: adds, shows and discards them. */

import { addFork, listVariants, sameVariants, variantPatches } from '../scenario/forks.js';
import { fitWindow, selectSubject, setWindow } from './chart-view.js';
import { seekEnd } from './player.js';
import { patchScenarioAll, undo } from './scenario.js';

/** @import { Page } from './page.js' */
/** @import { ForkChange, ForkedSystem } from '../scenario/forks.js' */
/** @import { State } from '../types.js' */

/** Share of the window before the fork; space after the later end, as a share of the time between. */
const BEFORE = 0.15;
const AFTER = 0.05;

/**
 * Adds a fork of a variant and shows it below that variant, both until their ends.
 * @param {Page} page
 * @param {number} from the variant
 * @param {ForkChange} change
 */
export async function forkVariant(page, from, change) {
  const { scenario } = page.store.get();
  if (!scenario) return;
  const { variants, at } = addFork(scenario, from, change);
  if (!(await replaceVariants(page, variants))) return;
  showFork(page, at);
  const time_s = 'fork' in change ? change.fork.at_s : NaN;
  await runsCompleted(page);
  const state = page.store.get();
  if (state.outlined) selectSubject(page, -1);
  seekEnd(page);
  const ends = [0, at].map((place) => state.variants[place]?.report?.last_end_s ?? NaN);
  const window = forkWindow(time_s, Math.max(...ends));
  if (window) setWindow(page, window);
}

/**
 * The window that shows a fork: from a little before it to the later end of both runs; null if all is shown.
 * @param {number} time_s NaN for a fork without a time
 * @param {number} end_s
 */
export function forkWindow(time_s, end_s) {
  if (!(end_s > time_s)) return null;
  const to_s = time_s + (end_s - time_s) * (1 + AFTER);
  return { from_s: Math.max(0, time_s - (BEFORE / (1 - BEFORE)) * (to_s - time_s)), to_s };
}

/**
 * Removes a fork. If it was added last, this is the same as an undo.
 * @param {Page} page
 * @param {number} at its index among the variants
 */
export async function discardFork(page, at) {
  const { scenario } = page.store.get();
  if (!scenario || at < 1) return;
  const left = listVariants(scenario).toSpliced(at, 1);
  const before = page.history.done.at(-1);
  if (before && sameVariants(listVariants(before), left)) undo(page);
  else await replaceVariants(page, left);
  page.store.set({ foldedPanes: [], pane: 0 });
  fitWindow(page);
}

/**
 * Unfolds the baseline and one of its forks, and folds all other charts.
 * @param {Page} page
 * @param {number} at the index of the fork
 */
export function showFork(page, at) {
  const { length } = page.store.get().variants;
  page.store.set({ foldedPanes: Array.from({ length }, (_, pane) => pane).filter((pane) => pane !== 0 && pane !== at), pane: at });
}

/**
 * @param {Page} page
 * @param {readonly ForkedSystem[]} variants
 */
function replaceVariants(page, variants) {
  return patchScenarioAll(page, variantPatches(variants));
}

/** Waits until all runs are complete, or one of them has failed. @param {Page} page */
export function runsCompleted(page) {
  return new Promise((resolve) => {
    const active = (/** @type {State} */ { variants }) => variants.some(({ status }) => status === 'loading' || status === 'running');
    if (!active(page.store.get())) return resolve(undefined);
    const end = page.store.subscribe((state) => {
      if (active(state)) return;
      end();
      resolve(undefined);
    });
  });
}
