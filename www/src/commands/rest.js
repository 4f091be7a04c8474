/**
 * @file Charts in other pages give back the memory of engines that are not in use. Browsers keep so much address space free for each that
 * they have room for about a hundred in all pages of a site together: a page with forty charts would take them all.
 */

import { restRuns } from './runs.js';

/** @import { Page } from './page.js' */

/** What was not used for so long is given back, looked at this often, ms. */
const IDLE_MS = 1000;
/** Runs that took longer keep their memory while their charts are in view: to make them once more would be felt, s. */
const SHORT_S = 0.5;

/**
 * Gives back what is not in use.
 * @param {Page} page
 * @returns {() => void} ends it
 */
export function restWhenIdle(page) {
  const timer = setInterval(() => {
    restRuns(page, IDLE_MS, page.store.get().inView ? SHORT_S : Infinity);
    page.services.rest();
    page.runQueue?.rest();
  }, IDLE_MS);
  return () => clearInterval(timer);
}
