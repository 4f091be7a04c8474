// A log of a grid: its sites become the clusters, and what is in it runs as jobs or as bags of tasks.
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { after, before, test } from 'node:test';
import { actions } from './actions.mjs';
import { start } from './support.mjs';

/** @type {import('./support.mjs').Site} */
let site;
before(async () => (site = await start()));
after(() => site?.close());

const LOG = fileURLToPath(new URL('../../static/example/grid-5-sites-1000.gwf', import.meta.url));

test('the sites of a log are proposed as clusters, and its jobs run as bags where that is wanted', async () => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } });
  const page = await visit.goto('');
  const acts = actions(page);
  await page.locator('gantt-chart').first().waitFor();
  await page.getByRole('button', { name: 'Workload' }).first().click();
  await page.locator('file-intake input[type=file]').setInputFiles(LOG);
  const report = page.locator('file-report');
  await report.getByText('1\u202f000 jobs read.').or(report.getByText(/^1.000 jobs read\.$/)).first().waitFor();
  await page.getByText(/5 clusters with 200 nodes/).first().waitFor();
  const ways = report.getByRole('combobox', { name: 'Runs as' });
  assert.deepEqual((await ways.locator('option').allTextContents()).slice(0, 2), ['jobs', 'bags of tasks']);
  assert.deepEqual(await visit.accessibility(), []);

  await ways.selectOption({ label: 'bags of tasks' });
  await page.getByText(/7.783 tasks on 5 clusters/).first().waitFor();
  await acts.finish();
  assert.equal(await ways.evaluate((select) => select.selectedOptions[0]?.textContent), 'bags of tasks');
  assert.deepEqual(visit.faults, []);
  await visit.close();
});
