// After another scenario is opened, no data of the previous one appears under the new names.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { actions } from './actions.mjs';
import { root, test } from './support.mjs';

/**
 * Records the display during the preparation of runs of variants with other names.
 * @param {import('@playwright/test').Page} page
 */
const record = (page) =>
  page.evaluate(() => {
    const app = document.querySelector('ganttlet-app');
    const { store } = app.page;
    const names = JSON.stringify(store.get().variants.map(({ name }) => name));
    globalThis.seen = [];
    globalThis.over = false;
    const parts = (/** @type {Document|ShadowRoot} */ tree, /** @type {string} */ name) => [
      ...tree.querySelectorAll(name),
      ...[...tree.querySelectorAll('*')].flatMap((part) => (part.shadowRoot ? parts(part.shadowRoot, name) : [])),
    ];
    const look = () => {
      globalThis.looking = requestAnimationFrame(look);
      const { variants } = store.get();
      const other = JSON.stringify(variants.map(({ name }) => name)) !== names;
      // Later edits of the new scenario, such as variants that are added to a file, keep its charts.
      if (other && variants.some(({ status }) => status !== 'loading')) globalThis.over = true;
      if (!other || globalThis.over) return;
      const texts = (/** @type {string} */ host, /** @type {string} */ what) =>
        parts(document, host).flatMap((part) => [...part.shadowRoot.querySelectorAll(what)].map(({ textContent }) => textContent.trim()));
      globalThis.seen.push({
        numbers: texts('chart-title', 'dd').filter(Boolean),
        decisions: texts('decision-bar', 'li'),
        lines: parts(document, 'metric-plot').filter(({ data }) => data !== null).length,
        frames: parts(document, 'gantt-chart').filter(({ frame }) => frame).length,
        widths: parts(document, 'gantt-chart').map((chart) => chart.shadowRoot.querySelectorAll('canvas')[1]?.width),
        cells: texts('metric-table', 'tbody td').length,
      });
    };
    look();
  });

/**
 * The recorded display, after the runs of the new scenario are complete. @param {import('@playwright/test').Page} page
 */
const recorded = async (page, names) => {
  await page.waitForFunction((names) => {
    const { variants } = document.querySelector('ganttlet-app').page.store.get();
    return variants.every(({ status }) => status === 'done') && JSON.stringify(variants.map(({ name }) => name)) !== names;
  }, names);
  return page.evaluate(() => {
    cancelAnimationFrame(globalThis.looking);
    return globalThis.seen;
  });
};

const assertCleared = (/** @type {any[]} */ seen) => {
  for (const { numbers, decisions, lines, frames, widths, cells } of seen) {
    assert.deepEqual({ numbers, decisions, lines, frames, cells }, { numbers: [], decisions: [], lines: 0, frames: 0, cells: 0 });
    assert.ok(widths.every((width) => width <= 300));
  }
};

test('a dropped file, an example, a link and undo show nothing of the former scenario', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } });
  const page = await visit.goto('#ex=fcfs-vs-easy');
  const acts = actions(page);
  await page.locator('gantt-chart').first().waitFor();
  await acts.ink();
  await acts.finish();
  await page.locator('decision-bar li').first().waitFor();
  const names = () =>
    page.evaluate(() =>
      JSON.stringify(
        document
          .querySelector('ganttlet-app')
          .page.store.get()
          .variants.map(({ name }) => name),
      ),
    );
  let samples = 0;
  const check = async (/** @type {() => Promise<unknown>} */ open) => {
    const before = await names();
    await record(page);
    await open();
    const seen = await recorded(page, before);
    samples += seen.length;
    assertCleared(seen);
    await acts.ink();
    await acts.finish();
    await page.locator('decision-bar li').first().waitFor();
  };
  await check(() => acts.drop('montage-50.dax', readFileSync(`${root}static/example/montage-50.dax`)));
  await check(async () => {
    await page.getByRole('button', { name: 'Examples' }).click();
    await page
      .locator('gallery-dialog')
      .getByRole('button', { name: /Views or lists/ })
      .click();
  });
  await check(() => page.evaluate(() => (location.hash = '#ex=bounds-of-waits')));
  await check(() => page.getByRole('button', { name: /undo/i }).first().click());
  assert.ok(samples > 0, 'the page was seen while runs were prepared');
  assert.deepEqual(visit.faults, []);
  await visit.close();
});
