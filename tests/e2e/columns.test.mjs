// Tables of jobs: the meanings of columns are guessed and corrected, or chosen if a guess is impossible.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { actions } from './actions.mjs';
import { root, test } from './support.mjs';

const STRANGE = 'wann;wie lange;wie viele\n0;90;2\n60;30;1\n200;x;1\n300;40;1\n';

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 360, height: 740 },
]) {
  test(`a table without known names asks for its columns, at ${viewport.width} px`, async ({ site }) => {
    const visit = await site.visit({ viewport, colorScheme: viewport.width < 700 ? 'dark' : 'light' });
    const page = await visit.goto('');
    const acts = actions(page);
    await page.locator('gantt-chart').first().waitFor();
    await acts.drop('strange.csv', Buffer.from(STRANGE));
    await page.getByRole('button', { name: 'Choose columns' }).click();
    const dialog = page.getByRole('dialog', { name: 'Columns of strange.csv' });
    await dialog.getByText('No job can be read in this way.').waitFor();
    assert.equal(await dialog.getByRole('button', { name: 'Apply' }).isDisabled(), true);
    await dialog.getByRole('combobox', { name: 'Meaning of wann' }).selectOption('submit');
    await dialog.getByRole('combobox', { name: 'Meaning of wie lange' }).selectOption('run');
    await dialog.getByRole('combobox', { name: 'Meaning of wie viele' }).selectOption('processors');
    await dialog.getByText('3 jobs in the first rows.').waitFor();
    await dialog.getByText(/line 4: column "wie lange" is `x`, not a length of time/).waitFor();
    assert.equal(await dialog.locator('svg.bars rect').count(), 3);
    await dialog.getByRole('combobox', { name: 'Unit of wie lange' }).selectOption('min');
    await dialog.locator('.axis').getByText('1 h 30 min').waitFor();
    assert.deepEqual(await visit.accessibility(), []);
    assert.ok(await dialog.evaluate((element) => element.scrollWidth <= element.clientWidth));
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.waitForFunction(() => document.querySelector('ganttlet-app').page.store.get().scenario.workload[0].file?.format === 'table');
    await acts.story(/\b3 jobs/u);
    const part = await page.evaluate(() => document.querySelector('ganttlet-app').page.store.get().scenario.workload[0]);
    assert.deepEqual(
      part.parameters.columns.map(({ column, meaning, unit }) => [column, meaning, unit]),
      [
        ['wann', 'submit', 'as-written'],
        ['wie lange', 'run', 'min'],
        ['wie viele', 'processors', 'as-written'],
      ],
    );
    assert.deepEqual(visit.faults, []);
    await visit.close();
  });
}

test('guessed columns are reported, are part of the scenario, and can be corrected by keyboard', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } });
  const page = await visit.goto('');
  const acts = actions(page);
  await page.locator('gantt-chart').first().waitFor();
  await acts.drop('site-80.csv', await readFile(`${root}static/example/site-80.csv`));
  await page.waitForFunction(() => document.querySelector('ganttlet-app').page.store.get().scenario.workload[0].file?.format === 'table');
  await acts.story(/\b80 jobs/u);
  await acts.panel('Workload');
  const columns = () =>
    page.evaluate(() => document.querySelector('ganttlet-app').page.store.get().scenario.workload[0].parameters.columns);
  const row = async (meaning) => (await columns()).find((one) => one.meaning === meaning);
  assert.equal((await row('run')).unit, 'min');
  await page.getByRole('button', { name: 'Meaning of the columns' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Columns of site-80.csv' });
  await dialog.getByText('80 jobs in the first rows.').waitFor();
  const unit = dialog.getByRole('combobox', { name: 'Unit of wall_minutes' });
  assert.equal(await unit.inputValue(), 'min');
  await unit.selectOption('as-written');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  assert.equal((await row('run')).unit, 'min');
  await page.getByRole('button', { name: 'Meaning of the columns' }).click();
  await dialog.getByText('80 jobs in the first rows.').waitFor();
  await unit.selectOption('as-written');
  await dialog.getByRole('button', { name: 'Apply' }).press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.waitForFunction(() =>
    document
      .querySelector('ganttlet-app')
      .page.store.get()
      .scenario.workload[0].parameters.columns.some(({ meaning, unit }) => meaning === 'run' && unit === 'as-written'),
  );
  await acts.finish();
  assert.deepEqual(visit.faults, []);
  await visit.close();
});
