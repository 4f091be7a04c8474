import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from './support.mjs';

/** Opens the first example, with both runs complete and the playhead at the end. */
async function compared(site) {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } });
  const page = await visit.goto('');
  await page.getByRole('checkbox', { name: 'Difference from FCFS' }).waitFor();
  await page.keyboard.press('End');
  await page.getByRole('list', { name: 'Differences from the baseline' }).waitFor();
  await page.waitForFunction(() => {
    const app = /** @type {any} */ (document.querySelector('ganttlet-app'));
    const { shown, playhead_s } = app.page.store.get();
    return shown?.now_s === playhead_s && playhead_s > 20_000;
  });
  return { visit, page };
}

/** The texts of the second chart about its difference. @param {import('@playwright/test').Page} page */
const told = (page) =>
  page
    .locator('gantt-chart')
    .nth(1)
    .evaluate((chart) => /** @type {any} */ (chart).frame?.difference ?? null);

test('the legend counts whom the starts of both runs tell to have moved', async ({ site }) => {
  const { visit, page } = await compared(site);
  const shifts = await page.evaluate(async () => {
    const { page } = /** @type {any} */ (document.querySelector('ganttlet-app'));
    const [one, two] = page.runs.clients;
    const starts = async (/** @type {any} */ run) =>
      Promise.all(Array.from({ length: 70 }, async (_, id) => (await run.call('subject', id, NaN)).start_s));
    const [before, after] = [await starts(one), await starts(two)];
    return after.map((start, id) => start - before[id]);
  });
  const count = (/** @type {(shift: number) => boolean} */ moved) => shifts.filter(moved).length;
  const [earlier, later] = [count((shift) => shift <= -300), count((shift) => shift >= 300)];
  assert.ok(earlier > 0 && later > 0);
  const words = await page.getByRole('list', { name: 'Differences from the baseline' }).getByRole('listitem').allTextContents();
  assert.deepEqual(
    words.map((text) => text.trim()),
    ['position under FCFS', `earlier by 5 min or more: ${earlier} jobs`, `later: ${later}`],
  );
  const { arrows, ends, moved } = await told(page);
  assert.ok(arrows.length > 0 && arrows.length <= 3);
  assert.match(ends.text, /^ends 1 h 38 min earlier$/);
  assert.ok(moved.length > 20);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('the difference can be put away, and is asked of one job by pointing at it', async ({ site }) => {
  const { visit, page } = await compared(site);
  const chart = page.locator('gantt-chart').nth(1);
  await page.evaluate(() => /** @type {any} */ (document.querySelector('ganttlet-app')).page.store.set({ hovered: 53 }));
  await page.waitForFunction(() => {
    const [, chart] = /** @type {any} */ (document.querySelector('ganttlet-app')).shadowRoot
      .querySelector('chart-section')
      .shadowRoot.querySelector('gantt-stack')
      .shadowRoot.querySelectorAll('gantt-chart');
    return chart.frame.difference?.ghosts.some((/** @type {{asked: boolean}} */ { asked }) => asked);
  });
  assert.equal((await told(page)).arrows.length, 1);
  await page.getByRole('checkbox', { name: 'Difference from FCFS' }).uncheck();
  await page.getByRole('list', { name: 'Differences from the baseline' }).waitFor({ state: 'detached' });
  await page.reload();
  const control = page.getByRole('checkbox', { name: 'Difference from FCFS' });
  await control.waitFor();
  assert.equal(await control.isChecked(), false);
  await control.check();
  await page.getByRole('list', { name: 'Differences from the baseline' }).waitFor();
  assert.ok(await chart.isVisible());
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('a picture of one chart shows what the page shows: marks, signs and the hours of the axis, as lines and as pixels', async ({
  site,
}) => {
  const { visit, page } = await compared(site);
  const { moved } = await told(page);
  await page.getByRole('button', { name: 'Export' }).click();
  const menu = page.locator('export-menu');
  await menu.getByRole('combobox', { name: 'Variant' }).selectOption('EASY');
  const saved = async (/** @type {string} */ name) => {
    const [download] = await Promise.all([page.waitForEvent('download'), menu.getByRole('button', { name, exact: true }).click()]);
    return readFile(await download.path());
  };
  const text = (await saved('SVG')).toString();
  assert.ok(text.match(/class="moved"/g).length > moved.length / 2, 'most are large enough in it, too');
  for (const words of ['>ends 1 h 38 min earlier<', '>position under FCFS<', '>earlier by 5 min or more: 50 jobs<', '>later: 7<', '>3:00<'])
    assert.ok(text.includes(words), words);
  assert.ok(!text.includes('>180 min<'));
  const png = await saved('PNG');
  const [, width, height] = /** @type {RegExpExecArray} */ (/width="(\d+)" height="(\d+)"/.exec(text));
  assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [Number(width), Number(height)]);
  await menu.press('Escape');
  await page.getByRole('checkbox', { name: 'Difference from FCFS' }).uncheck();
  await page.getByRole('list', { name: 'Differences from the baseline' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Export' }).click();
  await menu.getByRole('combobox', { name: 'Variant' }).selectOption('EASY');
  assert.ok(!(await saved('SVG')).toString().includes('class="moved"'), 'what is put away is not in the picture');
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('the decision at the playhead is marked in both charts: who starts, and who waits for it, where it is going to start', async ({
  site,
}) => {
  const { visit, page } = await compared(site);
  await page.evaluate(() =>
    /** @type {any} */ (document.querySelector('ganttlet-app')).page.store.set({ playhead_s: 12_400, playing: false }),
  );
  await page.locator('decision-bar p').getByText('Job 56 starts.').first().waitFor();
  await page.waitForFunction(() => {
    const charts = [
      .../** @type {any} */ (document.querySelector('ganttlet-app')).shadowRoot
        .querySelector('chart-section')
        .shadowRoot.querySelector('gantt-stack')
        .shadowRoot.querySelectorAll('gantt-chart'),
    ];
    return (
      charts.length === 2 &&
      charts.every((chart) => chart.frame?.decision?.behind.length > 0) &&
      charts[1].frame.decision.decided.some((/** @type {object[]} */ boxes) => boxes.length > 0)
    );
  });
  const marked = () =>
    page.locator('gantt-chart').evaluateAll((charts) =>
      charts.map((chart) => {
        const { decision, view } = /** @type {any} */ (chart).frame;
        const playhead = ((view.now_s - view.from_s) / (view.to_s - view.from_s)) * view.width;
        return {
          decided: decision?.decided.length ?? 0,
          later: decision?.later ?? false,
          ahead: decision?.behind.every((/** @type {{x: number}} */ { x }) => x >= playhead) ?? false,
        };
      }),
    );
  assert.deepEqual(await marked(), [
    { decided: 0, later: true, ahead: true },
    { decided: 1, later: true, ahead: true },
  ]);
  await visit.screenshot('decision');
  // Nothing flickers during playback.
  await page.keyboard.press('Space');
  await page.waitForFunction(() => /** @type {any} */ (document.querySelector('ganttlet-app')).page.store.get().decision.length === 0);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});
