// Predictions of jobs: the panel beside the charts with bands and accuracies, and the table as a file.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { actions } from './actions.mjs';
import { test } from './support.mjs';

/** Opens an example at the end of its runs, with the panel beside the charts. */
async function open(site, example, options) {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 }, ...options });
  const page = await visit.goto(`#ex=${example}`);
  const acts = actions(page);
  await page.locator('gantt-chart').first().waitFor();
  await acts.ink();
  await acts.finish();
  const panel = page.locator('predictions-panel');
  // There is room beside the charts, so the panel opens automatically, and follows the playhead.
  if (!(await panel.isVisible())) await page.getByRole('button', { name: 'Predictions' }).first().click();
  await panel.getByRole('heading', { name: /^Wait times/ }).waitFor();
  await page.waitForFunction(
    (panel) => panel.now_s === panel.page.store.get().playhead_s && panel.isUpdatePending === false,
    await panel.elementHandle(),
  );
  return { visit, page, acts, panel };
}

test('an example with predictions opens their panel by itself', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } });
  const page = await visit.goto('#ex=mean-or-last');
  await page
    .locator('predictions-panel')
    .getByRole('heading', { name: /^Wait times/ })
    .waitFor();
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

/** The shaded band of the plot of waits: the number of segments, and the number of segments with a width. */
const band = (panel) =>
  panel
    .locator('line-plot')
    .first()
    .evaluate((plot) => {
      const { low, high } = plot.data.shade;
      const known = low.map((value, at) => [value, high[at]]).filter(([value]) => value !== null);
      return {
        known: known.length,
        wide: known.filter(([value, other]) => other > value).length,
        ordered: known.every(([value, other]) => other >= value),
      };
    });

test('waits stand beside what was predicted of them, as bands and with their accuracy', async ({ site }) => {
  const { visit, page, panel } = await open(site, 'bounds-of-waits');
  await panel
    .getByText(/^BMBP, the 4\u202f965 of 5\u202f531 started jobs with a predicted wait and a bound: mean wait .+ mean bound .+\.$/)
    .first()
    .waitFor();
  assert.ok((await panel.locator('line-plot').count()) >= 3, 'waits, accuracy over time, share of jobs');
  await panel.getByRole('heading', { name: /^Accuracy/ }).waitFor();
  await panel.getByText('Cumulative share of jobs').first().waitFor();
  const worst = panel.locator('ol.lines button');
  assert.ok((await worst.count()) > 0);
  await worst.first().click();
  await page.locator('job-inspector').getByRole('heading').first().waitFor();

  // The panel shows only jobs submitted by then. The test uses the button, since the inspector can take the focus at
  // any time and handles keys itself.
  await page.locator('gantt-player').getByRole('button', { name: /start/i }).first().click();
  await panel
    .getByText('No jobs submitted yet.')
    .or(panel.getByText('No prediction can be compared with an actual value yet.'))
    .first()
    .waitFor();

  const download = page.waitForEvent('download');
  await panel.getByRole('button', { name: 'CSV: predictions' }).click();
  const file = readFileSync(await (await download).path(), 'utf8');
  assert.match(file, /predicted_run_s,run_s,predicted_wait_s,wait_s,bound_s,bound_met/);
  assert.ok(file.split('\r\n').length > 100);
  assert.deepEqual(await visit.accessibility(), []);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('predicted waits are a band, in the dark as well', async ({ site }) => {
  const { visit, panel } = await open(site, 'bounds-of-waits', { colorScheme: 'dark' });
  await panel
    .getByText(/^BMBP, the .+: mean wait .+ mean predicted wait .+\.$/)
    .first()
    .waitFor();
  const { known, wide, ordered } = await band(panel);
  assert.ok(known > 10 && wide > 0 && ordered, JSON.stringify({ known, wide, ordered }));
  assert.deepEqual(await visit.accessibility(), []);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});
