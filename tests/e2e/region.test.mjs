// Selection of a part of the charts by mouse, keys and touch; the panel describes its content in every variant, at the
// playhead.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { actions } from './actions.mjs';
import { test } from './support.mjs';

const chart = (page, at = 0) => page.locator('gantt-chart').nth(at).locator('.surface');
const region = (page) => page.evaluate(() => document.querySelector('ganttlet-app').page.store.get().region);
const cells = (page, name) =>
  page.locator('region-panel tbody tr', { has: page.locator('th', { hasText: new RegExp(`^${name}$`) }) }).locator('td');

/** Waits until the description matches the current part and playhead. */
const settled = (page) =>
  page.waitForFunction(() => {
    const app = document.querySelector('ganttlet-app');
    const { region, playhead_s } = app.page.store.get();
    const found = app.shadowRoot.querySelector('region-panel')?.found;
    return found?.region === region && found?.playhead_s === playhead_s;
  });

test('Shift and drag selects a region; its statistics are shown for all variants at the playhead, and can be exported', async ({
  site,
}) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } });
  const page = await visit.goto();
  const { story, finish, ink, view } = actions(page);
  await story(/FCFS/);
  await finish();
  await ink();
  const window = await view();
  const box = await chart(page).boundingBox();
  await page.keyboard.down('Shift');
  await page.mouse.move(box.x + box.width * 0.1, box.y + 1);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.3, box.y + box.height * 0.4, { steps: 4 });
  await page.mouse.move(box.x + box.width * 0.5, box.y + box.height - 1, { steps: 4 });
  await page.mouse.up();
  await page.keyboard.up('Shift');
  await page.locator('region-panel table').waitFor();
  await settled(page);
  const chosen = await region(page);
  assert.deepEqual([chosen.first_row, chosen.rows], [0, 32], 'all rows that were touched');
  const { from_s, to_s } = await view();
  assert.deepEqual([from_s, to_s], [window.from_s, window.to_s], 'the window has not moved');
  assert.equal(await page.locator('region-panel thead th').count(), 2);
  const number = async (name, at = 0) => Number.parseFloat(await cells(page, name).nth(at).innerText());
  const [jobs, busy] = [await number('jobs'), await number('utilisation')];
  assert.ok(jobs > 0 && busy > 0 && busy <= 100, `${jobs} jobs, ${busy} %`);
  assert.ok((await cells(page, 'mean wait').nth(1).innerText()).includes('less'), 'EASY has them wait less than FCFS does');
  await visit.screenshot('region');
  assert.deepEqual(await visit.accessibility(), []);

  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save as CSV' }).click()]);
  const csv = (await readFile(await download.path(), 'utf8')).trim().split('\n');
  assert.equal(csv[0], 'variant,from_s,to_s,nodes,until_s,measure,unit,value');
  assert.ok(
    csv.some((line) => line.startsWith('FCFS,') && line.endsWith(`,jobs,count,${jobs}`)),
    csv.join('\n'),
  );

  // The part moves together with the charts, and is drawn at its times.
  await page.keyboard.press('w');
  await page.waitForFunction((before) => {
    const { frame } = document
      .querySelector('ganttlet-app')
      .shadowRoot.querySelector('chart-section')
      .shadowRoot.querySelector('gantt-stack')
      .shadowRoot.querySelector('gantt-chart');
    const { region } = document.querySelector('ganttlet-app').page.store.get();
    if (frame.view.from_s === before || !frame.region) return false;
    const x = ((region.to_s - frame.view.from_s) / (frame.view.to_s - frame.view.from_s)) * frame.view.width;
    return Math.abs(frame.region.x + frame.region.w - Math.min(x, frame.view.width)) <= 1;
  }, window.from_s);
  assert.deepEqual(await region(page), chosen);

  // Nothing has happened at its beginning.
  await page.keyboard.press('Home');
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.evaluate(() => document.querySelector('ganttlet-app').page.store.set({ playhead_s: 0 }));
  await page.locator('region-panel').getByText('The playhead has not reached the selection yet.').waitFor();
  await settled(page);
  assert.equal(await number('jobs'), 0);
  assert.equal(await cells(page, 'utilisation').first().innerText(), '–');
  await page.keyboard.press('Escape');
  await page.locator('region-panel').waitFor({ state: 'detached' });
  assert.equal(await region(page), null);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('a part is chosen, moved and let go by keys alone, and all of everything is what the results say', async ({ site }) => {
  const visit = await site.visit();
  const page = await visit.goto();
  const { story, finish } = actions(page);
  await story(/FCFS/);
  await finish();
  await page.keyboard.press('r');
  await page.locator('region-panel .where').waitFor();
  await page.waitForFunction(
    () => document.querySelector('ganttlet-app').shadowRoot.querySelector('region-panel').shadowRoot.activeElement?.className === 'where',
  );
  const first = await region(page);
  await page.keyboard.press('ArrowRight');
  const moved = await region(page);
  assert.ok(moved.from_s > first.from_s && moved.to_s > first.to_s);
  await page.keyboard.press('Shift+ArrowUp');
  assert.equal((await region(page)).rows, first.rows - 1);
  await page.keyboard.press('Shift+ArrowDown');
  for (let times = 0; times < 30; times += 1) await page.keyboard.press('ArrowLeft');
  for (let times = 0; times < 40; times += 1) await page.keyboard.press('Shift+ArrowRight');
  await settled(page);
  // The part begins before the first job and ends after the last, so its waits are those of the whole run.
  const waits = await page.evaluate(() => {
    const app = document.querySelector('ganttlet-app');
    const { variants } = app.page.store.get();
    const { list } = app.shadowRoot.querySelector('region-panel').found;
    return variants.map(({ report }, at) => [report.rows.find(({ id }) => id === 'wait').statistics, list[at].waits]);
  });
  for (const [whole, part] of waits) assert.deepEqual(part, whole);
  await page.keyboard.press('Escape');
  await page.locator('region-panel').waitFor({ state: 'detached' });
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('on a phone a finger that rests chooses a part', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  const page = await visit.goto();
  const { story, finish, ink } = actions(page);
  await story(/FCFS/);
  await finish();
  await ink();
  const box = await chart(page).boundingBox();
  const touches = await page.context().newCDPSession(page);
  const touch = (type, x, y) =>
    touches.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: box.x + box.width * x, y: box.y + box.height * y }],
    });
  // A long touch on a bar edits it, so this touch is on idle nodes.
  const [x, y] = await page.evaluate(async () => {
    const app = document.querySelector('ganttlet-app');
    const stack = app.shadowRoot.querySelector('chart-section').shadowRoot.querySelector('gantt-stack');
    const view = stack.shadowRoot.querySelector('gantt-chart').currentView();
    for (let at = 0.05; at < 0.65; at += 0.05) {
      for (let down = 0.1; down < 0.75; down += 0.05) {
        const hit = await app.page.runs.clients[0].call('hit', view, at * view.width, down * view.height);
        if (hit < 0) return [at, down];
      }
    }
    return [0, 0];
  });
  await touch('touchStart', x, y);
  // The touch continues until the page has detected it.
  await page.waitForFunction(() => document.querySelector('ganttlet-app').page.store.get().choosing);
  await touch('touchMove', x + 0.1, y + 0.1);
  await touch('touchMove', x + 0.3, Math.min(y + 0.4, 0.95));
  await touch('touchEnd');
  await page.locator('region-panel table').waitFor();
  await settled(page);
  const { rows } = await region(page);
  assert.ok(rows > 4 && rows < 32, `${rows} rows`);
  await visit.screenshot('region-phone');
  assert.deepEqual(await visit.accessibility(), []);
  await page.getByRole('button', { name: 'Clear the selection' }).click();
  await page.locator('region-panel').waitFor({ state: 'detached' });
  assert.deepEqual(visit.faults, []);
  await visit.close();
});
