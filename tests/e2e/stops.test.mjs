// Playback stops at interesting moments; a key moves to the next one.
import assert from 'node:assert/strict';
import { actions } from './actions.mjs';
import { test } from './support.mjs';

const state = (page) =>
  page.evaluate(() => {
    const { playhead_s, playing, selected } = document.querySelector('ganttlet-app').page.store.get();
    return { playhead_s, playing, selected };
  });

test('M moves to the next notable decision, and playback stops there if that is chosen', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } });
  const page = await visit.goto();
  const { story, finish } = actions(page);
  await story(/FCFS/);
  await finish();
  await page.evaluate(() => (document.querySelector('ganttlet-app').page.player.wanted_s = 0));
  await page.keyboard.press('Home');
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.evaluate(() => document.querySelector('ganttlet-app').page.store.set({ playhead_s: 0 }));
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press('m');
  await page.waitForFunction(() => document.querySelector('ganttlet-app').page.store.get().playhead_s > 0);
  const first = await state(page);
  // The first job that reaches the head of the queue and finds too few nodes.
  await page
    .locator('decision-bar p')
    .getByText(/Job 6 is at the head of the queue: it needs 18 nodes and 6 are free/)
    .first()
    .waitFor();
  await page.keyboard.press('m');
  await page.waitForFunction((before) => document.querySelector('ganttlet-app').page.store.get().playhead_s > before, first.playhead_s);
  await page
    .locator('decision-bar p')
    .getByText(/was backfilled ahead of job \d+/)
    .first()
    .waitFor();
  const second = await state(page);
  await page.keyboard.press('Shift+M');
  await page.waitForFunction((wanted) => document.querySelector('ganttlet-app').page.store.get().playhead_s === wanted, first.playhead_s);

  // Playback stops automatically at the second one.
  const stops = page.locator('decision-bar').getByRole('button', { name: 'auto-stop' });
  assert.match(
    await stops.getAttribute('title'),
    /starts out of order, nodes stay idle although the head of a queue waits, a reservation moves/,
  );
  await stops.click();
  assert.equal(await stops.getAttribute('aria-pressed'), 'true');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.waitForFunction((wanted) => {
    const { playhead_s, playing } = document.querySelector('ganttlet-app').page.store.get();
    return !playing && playhead_s === wanted;
  }, second.playhead_s);
  await visit.screenshot('stops');
  assert.deepEqual(await visit.accessibility(), []);
  await stops.click();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.waitForFunction((before) => document.querySelector('ganttlet-app').page.store.get().playhead_s > before, second.playhead_s);
  assert.ok((await state(page)).playing, 'it plays on');
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('a grid stops where a job is spread over clusters, and where idle nodes lie apart', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } });
  const page = await visit.goto('#ex=das3-co-allocation');
  const { finish } = actions(page);
  await page.locator('gantt-chart').first().waitFor();
  await finish();
  await page.keyboard.press('Home');
  await page.evaluate(() => document.querySelector('ganttlet-app').page.store.set({ playing: false, playhead_s: 0 }));
  const said = page.locator('decision-bar li p');
  /** Steps until a decision contains the text, and returns its line. */
  const until = async (/** @type {RegExp} */ pattern) => {
    for (let times = 0; times < 40; times += 1) {
      const { playhead_s } = await state(page);
      await page.keyboard.press('m');
      await page.waitForFunction((before) => document.querySelector('ganttlet-app').page.store.get().playhead_s > before, playhead_s);
      await page.waitForFunction(() => {
        const app = document.querySelector('ganttlet-app');
        const bar = app.shadowRoot.querySelector('chart-section').shadowRoot.querySelector('decision-bar');
        return bar.moment && bar.moment.time_s === app.page.store.get().playhead_s;
      });
      const lines = await said.allTextContents();
      const found = lines.map((line) => pattern.exec(line.replace(/\s+/g, ' '))).find(Boolean);
      if (found) return found;
    }
    throw new Error(`nothing says ${pattern}`);
  };
  const [, clusters, needed, most] = await until(
    /is co-allocated over (\d+) clusters: it needs (\d+) nodes, and (\d+|none) w(?:as|ere) idle in the cluster with the most/,
  );
  assert.ok(Number(clusters) > 1 && (most === 'none' || Number(most) < Number(needed)), `${clusters}, ${needed}, ${most}`);
  await visit.screenshot('stops-grid');
  assert.deepEqual(visit.faults, []);
  await visit.close();
});
