// Links: the same result in another browser, and a message for all other content.
import assert from 'node:assert/strict';
import { actions } from './actions.mjs';
import { test } from './support.mjs';

/** @type {string} */
let link;
test.beforeAll(async ({ site }) => {
  const visit = await site.visit();
  const page = await visit.goto('#ex=fcfs-vs-easy&seed=9');
  const { story, finish, panel, choose } = actions(page);
  await story(/FCFS/);
  await panel('Policy');
  await choose('policy-picker', 'easy-sjbf');
  await story(/EASY-SJBF/);
  await finish();
  await page.waitForFunction(() => /&r=[0-9a-f]{16}/.test(location.hash));
  link = await page.evaluate(() => location.hash);
  await visit.close();
});

/** Opens a link in a new profile and waits for a sentence. */
async function says(site, fragment, pattern) {
  const visit = await site.visit();
  const page = await visit.goto(fragment);
  page.setDefaultTimeout(60_000);
  await page.locator('ganttlet-app').getByText(pattern).first().waitFor();
  assert.deepEqual(visit.faults, []);
  await visit.close();
}

test('another browser gets the same result', ({ site }) => says(site, link, /Reproduced, identical/));

test('a changed digest is noticed', ({ site }) => says(site, link.replace(/&r=..../, '&r=0000'), /differs/i));

test('a damaged link is reported, and the example runs', ({ site }) => says(site, '#1.d.rubbish', /link/i));

test('values of a link that are out of range are clamped and reported', ({ site }) => says(site, '#ex=one-server&load=7', /load/i));

test('the dialog has the command line for the same results, and a citation', async ({ site }) => {
  const visit = await site.visit();
  const page = await visit.goto(link);
  await page
    .locator('ganttlet-app')
    .getByText(/Reproduced, identical/)
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('tab', { name: 'File' }).click();
  assert.match(await page.getByLabel('Reproduce on the command line').inputValue(), /^ganttlet run [a-z0-9-]+\.ganttlet\.json$/);
  const [, whole] = /&r=([0-9a-f]{16})/.exec(link);
  const cited = await page.getByLabel('Citation (BibTeX)').inputValue();
  assert.ok(cited.startsWith(`@misc{ganttlet-${whole.slice(0, 8)},`) && cited.includes(whole) && cited.includes(link.slice(0, 40)), cited);
  assert.deepEqual(await visit.accessibility(), []);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('in a lesson the dialog offers a link to its step, and one to the scenario', async ({ site }) => {
  const visit = await site.visit();
  const page = await visit.goto('#lesson=backfilling&step=2');
  await page.locator('lesson-strip h2').waitFor();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Share' });
  const link = await dialog.getByLabel('Link to this lesson').inputValue();
  assert.match(link, /#lesson=backfilling&step=2$/u);
  assert.match(await dialog.getByLabel('Link to this scenario').inputValue(), /#1\./u);
  assert.deepEqual(await visit.accessibility(), []);
  await page.goto('about:blank');
  await page.goto(link);
  await page.locator('lesson-strip').getByText('step 2 of 4').waitFor();
  assert.deepEqual(visit.faults, []);
  await visit.close();
});
