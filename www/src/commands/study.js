/** @file Going to studies and back to the charts. */

import { pause } from './player.js';

/** @import { Page } from './page.js' */

/**
 * Opens the view of studies.
 * @param {Page} page
 * @param {{text?: string, fragment?: string, results?: boolean}} [what] left out, as it was left. text: a study of its own, or results of one; fragment:
 *   what the address says of one
 */
export function openStudy(page, what) {
  pause(page);
  const { study, papers } = page.store.get();
  const next = what ? { text: '', fragment: 'study', awaits: [], results: false, ...what, turn: study.turn + 1 } : {};
  page.store.set({ study: { ...study, ...next, open: true }, papers: papers.open ? { ...papers, open: false } : papers });
}

/**
 * Says how the address names the study on screen.
 * @param {Page} page
 * @param {string} fragment
 */
export function nameStudy(page, fragment) {
  page.store.set({ study: { ...page.store.get().study, fragment } });
}

/**
 * Says which files the study on screen waits for.
 * @param {Page} page
 * @param {{name: string, sha256: string}[]} awaits
 */
export function awaitFiles(page, awaits) {
  page.store.set({ study: { ...page.store.get().study, awaits } });
}

/** Opens the study on screen once more: what it lacked may have come. */
export function reopenStudy(/** @type {Page} */ page) {
  const { text, fragment, results } = page.store.get().study;
  openStudy(page, { text, fragment, results });
}

/** Goes back to the charts. */
export function closeStudy(/** @type {Page} */ page) {
  page.store.set({ study: { ...page.store.get().study, open: false } });
}

/**
 * Repeats the scenario on screen with other seeds, beside its charts.
 * @param {Page} page
 * @param {string} text of the study that does
 */
export function replicate(page, text) {
  const { scenario, canonical } = page.store.get();
  if (scenario) page.store.set({ replicated: { canonical, text, means: {}, facts: [] } });
}

/**
 * Says what the seeds say so far, or nothing any more.
 * @param {Page} page
 * @param {{means: Record<string, string[]>, facts: import('../types.js').SeedFacts[]}|null} said means: by metric, in words of each variant; facts: of each
 *   variant in numbers, once all runs are in
 */
export function tellSeeds(page, said) {
  const { replicated } = page.store.get();
  if (replicated) page.store.set({ replicated: said && { ...replicated, ...said } });
}

/** From the charts to the studies, or back. */
export function toggleStudy(/** @type {Page} */ page) {
  if (page.store.get().study.open) closeStudy(page);
  else openStudy(page);
}
