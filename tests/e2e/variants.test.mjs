// Variants with other seeds, machines, work and names: they are added, shown correctly, and part of the link.
import assert from 'node:assert/strict';
import { actions } from './actions.mjs';
import { test } from './support.mjs';

const variants = (page) =>
  page.evaluate(() =>
    document
      .querySelector('ganttlet-app')
      .page.store.get()
      .variants.map(({ name, status, otherWork, compared, digest, layout }) => ({
        name,
        status,
        otherWork: otherWork ?? false,
        compared: compared ?? false,
        digest: digest?.whole,
        rows: layout?.rows,
      })),
  );
/** Waits until this many runs have ended and their comparison is known. */
const over = (page, count) =>
  page.waitForFunction((count) => {
    const { variants } = document.querySelector('ganttlet-app').page.store.get();
    return (
      variants.length === count &&
      variants.every(({ status, compared, otherWork }, at) => status === 'done' && (at === 0 || compared || otherWork))
    );
  }, count);

test('variants differ by seed, nodes and name; differences are shown where the jobs are the same, and the link contains everything', async ({
  site,
}) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } });
  const page = await visit.goto();
  const { story, finish, panel } = actions(page);
  await story(/FCFS/);
  await finish();
  await panel('Policy');
  await page.getByRole('button', { name: /^Compare with seed/ }).click();
  await over(page, 3);
  const [first, second, seed] = await variants(page);
  assert.deepEqual([first.name, second.name, seed.name], ['FCFS', 'EASY', 'FCFS, seed 9']);
  assert.deepEqual([second.compared, seed.compared, seed.otherWork], [true, false, true], 'other jobs have not moved');
  await page.locator('difference-legend').getByText('not for FCFS, seed 9 (other jobs)').waitFor();
  await page.getByRole('button', { name: /^Compare with nodes/ }).click();
  await over(page, 4);
  const four = await variants(page);
  assert.equal(four[3].rows, 2 * four[0].rows);
  assert.notEqual(four[3].digest, four[0].digest);
  assert.match(four[3].name, /^FCFS, nodes 64$/);

  // The third variant gets its own name.
  await page.locator('policy-picker li').nth(2).locator('button.name').click();
  await page.locator('variant-form').getByLabel('Name', { exact: true }).fill('Another week');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelector('ganttlet-app').page.store.get().variants[2]?.name === 'Another week');
  await over(page, 4);
  await visit.screenshot('variants');
  assert.deepEqual(await visit.accessibility(), []);

  // A visit by the link has the same four variants with the same results.
  await page.waitForFunction(() => location.hash.length > 20);
  const known = await variants(page);
  const hash = await page.evaluate(async () => {
    const { page } = document.querySelector('ganttlet-app');
    for (;;) {
      const before = location.hash;
      await new Promise((resolve) => setTimeout(resolve, 100));
      if (location.hash === before && page.store.get().busy.length === 0) return location.hash;
    }
  });
  const other = await site.visit();
  const there = await other.goto(hash);
  await over(there, 4);
  assert.deepEqual(
    (await variants(there)).map(({ name, digest }) => [name, digest]),
    known.map(({ name, digest }) => [name, digest]),
  );
  assert.deepEqual(other.faults, []);
  await other.close();

  // Any variant can be removed, including the baseline.
  await page.getByRole('button', { name: 'Remove FCFS', exact: true }).click();
  await over(page, 3);
  assert.equal((await variants(page)).length, 3);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('a variant has machines and values of its own by the form, and as in the scenario again', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } });
  const page = await visit.goto();
  const { story, finish, panel } = actions(page);
  await story(/FCFS/);
  await finish();
  await panel('Policy');
  await page.locator('policy-picker li').nth(1).locator('button.name').click();
  await page.locator('policy-picker details.overrides summary').click();
  await page.locator('variant-form').getByLabel('Differs in').selectOption('load');
  await page.waitForFunction(() => document.querySelector('ganttlet-app').page.store.get().scenario.compare[0].set?.load > 0);
  await over(page, 2);
  assert.match((await variants(page))[1].name, /^EASY, offered load 1$/);
  await page.locator('variant-form #machines').selectOption('das3');
  await page.waitForFunction(() => document.querySelector('ganttlet-app').page.store.get().scenario.compare[0].platform?.preset === 'das3');
  await over(page, 2);
  const two = await variants(page);
  assert.ok(two[1].rows > 200 && two[0].rows === 32, `${two[1].rows} rows`);
  await visit.screenshot('variants-machines');
  await page.locator('variant-form').getByRole('button', { name: 'Reset Offered load to the scenario value' }).click();
  await page.locator('variant-form #machines').selectOption('');
  await page.waitForFunction(() => {
    const [one] = document.querySelector('ganttlet-app').page.store.get().scenario.compare;
    return !one.platform && !one.set;
  });
  await over(page, 2);
  assert.deepEqual(
    (await variants(page)).map(({ name, compared }) => [name, compared]),
    [
      ['FCFS', false],
      ['EASY', true],
    ],
  );
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('any of the variants can be moved, made the baseline and removed, the first as the others', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } });
  const page = await visit.goto();
  const { story, finish, panel } = actions(page);
  await story(/FCFS above, EASY below/);
  await panel('Policy');
  await page.getByRole('button', { name: 'Make EASY the baseline' }).click();
  await story(/EASY above, FCFS below/);
  await page.getByRole('button', { name: 'Duplicate FCFS' }).click();
  await page
    .locator('policy-picker system-form')
    .locator('select')
    .filter({ has: page.locator('option[value="sjf"]') })
    .selectOption('sjf');
  await story(/from top to bottom EASY, FCFS, Shortest job first/);
  // With three variants, the bar is about the baseline and the last used chart.
  await finish();
  const spoken = page.locator('decision-bar li p > b:first-child');
  await page.waitForFunction(
    () =>
      document
        .querySelector('ganttlet-app')
        .shadowRoot.querySelector('chart-section')
        .shadowRoot.querySelector('decision-bar')
        .shadowRoot.querySelectorAll('li').length === 2,
  );
  await page.locator('gantt-chart').nth(2).getByRole('listbox').focus();
  await page.locator('decision-bar p').getByText('Shortest job first', { exact: true }).waitFor();
  assert.deepEqual(await spoken.allTextContents(), ['EASY', 'Shortest job first']);
  await page.locator('gantt-chart').nth(1).getByRole('listbox').focus();
  await page.locator('decision-bar p').getByText('FCFS', { exact: true }).waitFor();
  assert.deepEqual(await spoken.allTextContents(), ['EASY', 'FCFS']);
  await page.getByRole('button', { name: 'Remove EASY' }).click();
  await story(/FCFS above, Shortest job first below/);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});
