// The plots under the charts are asked for when they are on screen, and then for all they have room for.
import assert from 'node:assert/strict';
import { actions } from './actions.mjs';
import { test } from './support.mjs';

const STACK = `document.querySelector('ganttlet-app').shadowRoot.querySelector('plot-stack')`;
/** How many points a line of the plots has; null before anything was asked. */
const points = (page) => page.evaluate(`${STACK}.series?.lines[0].time.length ?? null`);

test('plots are not requested before they are on screen, however late the browser reports their place', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1280, height: 320 } });
  await visit.page.addInitScript(() => {
    // As on a busy machine: what the browser says of the plots is told late, and what was first with what came after.
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
  /** Waits until the browser has said whether the plots are on screen. */
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
  // Away and back before anything is told: what counts is that they are on screen.
  await scrollTo('chart-section');
  await held(false);
  await scrollTo('plot-stack');
  await held(true);
  await page.evaluate(() => globalThis.tellHeld());
  assert.equal(await page.evaluate(`${STACK}.visible`), true);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});
