// A workflow: its graph beside the charts, linked in both directions, the critical path, arrows and file transfers.
import assert from 'node:assert/strict';
import { actions } from './actions.mjs';
import { test } from './support.mjs';

/** Opens the page with a fragment, and waits until all its runs are complete. */
async function open(site, fragment, options) {
  const visit = await site.visit(options);
  const page = await visit.goto(`#${fragment}`);
  const acts = actions(page);
  await page.locator('gantt-chart').first().waitFor();
  await page.waitForFunction(`(() => {
    const { variants } = document.querySelector('ganttlet-app').page.store.get();
    return variants.length > 0 && variants.every(({ status }) => status === 'done');
  })()`);
  await acts.finish();
  return { visit, page, acts, panel: page.locator('graph-panel') };
}

/** Waits for this many links of one kind between tasks in the first chart, and returns all links. */
const flow = async (page, sort, least) => {
  const chart = await page.locator('gantt-chart').first().elementHandle();
  const seen = await page.waitForFunction(
    ([chart, sort, least]) => (chart.frame?.flow?.[sort].length >= least ? chart.frame.flow : null),
    [chart, sort, least],
  );
  return seen.jsonValue();
};

const state = (page, key) => page.evaluate(`document.querySelector('ganttlet-app').page.store.get().${key}`);

test('the graph of a workflow is beside its charts, and both highlight the task under the pointer', async ({ site }) => {
  const { visit, page, panel } = await open(site, 'ex=das3-montage', { viewport: { width: 1440, height: 900 } });
  // There is room beside the charts, so the panel opens automatically.
  await panel.getByRole('img', { name: /^Task graph: 100 tasks on 9 levels, 100 have ended; 9 are on the critical path\./ }).waitFor();
  assert.equal(await panel.locator('[data-node]').count(), 100);

  // The time of both is shown completely, and its parts add up to the values of the charts.
  const cells = [];
  for (const row of await panel.locator('table tr').all()) cells.push((await row.locator('th, td').allTextContents()).join(' '));
  assert.match(cells[0], /Critical path Round Robin HEFT/);
  assert.match(cells[1], /^computing 1 min 8 s 59\.9 s$/);
  assert.match(cells[2], /^waiting for files 19\.5 s 144 ms$/);
  assert.match(cells.at(-1), /^total 1 min 28 s 1 min$/);

  // The critical path and the files are in the chart, and in its legend.
  const still = await flow(page, 'critical', 9);
  assert.ok(
    still.strips.some(({ text }) => text === '181 MB, Delft to MMN: 18.1 s'),
    JSON.stringify(still.strips),
  );
  assert.deepEqual(still.arrows, []);
  const legend = page.locator('chart-legend');
  await legend.getByText('critical path', { exact: true }).waitFor();
  await legend.getByText('files in transfer to the cluster').waitFor();

  // A hovered square has arrows in the chart.
  const concat = panel.locator('[data-node]', { hasText: 'mConcatFit' });
  await concat.hover();
  const task = await state(page, 'hovered');
  assert.ok(task > 0);
  const pointed = await flow(page, 'arrows', 1);
  // 24 of its 62 parents, and its child.
  assert.deepEqual([pointed.arrows.length, pointed.cut], [25, 38]);
  await visit.screenshot('workflow-hover');

  // A hovered bar is highlighted in the graph.
  const chart = page.locator('gantt-chart').first();
  const position = await chart.evaluate(({ frame, size }) => {
    const { x, y, w, h } = frame.flow.critical[0];
    return { x: (x + w / 2) / size.scale, y: (y + h / 2) / size.scale };
  });
  await chart.locator('.surface').hover({ position });
  await panel.locator('[data-node]:has(.lit)', { hasText: 'mProjectPP' }).waitFor();

  // A task selected in the graph is also selected in the chart.
  await concat.click();
  assert.equal(await state(page, 'selected'), task);
  await page
    .locator('job-inspector')
    .getByText(/mConcatFit/)
    .first()
    .waitFor();
  assert.deepEqual(await visit.accessibility(), []);
  assert.deepEqual(visit.faults, []);
});

test('the graph fills as the playhead moves, and is there as a list', async ({ site }) => {
  const { visit, page, panel } = await open(site, 'ex=das3-montage', { viewport: { width: 1440, height: 900 } });
  await panel.getByRole('img', { name: /100 have ended/ }).waitFor();
  await page.locator('gantt-player').getByRole('button', { name: /start/i }).first().click();
  await panel.getByRole('img', { name: /: 100 tasks on 9 levels, \d{1,2} have ended/ }).waitFor();
  await panel.getByText('Tasks on the critical path').click();
  const steps = panel.locator('details').first().getByRole('button');
  assert.equal(await steps.count(), 9);
  assert.match((await steps.nth(7).textContent()).replace(/\s+/g, ' '), /mShrink \S+ computes 6\.1 s, waits 18\.1 s for files/);
  // Tab reaches one item of the list, and arrow keys reach the others.
  await steps.first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  assert.equal(await steps.nth(1).getAttribute('aria-pressed'), 'true');
  await panel.getByText('All levels as a list').click();
  assert.equal(await panel.locator('details').last().getByRole('button').count(), 100);
  assert.deepEqual(await visit.accessibility(), []);
  assert.deepEqual(visit.faults, []);
});

test('a thousand tasks are blocks of their type; a click dims all others', async ({ site }) => {
  const { visit, page, panel } = await open(site, 'ex=das3-montage&tasks=1000', { viewport: { width: 1440, height: 900 } });
  await panel.getByRole('img', { name: /^Task graph: 1[\s\u2009\u202f]?000 tasks on 9 levels/ }).waitFor();
  assert.equal(await panel.locator('[data-node]').count(), 9);
  await panel.locator('[data-node]', { hasText: 'mDiffFit' }).click();
  // The engine finds them.
  await page.waitForFunction(() => document.querySelector('ganttlet-app').page.store.get().query === 'name:mDiffFit');
  await visit.screenshot('workflow-thousand');
  assert.deepEqual(visit.faults, []);
});
