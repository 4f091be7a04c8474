/** @file The seed of the scenario: a chosen one, the next one, a random one. */

import { editedScenario } from '../scenario/edited-scenario.js';
import { hasEditsOfSeed, withoutEdits } from '../scenario/seed-dependence.js';
import { showNotice } from './notices.js';
import { editedDocument, patchScenario, setScenario } from './scenario.js';

/** @import { Page } from './page.js' */

/** Largest small seed; larger seeds are random ones, and the seed after them is 1. */
const MOST_SMALL = 9999;

/** The small seed after another one. @param {number|undefined} seed */
export function nextSeed(seed = 1) {
  return seed >= 0 && seed < MOST_SMALL ? seed + 1 : 1;
}

/**
 * Runs the scenario with a certain seed. Edits of generated jobs are removed, with a notice, because another seed
 * generates other jobs under the same numbers.
 * @param {Page} page
 * @param {number} seed
 */
export async function openSeed(page, seed) {
  const scenario = editedDocument(page);
  if (scenario.seed === seed || !hasEditsOfSeed(scenario)) return patchScenario(page, '/seed', seed);
  const { text } = page.store.get();
  const isGood = await setScenario(page, { ...withoutEdits(scenario), seed }, { patched: true });
  const restore = { label: 'Restore', run: () => void setScenario(page, text) };
  showNotice(page, `The edits of jobs belong to seed ${scenario.seed ?? 1} and were removed.`, 'info', restore);
  return isGood;
}

/**
 * Runs the scenario with the next small seed, or a random one.
 * @param {Page} page
 * @param {boolean} random
 */
export async function openNewSeed(page, random) {
  return openSeed(page, random ? await page.services.propose_seed() : nextSeed(editedScenario(page.store.get())?.seed));
}
