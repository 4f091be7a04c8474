// The theme for projectors: all text is large, and the charts use the available space.
import assert from 'node:assert/strict';
import { test } from './support.mjs';

/** Minimum size of notes on a projector, pixels; names of lines are bold and a pixel smaller. */
const LEAST_PX = 14.9;

test('on a projector no text is small, no panel is open, and the plots are whole', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1920, height: 1080 } });
  for (const link of ['#ex=fcfs-vs-easy', '#ex=das3-mixed', '#lesson=backfilling']) {
    const page = await visit.goto(link);
    await page.waitForFunction(() => {
      const { variants } = document.querySelector('ganttlet-app').page.store.get();
      return variants.length > 0 && variants.every(({ status }) => status === 'done');
    });
    await page.getByLabel('Theme').selectOption('projector');
    await page.waitForFunction(() => document.documentElement.dataset.theme === 'projector');
    await page.locator('metric-plot').nth(1).waitFor();
    await page.locator('gantt-chart').first().waitFor();
    const small = await page.evaluate((least) => {
      const found = new Set();
      const walk = (/** @type {ShadowRoot} */ root) => {
        for (const part of root.querySelectorAll('*')) {
          if (part.shadowRoot) walk(part.shadowRoot);
          const { width, height, top } = part.getBoundingClientRect();
          const words = [...part.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ textContent }) => textContent.trim());
          // The question mark of a help button is a symbol. Names in folded charts have the height of their bands.
          if (words.every((word) => word === '') || width <= 1 || height <= 1 || top > innerHeight || part.closest('.help, .band.low'))
            continue;
          const px = Number.parseFloat(getComputedStyle(part).fontSize) * (part.currentCSSZoom ?? 1);
          if (px < least)
            found.add(
              `${root.host.localName} ${part.localName}.${part.className?.baseVal ?? part.className}: ${px} px, ${words.join(' ').slice(0, 30)}`,
            );
        }
      };
      walk(document.querySelector('ganttlet-app').shadowRoot);
      return [...found];
    }, LEAST_PX);
    assert.deepEqual(small, [], link);
    assert.equal(await page.locator('.panel:not([hidden])').count(), 0, `${link}: a panel is open`);
    const player = (await page.locator('gantt-player').boundingBox()).y;
    const { y, height } = await page.locator('metric-plot').nth(1).boundingBox();
    if (!link.includes('lesson'))
      assert.ok(y + height <= player + 1, `${link}: the second plot ends at ${y + height}, the player begins at ${player}`);
    await page.getByLabel('Theme').selectOption('light');
    await page.goto('about:blank');
  }
  assert.deepEqual(visit.faults, []);
  await visit.close();
});
