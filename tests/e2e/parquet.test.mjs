// Parquet files: their reader is a separate package, which is fetched only with the first such file.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { actions } from './actions.mjs';
import { test } from './support.mjs';

const example = (name) => readFile(new URL(`../../static/example/${name}`, import.meta.url));

test('a Parquet file is dropped, and its reader is fetched with it', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } });
  const page = await visit.goto('');
  const acts = actions(page);
  const fetched = [];
  page.on('request', (request) => fetched.push(request.url()));
  const readers = () => fetched.filter((url) => /ganttlet_formats_parquet_bg.*\.wasm/.test(url)).length;
  await page.locator('gantt-chart').first().waitFor();
  await acts.panel('Workload');
  const read = (text) => page.locator('file-report').getByText(text).first().waitFor();
  await acts.drop('montage-50.dax', await example('montage-50.dax'));
  await read(/^50 tasks read\.$/);
  assert.equal(readers(), 0, 'other files do not need it');

  await acts.drop('trace.parquet', await example('workflows-wta.parquet'));
  await read(/^116 tasks read\.$/);
  assert.ok(readers() > 0);
  await acts.finish();

  // The name of the file and its compression do not matter.
  await acts.drop('jobs.bin', gzipSync(await example('jobs-opendc.parquet')));
  await read(/^60 jobs read\.$/);
  await acts.story(/60 jobs/);
  await acts.finish();
  assert.deepEqual(await visit.accessibility(), []);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('the columns of a Parquet file with jobs have names and types, and their meanings can be changed', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } });
  const page = await visit.goto('');
  const acts = actions(page);
  await page.locator('gantt-chart').first().waitFor();
  await acts.drop('typed.parquet', await readFile(new URL('../fuzz/seeds/table/typed.parquet', import.meta.url)));
  await page.waitForFunction(() => document.querySelector('ganttlet-app').page.store.get().scenario.workload[0].file?.format === 'table');
  await acts.story(/\b3 jobs/u);
  await acts.panel('Workload');
  await page.getByRole('button', { name: 'Meaning of the columns' }).click();
  const dialog = page.getByRole('dialog', { name: 'Columns of typed.parquet' });
  await dialog.getByText('3 jobs in the first rows.').waitFor();
  assert.equal(await dialog.getByRole('combobox', { name: 'Meaning of submit' }).inputValue(), 'submit');
  await dialog
    .getByText(/2017-11-05 00:00:00 UTC/u)
    .first()
    .waitFor();
  await dialog.getByText('Numbers and times').waitFor();
  // For typed times, the file contains the unit.
  await dialog.getByRole('combobox', { name: 'Unit of submit' }).selectOption('ms');
  await dialog.getByText(/the times in "submit" have a unit in the file/u).waitFor();
  assert.equal(await dialog.getByRole('button', { name: 'Apply' }).isDisabled(), true);
  await dialog.getByRole('combobox', { name: 'Unit of submit' }).selectOption('as-written');
  await dialog.getByRole('combobox', { name: 'Meaning of success' }).selectOption('status');
  await dialog.getByText('3 jobs in the first rows.').waitFor();
  assert.deepEqual(await visit.accessibility(), []);
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.waitForFunction(() =>
    document
      .querySelector('ganttlet-app')
      .page.store.get()
      .scenario.workload[0].parameters.columns.some(({ column, meaning }) => column === 'success' && meaning === 'status'),
  );
  assert.deepEqual(visit.faults, []);
  await visit.close();
});
