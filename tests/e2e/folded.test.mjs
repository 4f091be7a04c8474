// Unused rows are omitted: clicks hit bars at their drawn places, and all rows can be shown again.
import assert from 'node:assert/strict';
import { actions } from './actions.mjs';
import { test } from './support.mjs';

test('a workflow on few of many nodes fills its charts, and its bars are found where they are drawn', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } });
  const page = await visit.goto('#ex=das3-montage');
  const { story, finish, selected } = actions(page);
  await story(/Round Robin/);
  await finish();
  const charts = page.locator('gantt-chart');
  // HEFT uses two of five clusters: the others share one line with their names.
  const gutter = charts.nth(1).locator('.gutter');
  await gutter.getByText('3 unused').waitFor();
  assert.equal(await gutter.getByText('3 unused').getAttribute('title'), 'VU, UvA, Delft: never used');
  await gutter.getByText('30 of 46').waitFor();
  const boxOf = (/** @type {number} */ at, /** @type {number} */ subject) =>
    charts.nth(at).evaluate(async (/** @type {any} */ chart, subject) => {
      const { outlines } = await chart.loop.ask({ view: chart.currentView(), outlines: [subject], labels: false });
      return { ...outlines[0][0], scale: chart.size.scale };
    }, subject);
  /** Presses the middle of a bar at its place in the picture; the details of the previous bar may cover it. */
  const pressed = async (/** @type {number} */ at, /** @type {number} */ subject) => {
    for (let tries = 0; tries < 20; tries += 1) {
      await page.keyboard.press('Escape');
      const box = await boxOf(at, subject);
      const position = { x: (box.x + box.w / 2) / box.scale, y: (box.y + box.h / 2) / box.scale };
      // Details that open after the key press receive the next key.
      await charts
        .nth(at)
        .locator('.surface')
        .click({ position, timeout: 2000 })
        .catch(() => undefined);
      if ((await selected()) === subject) return box.h / box.scale;
    }
    return assert.fail(`bar ${subject} of chart ${at} is not where it is drawn, but ${await selected()}`);
  };
  const heights = [];
  for (const [at, subject] of [
    [0, 3],
    [0, 70],
    [1, 70],
    [1, 99],
  ])
    heights.push(await pressed(at, subject));
  await visit.screenshot('folded');
  assert.ok(Math.min(...heights) >= 2, `rows are ${heights} px high`);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Show \d+ unused rows/ }).click();
  await gutter.getByText(/^68/).waitFor();
  await page.getByRole('button', { name: /^Fold \d+ unused rows/ }).click();
  await gutter.getByText('3 unused').waitFor();
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('the nodes of a batch cluster are all there: those that are free are what is to be seen', async ({ site }) => {
  const visit = await site.visit();
  const page = await visit.goto('#ex=fcfs-vs-easy');
  const { story, finish } = actions(page);
  await story(/FCFS/);
  await finish();
  const shown = () =>
    page
      .locator('gantt-chart')
      .first()
      .evaluate((/** @type {any} */ chart) => chart.places[0].shown);
  assert.equal(await shown(), 32);
  assert.equal(await page.getByRole('button', { name: /unused rows/ }).count(), 0);
  await visit.close();
});

test('where bars are too small, the legend explains what replaces them, and nothing covers the data', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } });
  const page = await visit.goto('#ex=das2-routing');
  const { finish, ink } = actions(page);
  await page.locator('gantt-chart canvas').first().waitFor();
  await finish();
  await ink();
  await page.evaluate(() => document.querySelector('ganttlet-app').page.store.set({ foldedPanes: [] }));
  const note = page.locator('chart-legend').getByText('Too dense for bars');
  await note.waitFor();
  assert.equal(await page.locator('gantt-chart').getByText('Too dense').count(), 0);
  assert.deepEqual(await visit.accessibility(), []);
  await visit.screenshot('shares');
  await page.evaluate(() => {
    const { store } = document.querySelector('ganttlet-app').page;
    const { view } = store.get();
    store.set({ view: { ...view, fitted: false, from_s: view.from_s, to_s: view.from_s + (view.to_s - view.from_s) / 50, rows: 20 } });
  });
  await note.waitFor({ state: 'hidden' });
  assert.deepEqual(visit.faults, []);
  await visit.close();
});
