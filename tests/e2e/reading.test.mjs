// A log of a grid: its sites become clusters, and its jobs run as jobs or as bags of tasks.
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { actions } from './actions.mjs';
import { test } from './support.mjs';

const LOG = fileURLToPath(new URL('../../static/example/grid-5-sites-1000.gwf', import.meta.url));

test('the sites of a log are proposed as clusters, and its jobs run as bags where that is wanted', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } });
  const page = await visit.goto('');
  const acts = actions(page);
  await page.locator('gantt-chart').first().waitFor();
  await page.getByRole('button', { name: 'Workload' }).first().click();
  await page.locator('file-intake input[type=file]').setInputFiles(LOG);
  const report = page.locator('file-report');
  await report
    .getByText('1\u202f000 jobs read.')
    .or(report.getByText(/^1.000 jobs read\.$/))
    .first()
    .waitFor();
  await page
    .getByText(/5 clusters with 200 nodes/)
    .first()
    .waitFor();
  const ways = report.getByRole('combobox', { name: 'Runs as' });
  assert.deepEqual((await ways.locator('option').allTextContents()).slice(0, 2), ['jobs', 'bags of tasks']);
  assert.deepEqual(await visit.accessibility(), []);

  await ways.selectOption({ label: 'bags of tasks' });
  await page
    .getByText(/7.783 tasks on 5 clusters/)
    .first()
    .waitFor();
  await acts.finish();
  assert.equal(await ways.evaluate((select) => select.selectedOptions[0]?.textContent), 'bags of tasks');
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

/** A log of 60 jobs on two sites, with all fields of such logs that the page does not use, or cannot use. */
const STRANGE = [
  '# Computer: two sites',
  ...Array.from({ length: 60 }, (_, at) => {
    const site = at % 2 ? 'delft' : 'leiden';
    const structure = at % 5 ? 'BoT' : at % 10 ? 'WF' : 'UNITARY';
    return [
      ...[at + 1, 1136070000 + at * 20, 3, 40 + ((at * 37) % 200), 1 + (at % 3), -1, -1, 1 + (at % 3), -1, -1, 1],
      ...[`ann${at % 4}`, 'staff', `solver${at % 2}`, 'q', 'p', site, site, structure, `b${at >> 3}`, -1, -1, -1],
      ...[at % 7 ? -1 : 'i686,Linux,2.6', -1, -1, -1, -1, -1],
    ].join('\t');
  }),
].join('\n');

test('a dropped log with unused columns is reported, and runs as jobs and as bags', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } });
  const page = await visit.goto('');
  const acts = actions(page);
  await page.locator('gantt-chart').first().waitFor();
  await acts.drop('strange.gwf', Buffer.from(`${STRANGE}\n`));
  await acts.story(/60 jobs on the same/);
  await acts.panel('Workload');
  const report = page.locator('file-report');
  await report.locator('summary', { hasText: /^4 notes$/ }).click();
  for (const told of [
    /9 jobs with requirements on platform, network, disk or other resources \(fields 24 to 27\): ignored/,
    /48 jobs of bags of tasks \(fields 19 and 20\): bags in systems that run bags of tasks/,
    /6 jobs of other structures \(field 19\), whose order is not part of the format/,
  ]) {
    await report.getByText(told).waitFor();
  }
  await report.getByRole('combobox', { name: 'Runs as' }).selectOption({ label: 'bags of tasks' });
  await acts.story(/120 tasks on 2 clusters with 22 nodes/);
  await acts.finish();
  await report.getByText(/48 jobs of bags of tasks/).waitFor();
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('the report of a trace of workflows matches the way in which it runs', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } });
  const page = await visit.goto('');
  const acts = actions(page);
  await page.locator('gantt-chart').first().waitFor();
  const table = [
    'WorkflowID,JobID,SubmitTime,RunTime,NProcs,ReqNProcs,Dependencies',
    '0,0,0,60,1,1,',
    '0,1,5,30,1,1,0',
    '1,2,9,40,1,1,',
    '1,3,12,20,1,1,2',
  ];
  await acts.drop('trace.gwf', Buffer.from(`${table.join('\n')}\n`));
  await acts.story(/4 tasks/);
  await acts.panel('Workload');
  const report = page.locator('file-report');
  await report.getByText('Dependencies', { exact: true }).waitFor();
  await report.getByRole('combobox', { name: 'Runs as' }).selectOption({ label: 'bags of tasks' });
  await report.getByText('dependencies of 2 tasks are omitted').waitFor();
  assert.equal(await report.getByText('Dependencies', { exact: true }).count(), 0);
  await report.getByText('Batches').waitFor();
  await acts.finish();
  assert.deepEqual(visit.faults, []);
  await visit.close();
});
