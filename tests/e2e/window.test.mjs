// The window and the playhead during changes of the scenario, and the drawing at a moment.
import assert from 'node:assert/strict';
import { actions } from './actions.mjs';
import { test } from './support.mjs';

test('a zoomed window stays and is filled through a new seed, another policy and another load', async ({ site }) => {
  const visit = await site.visit();
  const page = await visit.goto();
  const { story, finish, ink, view, panel, choose } = actions(page);
  await story(/FCFS/);
  await finish();
  // The zoom is so close that every seed has bars there.
  for (let time = 0; time < 5; time += 1) await page.keyboard.press('w');
  const wanted = await view();
  assert.ok(wanted.to_s - wanted.from_s < 6000, 'five steps nearer');
  const change = async (/** @type {() => Promise<unknown>} */ how) => {
    const before = page.url();
    await how();
    // The address is written after the results arrive.
    await page.waitForFunction((before) => location.href !== before, before);
    await ink();
    const { from_s, to_s } = await view();
    assert.deepEqual([from_s, to_s], [wanted.from_s, wanted.to_s]);
  };
  await change(() => page.getByRole('button', { name: 'New seed' }).click());
  await change(async () => {
    await panel('Policy');
    await choose('policy-picker', 'conservative');
  });
  await change(() => page.locator('quick-controls input').first().press('ArrowLeft'));
  await visit.screenshot('zoomed-and-changed');
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('a window after the playhead explains why it is empty, and one click fills it', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  const page = await visit.goto();
  const { story, finish, playhead } = actions(page);
  await story(/FCFS/);
  await finish();
  await page.evaluate(() => {
    const { store } = document.querySelector('ganttlet-app').page;
    store.set({ playhead_s: 2000, view: { ...store.get().view, fitted: false, from_s: 15_000, to_s: 20_000 } });
  });
  const said = page.locator('gantt-chart').first().getByText('This part of the run is after the playhead, which is at 0:33:20.');
  await said.waitFor();
  assert.deepEqual(await visit.accessibility(), []);
  await page.getByRole('button', { name: 'Move the playhead here' }).first().click();
  await said.waitFor({ state: 'detached' });
  assert.equal(await playhead(), 20_000);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('while it plays, the ruler and all charts stand at one moment', async ({ site }) => {
  const visit = await site.visit();
  const page = await visit.goto();
  const { story, ink } = actions(page);
  await story(/FCFS/);
  await ink();
  await page.locator('plot-stack .now i').waitFor({ state: 'attached' });
  const moments = await page.evaluate(async () => {
    const stack = document
      .querySelector('ganttlet-app')
      .shadowRoot.querySelector('chart-section')
      .shadowRoot.querySelector('gantt-stack').shadowRoot;
    const seen = [];
    while (seen.length < 40) {
      await new Promise(requestAnimationFrame);
      const charts = [...stack.querySelectorAll('gantt-chart')].map(({ frame }) => frame.view.now_s);
      const plots = document.querySelector('ganttlet-app').shadowRoot.querySelector('plot-stack').fromStore?.value.now_s;
      seen.push([stack.querySelector('time-axis').fromStore.value.now_s, ...charts, ...(plots === undefined ? [] : [plots])]);
    }
    return seen;
  });
  assert.ok(moments.at(-1)[0] > moments[0][0], 'it plays');
  assert.deepEqual(
    moments.filter((times) => new Set(times).size !== 1),
    [],
  );
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('a command is found by its name, and closed details give the focus back to the bars', async ({ site }) => {
  const visit = await site.visit();
  const page = await visit.goto();
  const { story, finish, selected } = actions(page);
  await story(/FCFS/);
  await finish();
  const focused = () =>
    page.evaluate(() => {
      let inner = document.activeElement;
      while (inner?.shadowRoot?.activeElement) inner = inner.shadowRoot.activeElement;
      return inner?.getAttribute('role') ?? inner?.tagName;
    });
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Find a command' }).fill('search');
  assert.deepEqual(await visit.accessibility(), []);
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => !document.querySelector('ganttlet-app').shadowRoot.querySelector('command-palette').opened);
  assert.equal(await focused(), 'INPUT', 'the search box has the focus');
  await page.locator('gantt-chart').nth(1).getByRole('listbox').focus();
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction(() => document.querySelector('ganttlet-app').shadowRoot.querySelector('job-inspector'));
  await page.keyboard.press('Enter');
  assert.equal(await focused(), 'ASIDE');
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => !document.querySelector('ganttlet-app').shadowRoot.querySelector('job-inspector'));
  assert.equal(await selected(), -1);
  assert.equal(await focused(), 'listbox');
  assert.deepEqual(visit.faults, []);
  await visit.close();
});
