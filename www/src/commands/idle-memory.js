/**
 * @file Releases the memory of unused engines of embedded charts, because browsers have address space for about a
 * hundred engines in all pages of a site.
 */

import { releaseRuns } from './runs.js';

/** @import { Page } from './page.js' */

/** Memory unused for this time is released, checked at this interval, ms. */
const IDLE_MS = 1000;
/** Longer runs keep their memory while their charts are visible, since repeating them would be noticed, s. */
const SHORT_S = 0.5;

/**
 * Releases unused memory, until the returned function is called.
 * @param {Page} page
 * @returns {() => void} a function that stops it
 */
export function releaseWhenIdle(page) {
  const timer = setInterval(() => {
    releaseRuns(page, IDLE_MS, page.store.get().inView ? SHORT_S : Infinity);
    page.services.rest();
    page.runQueue?.rest();
  }, IDLE_MS);
  return () => clearInterval(timer);
}
