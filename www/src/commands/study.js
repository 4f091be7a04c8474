/** @file Opens studies and published experiments in place of the charts, and returns to the charts. */

import { pause } from './player.js';

/** @import { Page } from './page.js' */

/**
 * Opens the study screen.
 * @param {Page} page
 * @param {{text?: string, fragment?: string, results?: boolean}} [what] if omitted, the last state. text: the text of a
 *   study, or of its results; fragment: the part of the address for a study
 */
export function openStudy(page, what) {
  pause(page);
  const { study } = page.store.get();
  const next = what ? { text: '', fragment: 'study', awaits: [], results: false, ...what, turn: study.turn + 1 } : {};
  page.store.set({ study: { ...study, ...next }, beside: 'study' });
}

/**
 * Opens the list of published experiments, or the sheet of one.
 * @param {Page} page
 * @param {Partial<import('../address/papers.js').PapersPlace>} [place] omitted parts are unchanged
 */
export function openPapers(page, place = {}) {
  pause(page);
  const { paper } = page.store.get();
  // An experiment without a report shows its sheet.
  const report = place.id === undefined ? paper.report : undefined;
  page.store.set({ paper: { ...paper, report, ...place }, beside: 'papers' });
}

/**
 * Stores the address of the study on screen, or its missing files.
 * @param {Page} page
 * @param {Partial<Pick<import('../types.js').State['study'], 'fragment'|'awaits'>>} change
 */
export function describeStudy(page, change) {
  page.store.set({ study: { ...page.store.get().study, ...change } });
}

/** Opens the study on screen again, because missing files may be available now. */
export function reopenStudy(/** @type {Page} */ page) {
  const { text, fragment, results } = page.store.get().study;
  openStudy(page, { text, fragment, results });
}

/** Shows the charts again. */
export function showCharts(/** @type {Page} */ page) {
  page.store.set({ beside: '' });
}

/**
 * Repeats the scenario on screen with other seeds, beside its charts.
 * @param {Page} page
 * @param {string} text of the study for it
 * @param {boolean} asked whether a lesson requests it, which shows its result in a sentence
 */
export function replicate(page, text, asked) {
  const { scenario, canonical } = page.store.get();
  if (scenario) page.store.set({ replicated: { canonical, text, asked, means: {}, facts: [] } });
}

/** Stores the values of replications. @param {Page} page @param {import('../types.js').Spread|null} spread */
export function setSpread(page, spread) {
  page.store.set({ spread });
}

/**
 * Stores the current results of the seeds, or removes them.
 * @param {Page} page
 * @param {{means: Record<string, string[]>, facts: import('../types.js').SeedFacts[]}|null} said means: by metric, as
 *   text for each variant; facts: as numbers for each variant, after all runs
 */
export function setSeedResults(page, said) {
  const { replicated } = page.store.get();
  if (replicated) page.store.set({ replicated: said && { ...replicated, ...said } });
}

/**
 * Opens the studies or the published experiments, or shows the charts if they are open.
 * @param {Page} page
 * @param {'papers'|'study'} what
 */
export function toggleScreen(page, what) {
  if (page.store.get().beside === what) showCharts(page);
  else (what === 'papers' ? openPapers : openStudy)(page);
}
