// The layout on a phone: names are complete, and the charts stay visible beside details.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { actions } from './actions.mjs';
import { test } from './support.mjs';

test('on a phone the names of clusters are whole', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  const page = await visit.goto('#ex=das3-mixed');
  // The first chart is folded.
  const names = page.locator('gantt-chart').nth(1).locator('.band b');
  await names.first().waitFor();
  const seen = () =>
    names.evaluateAll((all) =>
      all.map((name) => {
        const words = document.createRange();
        words.selectNodeContents(name);
        const lines = [...words.getClientRects()].filter(({ width }) => width > 0);
        const clips = [];
        for (let around = name; around; around = around.parentElement)
          if (getComputedStyle(around).overflowX !== 'visible') clips.push(around.getBoundingClientRect());
        return {
          text: name.textContent.trim(),
          whole:
            lines.length > 0 &&
            lines.every(
              (line) =>
                clips.every(({ right, bottom }) => line.right <= right + 1 && line.bottom <= bottom + 1) && line.right <= innerWidth,
            ),
        };
      }),
    );
  // The heights of the charts are final after those of the surrounding bars.
  const faults = async () => {
    const names = await seen();
    return names.some(({ text }) => text.startsWith('Leiden')) ? names.filter(({ whole }) => !whole) : names;
  };
  await expect.poll(faults).toEqual([]);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('on a phone all buttons of the player are inside the screen', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  const page = await visit.goto('#ex=bags-whom-first');
  // Its window does not follow the playhead, which adds a button.
  await page.getByRole('button', { name: 'Follow the playhead' }).waitFor();
  const outside = await page
    .locator('gantt-player button')
    .evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().right > innerWidth).map((one) => one.ariaLabel));
  assert.deepEqual(outside, []);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('on a phone the details of a bar leave the charts in sight', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  const page = await visit.goto();
  const { story, finish } = actions(page);
  await story(/EASY below/);
  await finish();
  const map = await page.locator('chart-section gantt-minimap').boundingBox();
  assert.ok(map.height >= 44);
  // The charts get their heights when the bar with the decision has its height.
  const overlap = async () => {
    const last = await page.locator('gantt-chart').nth(1).boundingBox();
    const bar = await page.locator('decision-bar').boundingBox();
    return last.y + last.height - bar.y;
  };
  await expect.poll(overlap, { message: 'the second chart ends above the decision bar' }).toBeLessThanOrEqual(1);
  const chart = await page.locator('gantt-chart .surface').first().boundingBox();
  await page.touchscreen.tap(chart.x + chart.width * 0.08, chart.y + chart.height * 0.15);
  const sheet = page.locator('aside');
  await sheet.waitFor();
  const second = await page.locator('gantt-chart').nth(1).boundingBox();
  assert.ok((await sheet.boundingBox()).y >= second.y + second.height * 0.8, 'both charts are in sight');
  await visit.screenshot('phone-details');
  assert.deepEqual(await visit.accessibility(), []);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('six systems fit a phone: no number beside a name is cut', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, reducedMotion: 'reduce' });
  const six = ['fcfs', 'easy', 'easy-sjbf', 'conservative', 'sjf', 'ljf'].map((local) => ({ kind: 'batch', policies: { local } }));
  const page = await visit.goto('#ex=fcfs-vs-easy');
  const { story, finish } = actions(page);
  await story(/EASY below/);
  await page.evaluate(([system, ...compare]) => {
    const { store } = document.querySelector('ganttlet-app').page;
    const { scenario } = store.get();
    window.dispatchEvent(
      new DragEvent('drop', {
        dataTransfer: (() => {
          const transfer = new DataTransfer();
          transfer.items.add(new File([JSON.stringify({ ...scenario, system, compare })], 'six.json'));
          return transfer;
        })(),
        bubbles: true,
        cancelable: true,
      }),
    );
  }, six);
  await story(/from top to bottom FCFS/);
  await finish();
  const cut = () =>
    page.locator('chart-title').evaluateAll((titles) =>
      titles.flatMap(({ shadowRoot }) => {
        const { left, right, top, bottom } = shadowRoot.querySelector('dl').getBoundingClientRect();
        return [...shadowRoot.querySelectorAll('dt, dd')]
          .filter((one) => {
            const box = one.getBoundingClientRect();
            const seen = box.bottom > top + 2 && box.top < bottom - 2;
            return seen && (box.left < left - 1 || box.right > right + 1 || box.bottom > bottom + 1);
          })
          .map(({ textContent }) => textContent);
      }),
    );
  await page.locator('chart-title').nth(5).locator('dt').getByText('mean wait').waitFor();
  assert.deepEqual(await cut(), []);
  // Every name has its number, also in the results of other systems and during playback.
  const lone = () =>
    page.locator('chart-title').evaluateAll((titles) =>
      titles.flatMap(({ shadowRoot }) => {
        const { bottom } = shadowRoot.querySelector('dl').getBoundingClientRect();
        const seen = (one) => one.getBoundingClientRect().top < bottom - 2;
        return [...shadowRoot.querySelectorAll('dl div')]
          .filter((one) => seen(one.querySelector('dt')) && !seen(one.querySelector('dd')))
          .map(({ textContent }) => textContent);
      }),
    );
  await page.keyboard.press(',');
  await page.locator('chart-title').first().getByText('mean wait (started jobs)').waitFor();
  assert.deepEqual(await cut(), []);
  assert.deepEqual(await lone(), []);
  await page.evaluate(() => (location.hash = '#ex=pool-users'));
  await story(/Flocking saves|600 tasks/u);
  await finish();
  await page.locator('chart-title').last().locator('dt').getByText('execution time').waitFor();
  assert.deepEqual(await lone(), []);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

