// The page queries the plots under the charts only when they are on screen, and then with all points for which they
// have room.
import assert from 'node:assert/strict';
import { actions } from './actions.mjs';
import { test } from './support.mjs';

const STACK = `document.querySelector('ganttlet-app').shadowRoot.querySelector('plot-stack')`;
/** The number of points in a line of the plots; null before the first query. */
const points = (page) => page.evaluate(`${STACK}.series?.lines[0].time.length ?? null`);

test('plots are not requested before they are on screen, however late the browser reports their place', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1280, height: 320 } });
  await visit.page.addInitScript(() => {
    // The test simulates a busy machine: visibility events of the plots arrive late and in batches.
    const held = (globalThis.held = []);
    globalThis.IntersectionObserver = class extends IntersectionObserver {
      constructor(tell, options) {
        super((entries, observer) => {
          const isPlots = ({ target }) => target.localName === 'plot-stack';
          if (!entries.some(isPlots)) return tell(entries, observer);
          held.push(...entries);
          globalThis.tellHeld = () => tell(held.splice(0), observer);
        }, options);
      }
    };
  });
  const page = await visit.goto('#ex=fcfs-vs-easy');
  const { ink, finish } = actions(page);
  await page.locator('gantt-chart').first().waitFor();
  await ink();
  await finish();
  /** Waits until the browser has reported whether the plots are on screen. */
  const held = (/** @type {boolean} */ inside) =>
    page.waitForFunction((inside) => globalThis.held.at(-1)?.isIntersecting === inside, inside);
  const scrollTo = (/** @type {string} */ place) =>
    page.evaluate((place) => document.querySelector('ganttlet-app').shadowRoot.querySelector(place).scrollIntoView(), place);
  await held(false);
  await page.evaluate(() => globalThis.tellHeld());
  assert.equal(await points(page), null);
  await scrollTo('plot-stack');
  await held(true);
  assert.equal(await points(page), null);
  await page.evaluate(() => globalThis.tellHeld());
  await page.waitForFunction(`${STACK}.series?.lines[0].time.length > 200`);
  // The plots leave and return before any event arrives: only the last state counts.
  await scrollTo('chart-section');
  await held(false);
  await scrollTo('plot-stack');
  await held(true);
  await page.evaluate(() => globalThis.tellHeld());
  assert.equal(await page.evaluate(`${STACK}.visible`), true);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});
