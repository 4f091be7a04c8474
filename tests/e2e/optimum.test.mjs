import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { actions } from './actions.mjs';
import { test } from './support.mjs';

/** A board with twelve jobs, whose optima the command line proves (crate/cli/tests/optimum.rs). */
const BOARD = new URL('../../crate/cli/tests/optimum/three-wide-jobs.json', import.meta.url);

/** @param {import('@playwright/test').Page} page @param {number} count number of variants */
const completed = (page, count) =>
  page.waitForFunction((count) => {
    const { variants, title, scenario } = document.querySelector('ganttlet-app')?.page?.store.get() ?? {};
    return (
      (title || scenario?.name) &&
      variants.length === count &&
      variants.every((/** @type {{status: string}} */ { status }) => status === 'done')
    );
  }, count);

/** The panel of a scenario whose runs are complete, opened with the keyboard. */
async function opened(site, options = {}) {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 }, ...options });
  const page = await visit.goto('');
  await completed(page, 2);
  await actions(page).drop('three-wide-jobs.json', await readFile(BOARD));
  await completed(page, 4);
  const panel = page.locator('optimum-panel');
  await page.keyboard.press('o');
  await panel.locator('summary:focus', { hasText: 'How good can it get?' }).waitFor();
  return { visit, page, panel };
}

test('bounds, the search for the optimum, and its proof', async ({ site }) => {
  const { visit, page, panel } = await opened(site);
  const makespan = panel.getByRole('region', { name: 'Makespan' });
  await makespan.getByText(/No schedule of these 12 jobs has a makespan below/).waitFor();
  await makespan
    .getByRole('cell', { name: /at most .* % above the optimum/ })
    .first()
    .waitFor();
  const flow = panel.getByRole('region', { name: 'Total response time' });
  const button = flow.getByRole('button', { name: /Find the optimum/ });
  await button.focus();
  await page.keyboard.press('Enter');
  await flow.getByText('Proven: no schedule has a total response time below').waitFor();
  await flow.getByRole('row', { name: /Optimum optimal .* 20 min 50 s/ }).waitFor();
  await flow.getByRole('img', { name: /The optimal schedule/ }).waitFor();
  await panel
    .getByRole('status')
    .getByText(/Proven: no schedule has a total response time below/)
    .waitFor({ state: 'attached' });
  await makespan.getByRole('button', { name: /Find the optimum/ }).click();
  await makespan.getByRole('row', { name: /Optimum optimal 3 h 9 min/ }).waitFor();
  // Bounds have formulas and sources.
  await makespan.getByText('Lower bounds: formulas and sources').click();
  await makespan.getByRole('row', { name: /preemptive .*McNaughton 1959/ }).waitFor();
  assert.deepEqual(await visit.accessibility(), []);
  // The certificate is a file for `ganttlet verify`.
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    makespan.getByRole('button', { name: 'Save the certificate' }).click(),
  ]);
  const certificate = JSON.parse(await readFile(await download.path(), 'utf8'));
  assert.equal(certificate.format, 'ganttlet-optimum/1');
  assert.equal(certificate.status, 'proven');
  assert.equal(certificate.value, 11_340_000_000);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('a search is paused, continued and stopped, and keeps the best schedule; another scenario removes the results', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 360, height: 780 } });
  const page = await visit.goto('#ex=fcfs-vs-easy');
  await completed(page, 2);
  const panel = page.locator('optimum-panel');
  await page.keyboard.press('o');
  const makespan = panel.getByRole('region', { name: 'Makespan' });
  await makespan.getByText('a local search runs instead').waitFor();
  await expect(panel.locator('summary').first()).toBeInViewport();
  // The search pauses after its first slice and stops after its second one, not by itself.
  await page.evaluate(() => {
    const { search } = document.querySelector('ganttlet-app').shadowRoot.querySelector('optimum-panel');
    const changed = search.changed;
    // The search begins with a state before its first slice.
    let slices = -1;
    const keep = search.histories.set.bind(search.histories);
    search.histories.set = (at, points) => {
      slices += 1;
      return keep(at, points);
    };
    search.changed = () => {
      changed();
      if (slices === 1) search.pause();
      else if (slices > 1) void search.stop();
    };
  });
  await makespan.getByRole('button', { name: /Search for a better schedule/ }).click();
  await makespan.getByRole('button', { name: 'Continue' }).waitFor();
  assert.equal(await makespan.getByRole('progressbar').count(), 1);
  await page.evaluate(() => {
    const { search } = document.querySelector('ganttlet-app').shadowRoot.querySelector('optimum-panel');
    search.pause = () => {};
  });
  await makespan.getByRole('button', { name: 'Continue' }).click();
  await makespan.getByText('the best known makespan is').waitFor();
  await makespan.getByRole('img', { name: /^Course of the search: the best value falls from/ }).waitFor();
  await makespan.getByRole('row', { name: /Best found, not proven/ }).waitFor();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 360, `${wide} px`);
  assert.deepEqual(await visit.accessibility(), []);
  await actions(page).drop('three-wide-jobs.json', await readFile(BOARD));
  await completed(page, 4);
  await makespan.getByText(/No schedule of these 12 jobs/).waitFor();
  assert.equal(await makespan.getByText('not proven').count(), 0);
  await visit.close();
});