for (const example of ['fcfs-vs-easy', 'bags-which-processor']) {
  test(`on a phone nothing of ${example} scrolls the page sideways, and decisions leave the charts in sight`, async ({ site }) => {
    const visit = await site.visit({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, reducedMotion: 'reduce' });
    const page = await visit.goto(`#ex=${example}`);
    await page.locator('decision-bar li').first().waitFor();
    const bar = await page.locator('decision-bar').boundingBox();
    assert.ok(bar.height <= 150, `the decision bar is ${bar.height} px high`);
    // The tables of results come when they are near.
    await page.locator('.numbers').evaluate((numbers) => numbers.scrollIntoView());
    await page.locator('metric-table table').first().waitFor();
    /** The boxes around the panels and the charts that are wider inside than outside. */
    const wide = () =>
      page
        .locator('.body, .body > .panel:not([hidden])')
        .evaluateAll((all) =>
          all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => `${one.id || one.className}: ${one.scrollWidth} px`),
        );
    assert.deepEqual(await wide(), []);
    for (const tab of await page.locator('nav button[aria-controls^=panel-]').all()) {
      await tab.click();
      await page.locator('.body > .panel:not([hidden]) *').first().waitFor({ state: 'attached' });
      assert.deepEqual(await wide(), []);
    }
    assert.deepEqual(visit.faults, []);
    await visit.close();
  });
}

test('on a phone the summary of a log scrolls with the charts', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  const page = await visit.goto();
  await page.locator('gantt-chart').first().waitFor();
  await actions(page).drop('lublin.swf', await readFile(new URL('../../static/example/lublin-256-1000.swf', import.meta.url)));
  const strip = page.locator('log-strip');
  await strip.getByText('The charts show the busiest tenth of the log').waitFor();
  await page
    .locator('gantt-chart')
    .last()
    .evaluate((chart) => chart.scrollIntoView());
  await expect(strip).not.toBeInViewport();
  assert.deepEqual(visit.faults, []);
  await visit.close();
});
