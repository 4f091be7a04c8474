// Workflows of components: the pattern on its clusters, the costs behind the placement of each unit, the links, and the
// form with the cost function.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { actions } from './actions.mjs';
import { test } from './support.mjs';

/** Opens an example at the end of its runs. */
async function open(site, example, options) {
  const visit = await site.visit(options);
  const page = await visit.goto(`#ex=${example}`);
  const acts = actions(page);
  await page.locator('gantt-chart').first().waitFor();
  await acts.ink();
  await acts.finish();
  return { visit, page, acts, panel: page.locator('components-panel') };
}

test('units are where their links cost least: as a pattern, as a table and as a list', async ({ site }) => {
  const { visit, page, acts, panel } = await open(site, 'das2-wavefront', { viewport: { width: 1440, height: 900 } });
  // There is room beside the charts, so the panel opens automatically, with the pattern of each run.
  await panel.getByRole('img', { name: /^Close-to-Files: .*27 of 31 links between clusters/ }).waitFor();
  await panel.getByRole('img', { name: /^Bandwidth: .*15 of 31 links between clusters/ }).waitFor();
  await panel.getByText('A wavefront of 20 units, 8 items.').waitFor();
  await panel.getByText('No idle node left').waitFor({ state: 'detached' });

  // File costs ignore peers, link costs do not.
  await panel.getByText(/^Unit 1 goes to Delft: its files are closest there, cost 0 against 1/).waitFor();
  await panel.getByLabel('Variant').selectOption({ index: 1 });
  await panel.getByText(/^Unit 2 goes to VU: lowest cost/).waitFor();
  const rows = panel.getByRole('group', { name: 'Costs of unit 2 by cluster' }).locator('tbody tr');
  assert.match((await rows.first().textContent()).replace(/\s+/gu, ' '), /VU ?, chosen ?4 ?1 · 0 · 2/);
  await panel.getByText('The cost is the sum times 0.5, because messages of a wavefront go in one direction only.').waitFor();

  // The six functions for the same choice are listed, each with its terms. Charts distinguish clusters, and messages
  // are strips in them.
  const six = panel.getByRole('group', { name: 'Costs of unit 2 by each function' }).locator('tbody tr');
  assert.deepEqual(await six.locator('th').allTextContents(), [
    'Link count',
    'Bandwidth',
    'Latency',
    'Network load',
    'Application topology',
    'Predicted variance',
  ]);
  await page.waitForFunction(() => {
    const chart = document
      .querySelector('ganttlet-app')
      .shadowRoot.querySelector('chart-section')
      .shadowRoot.querySelector('gantt-stack')
      .shadowRoot.querySelector('gantt-chart');
    const strips = chart.frame?.flow?.strips ?? [];
    return strips.length > 20 && strips.every(({ fill }) => /^#[0-9a-f]{6}$/u.test(fill));
  });
  await page.getByText('message in transfer to the unit').first().waitFor();

  // Buttons, clicks on the pattern and the keyboard in the list select units, and the charts follow.
  await panel.getByRole('button', { name: 'Next unit' }).click();
  await panel.getByRole('heading', { name: 'Unit 3: choice of cluster' }).waitFor();
  assert.equal(await acts.selected(), 3);
  await panel.locator('figure').nth(1).locator('[data-unit="19"]').click();
  await panel.getByRole('heading', { name: 'Unit 20: choice of cluster' }).waitFor();
  await panel.getByText(/No idle node left: .*VU/).waitFor();
  await panel.getByText('All units as a list').click();
  const listed = panel.locator('.units button');
  assert.match(await listed.nth(19).textContent(), /Unit 20 .*, has ended$/);
  await listed.nth(19).focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await panel.getByRole('heading', { name: 'Unit 19: choice of cluster' }).waitFor();

  // Links show their past messages; data after the playhead is hidden.
  const links = panel.getByRole('group', { name: 'Links between clusters' }).getByRole('img');
  await links.first().waitFor();
  assert.match(await links.first().getAttribute('aria-label'), /→ .+: 0 messages now; .*at most .+ messages at once, .+ Mb so far/);
  await visit.screenshot('components');
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press('Home');
  await panel.getByText('No messages between clusters yet.').waitFor();
  await acts.finish();
  await links.first().waitFor();

  const download = page.waitForEvent('download');
  await panel.getByRole('button', { name: 'CSV: costs' }).click();
  const file = readFileSync(await (await download).path(), 'utf8');
  assert.match(file, /^time_s,id,name,component,unit,cluster,idle,near,far,open,near_cost,far_cost,open_cost,divisor,less,cost,taken/);
  assert.ok(file.split('\r\n').length > 40);
  assert.deepEqual(await visit.accessibility(), []);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('allocated nodes are listed, and ended workflows are complete', async ({ site }) => {
  const { visit, page, panel } = await open(site, 'das2-schedules', { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' });
  const workflow = panel.getByRole('combobox', { name: 'Workflow' });
  await panel.getByLabel('Variant').selectOption({ index: 1 });
  await workflow.selectOption({ label: '5: wavefront of 12' });
  await panel.getByText(/started at placement, with the schedule of an earlier workflow/).waitFor();
  await panel.getByText(/the schedule of an earlier workflow is reused, so no costs were computed/).waitFor();
  assert.equal(await page.getByText('The run is incomplete').count(), 0);
  await visit.screenshot('components-dark');
  assert.deepEqual(await visit.accessibility(), []);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('a cost function and background traffic are chosen in the form, and travel in a link', async ({ site }) => {
  const { visit, page, acts, panel } = await open(site, 'das2-wavefront', { viewport: { width: 1440, height: 900 } });
  await page.getByRole('button', { name: 'Policy' }).first().click();
  const cost = page.locator('system-form').getByRole('combobox', { name: /^Cost/ }).first();
  await cost.selectOption({ label: 'Latency' });
  await acts.finish();
  await page.getByRole('button', { name: 'Components' }).first().click();
  await panel
    .getByRole('img', { name: /: .*15 of 31 links between clusters/ })
    .first()
    .waitFor();
  await page.waitForFunction(() => location.hash.startsWith('#1.'));
  const hash = await page.evaluate(() => location.hash);
  const other = await site.visit({ viewport: { width: 1440, height: 900 } });
  const again = await other.goto(hash);
  await again.locator('gantt-chart').first().waitFor();
  await actions(again).ink();
  await actions(again).finish();
  await again
    .locator('components-panel')
    .getByRole('img', { name: /: .*15 of 31 links between clusters/ })
    .first()
    .waitFor();
  await again.getByRole('button', { name: 'Workload' }).first().click();
  await again.getByText('Background traffic').first().waitFor();
  assert.deepEqual([visit.faults, other.faults], [[], []]);
  await other.close();
  await visit.close();
});

test('the panel fits a phone', async ({ site }) => {
  const { visit, page, panel } = await open(site, 'das2-wavefront', {
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  });
  await page.getByRole('button', { name: 'Components' }).first().click();
  await panel.getByRole('heading', { name: 'Links between clusters' }).waitFor();
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360);
  assert.deepEqual(await visit.accessibility(), []);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});
