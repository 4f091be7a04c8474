// Tables of a run as Parquet and Arrow files: their writer is a separate package, fetched at the first such export.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { actions } from './actions.mjs';
import { test } from './support.mjs';

test('a schedule is exported as Parquet and as Arrow, and opens again as a table of jobs', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } });
  const page = await visit.goto('');
  const acts = actions(page);
  const fetched = [];
  page.on('request', (request) => fetched.push(request.url()));
  const writers = () => fetched.filter((url) => /ganttlet_columns_bg.*\.wasm/.test(url)).length;
  await page.locator('gantt-chart').first().waitFor();
  await acts.finish();
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Export' });
  const save = async () => {
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Jobs', exact: true }).click();
    const file = await download;
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
  };
  const csv = await save();
  assert.match(csv.name, /jobs\.csv$/);
  assert.equal(writers(), 0, 'text needs no writer');

  await dialog.getByLabel('File').selectOption('Parquet');
  const parquet = await save();
  assert.match(parquet.name, /jobs\.parquet$/);
  assert.equal(parquet.bytes.subarray(0, 4).toString(), 'PAR1');
  assert.equal(parquet.bytes.subarray(-4).toString(), 'PAR1');
  await dialog.getByLabel('File').selectOption('Arrow');
  const arrow = await save();
  assert.match(arrow.name, /jobs\.arrow$/);
  assert.equal(arrow.bytes.subarray(0, 6).toString(), 'ARROW1');
  assert.equal(writers(), 1);
  assert.deepEqual(await visit.accessibility(), []);
  await page.keyboard.press('Escape');

  const jobs = csv.bytes.toString().trim().split('\n').length - 1;
  await acts.panel('Workload');
  await acts.drop('schedule.parquet', parquet.bytes);
  await page
    .locator('file-report')
    .getByText(new RegExp(`^${jobs} jobs read\\.$`))
    .first()
    .waitFor();
  assert.deepEqual(visit.faults, []);
  await visit.close();
});
