// Parts that a visitor finds without knowledge of keys and ids: details beside the charts, names of reasons, buttons.
import assert from 'node:assert/strict';
import { actions } from './actions.mjs';
import { test } from './support.mjs';

test('the details of a job are beside the charts, with names of reasons', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  const page = await visit.goto('#ex=fcfs-vs-easy');
  const { story, finish } = actions(page);
  await finish();
  await story(/^FCFS left/);
  const chart = page.locator('gantt-chart').first();
  const box = await chart.boundingBox();
  await page.mouse.click(box.x + 700, box.y + 60);
  const details = page.getByRole('complementary', { name: 'Details of the selected job' });
  await details.getByText('Head of the queue', { exact: true }).first().waitFor();
  const [narrow, aside] = [await chart.boundingBox(), await details.boundingBox()];
  assert.ok(narrow.x + narrow.width <= aside.x + 1, `${narrow.x + narrow.width} > ${aside.x}`);
  assert.match(await details.getByText('Head of the queue', { exact: true }).first().getAttribute('title'), /enough nodes are free/);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('the morph and the boards have buttons above the charts, and in the menu of a phone', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  const page = await visit.goto('#ex=fcfs-vs-easy');
  const { finish } = actions(page);
  await finish();
  await page.getByRole('button', { name: 'Morph', exact: true }).click();
  await page.locator('morph-view canvas').waitFor();
  await page.keyboard.press('x');
  const board = page.getByRole('button', { name: 'Schedule it yourself', exact: true });
  await board.click();
  await page.locator('play-dialog').getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 360, height: 780 });
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await board.waitFor();
  await page.getByRole('button', { name: 'Morph', exact: true }).click();
  await page.locator('morph-view canvas').waitFor();
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('an axis without effect is named in the settings and in the results of a study', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } });
  const page = await visit.goto('#study=load-against-policy&quick=1');
  const aside = page.locator('study-view aside');
  await aside.locator('select').filter({ hasText: 'Add an axis' }).selectOption({ label: 'Correct predictions' });
  await aside.getByText('No effect on the schedules of the base scenario: No selected policy uses predictions.').waitFor();
  const main = page.locator('study-view main');
  const text = main.getByText('Correct predictions has no effect here: both values give the same results.');
  const run = main.getByRole('button', { name: /^(Run|Continue)/ });
  await text.or(run).first().waitFor();
  // An edited study may have started automatically, which removes the button.
  if (await run.isVisible()) await run.click({ timeout: 2000 }).catch(() => undefined);
  await text.waitFor();
  assert.deepEqual(visit.faults, []);
  await visit.close();
});
