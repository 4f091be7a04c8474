// The plots under the charts are asked for when they are on screen, and then for all they have room for.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { actions } from './actions.mjs';
import { start } from './support.mjs';

/** @type {import('./support.mjs').Site} */
let site;
before(async () => (site = await start()));
after(() => site?.close());

const STACK = `document.querySelector('ganttlet-app').shadowRoot.querySelector('plot-stack')`;
/** How many points a line of the plots has; null before anything was asked. */
const points = (page) => page.evaluate(`${STACK}.series?.lines[0].time.length ?? null`);

test('plots are not asked for before they are on screen, however late the browser says where they are', async () => {
  const visit = await site.visit({ viewport: { width: 1280, height: 320 } });
  await visit.page.addInitScript(() => {
    // As on a busy machine: what comes is told late, and what was first is told with what came after.
    globalThis.IntersectionObserver = class extends IntersectionObserver {
      constructor(tell, options) {
        const held = [];
        super((entries, observer) => {
          held.push(...entries);
          setTimeout(() => held.length > 0 && tell(held.splice(0), observer), 800);
        }, options);
      }
    };
  });
  const page = await visit.goto('#ex=fcfs-vs-easy');
  const { ink, finish } = actions(page);
  await page.locator('gantt-chart').first().waitFor();
  await ink();
  await finish();
  assert.equal(await points(page), null);
  await page.evaluate(() => document.querySelector('ganttlet-app').shadowRoot.querySelector('plot-stack').scrollIntoView());
  await page.waitForFunction(`${STACK}.series?.lines[0].time.length > 200`);
  // Away and back before anything is told: what counts is that they are on screen.
  for (const place of ['chart-section', 'plot-stack']) {
    await page.evaluate((place) => document.querySelector('ganttlet-app').shadowRoot.querySelector(place).scrollIntoView(), place);
    await page.waitForTimeout(100);
  }
  await page.waitForTimeout(1000);
  assert.equal(await page.evaluate(`${STACK}.visible`), true);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});
