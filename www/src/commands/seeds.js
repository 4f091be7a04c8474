/** @file The seed of the scenario: a chosen one, the next one, a random one. */

import { editedScenario } from '../scenario/edited-scenario.js';
import { patchScenario } from './scenario.js';

/** @import { Page } from './page.js' */

/** Larger seeds are random ones: the seed after them is 1 again. */
const MOST_SMALL = 9999;

/** The small seed after another one. @param {number|undefined} seed */
export function nextSeed(seed = 1) {
  return seed >= 0 && seed < MOST_SMALL ? seed + 1 : 1;
}

/**
 * Runs the scenario with a certain seed.
 * @param {Page} page
 * @param {number} seed
 */
export function openSeed(page, seed) {
  return patchScenario(page, '/seed', seed);
}

/**
 * Runs the scenario with the next small seed, or a random one.
 * @param {Page} page
 * @param {boolean} random
 */
export async function openNewSeed(page, random) {
  return openSeed(page, random ? await page.services.propose_seed() : nextSeed(editedScenario(page.store.get())?.seed));
}
