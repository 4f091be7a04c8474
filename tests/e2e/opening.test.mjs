// The first view of examples: it shows the content of their question, with folded charts, and without repeated reasons.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { actions } from './actions.mjs';
import { root, test } from './support.mjs';

const { examples } = JSON.parse(readFileSync(`${root}static/gallery/index.json`, 'utf8'));
const viewOf = (id) => examples.find((example) => example.id === id).view;

/** @param {import('@playwright/test').Page} page @param {(state: any) => unknown} read */
const state = (page, read) =>
  page.evaluate(
    (text) => new Function('state', `return (${text})(state)`)(document.querySelector('ganttlet-app').page.store.get()),
    String(read),
  );

const WALL = { viewport: { width: 1440, height: 900 } };

/** Opens an example and waits until its runs are complete. */
async function openExample(site, id) {
  const visit = await site.visit(WALL);
  const page = await visit.goto(`#ex=${id}`);
  await page.waitForFunction(() => {
    const { variants, opening } = document.querySelector('ganttlet-app')?.page?.store.get() ?? {};
    return opening && variants.every(({ status }) => status === 'done');
  });
  return { visit, page };
}

test('an example opens on the window, the folded charts and the answer in which its question can be seen', async ({ site }) => {
  const { visit, page } = await openExample(site, 'das3-mixed');
  const { window, folded } = viewOf('das3-mixed');
  const { view, foldedPanes, playing } = await state(page, ({ view, foldedPanes, playing }) => ({ view, foldedPanes, playing }));
  assert.deepEqual([view.from_s, view.to_s, view.fitted], [window.from_s, window.to_s, false]);
  assert.deepEqual(foldedPanes, folded);
  assert.equal(playing, false);
  await page.locator('chart-section .answer').waitFor();
  const charts = page.locator('gantt-chart');
  assert.equal((await charts.first().locator('.surface').boundingBox()).height, 72);
  assert.ok((await charts.nth(1).locator('.surface').boundingBox()).height > 300);
  // The decision is inside the window, and not the last one of the run.
  await page.waitForFunction((to_s) => {
    const section = document.querySelector('ganttlet-app').shadowRoot.querySelector('chart-section').shadowRoot;
    const { moment } = section.querySelector('decision-bar') ?? {};
    return moment && moment.time_s <= to_s;
  }, window.to_s);
  // Co-allocated jobs are tied.
  await page.waitForFunction(() => {
    const section = document.querySelector('ganttlet-app').shadowRoot.querySelector('chart-section').shadowRoot;
    const chart = section.querySelector('gantt-stack').shadowRoot.querySelectorAll('gantt-chart')[1];
    return chart.clusterTies?.ties.length > 3;
  });
  assert.deepEqual(await visit.accessibility(), []);
  // Another example has none of this.
  await page.evaluate(() => (location.hash = '#ex=easy-vs-conservative'));
  await page.locator('chart-section').getByText('conservative backfilling every job').first().waitFor();
  assert.deepEqual(await state(page, ({ foldedPanes, opening, colour }) => [foldedPanes, opening, colour]), [[], null, '']);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('a folded chart is swapped by a click or by Enter, and charts fold by button and key', async ({ site }) => {
  const { visit, page } = await openExample(site, 'das3-mixed');
  const folded = (/** @type {number[]} */ wanted) =>
    page.waitForFunction((wanted) => document.querySelector('ganttlet-app').page.store.get().foldedPanes.join() === wanted, wanted.join());
  const surface = (/** @type {number} */ at) => page.locator('gantt-chart').nth(at).getByRole('listbox');
  await folded([0]);
  await surface(0).click();
  await folded([1]);
  await surface(1).focus();
  await page.keyboard.press('Enter');
  await folded([0]);
  await page.getByRole('button', { name: 'Chart of Worst Fit' }).click();
  await folded([]);
  await page.getByRole('button', { name: 'Chart of Flexible Cluster Minimization' }).press('Enter');
  await folded([1]);
  await surface(1).focus();
  await page.keyboard.press('Shift+U');
  await folded([]);
  assert.equal(await state(page, ({ selected }) => selected), -1);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('colours of an example end with it, and those of the reader stay', async ({ site }) => {
  const { visit, page } = await openExample(site, 'bags-who-decides');
  assert.equal(await state(page, ({ colour }) => colour), viewOf('bags-who-decides').colour);
  const note = page.locator('gantt-chart later-note').nth(1);
  await note.getByText(/^\d+ tasks end later, the last at 3 d 05:20:09$/u).waitFor();
  await page.evaluate(() => (location.hash = '#ex=das3-montage'));
  await page.locator('chart-section').getByText('what does HEFT save?').first().waitFor();
  assert.equal(await state(page, ({ colour }) => colour), '');
  await actions(page).choose('chart-legend', 'wait');
  await page.evaluate(() => (location.hash = '#ex=bags-whom-first'));
  await page.waitForFunction(() => document.querySelector('ganttlet-app').page.store.get().opening !== null);
  assert.equal(await state(page, ({ colour }) => colour), 'wait');
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('failed tries of a job are one reason, which unfolds to a table', async ({ site }) => {
  const { visit, page } = await openExample(site, 'das3-co-allocation');
  const { job, tries } = await page.evaluate(async () => {
    const [client] = document.querySelector('ganttlet-app').page.runs.clients;
    for (const job of await client.call('find', 'wait>20s')) {
      const { reasons } = await client.call('subject', job, 1e9);
      const tries = reasons.filter(({ rule, candidates }) => rule === 'wait' && candidates.length > 1).length;
      if (tries > 2) return { job, tries };
    }
    return { job: -1, tries: 0 };
  });
  assert.ok(job >= 0);
  await page.evaluate((selected) => document.querySelector('ganttlet-app').page.store.set({ selected, outlined: false }), job);
  const details = page.locator('job-inspector');
  const reason = details.getByText(new RegExp(`^Tried ${tries} times in .+: it needs \\d+ nodes, `, 'u')).first();
  await reason.waitFor();
  await details.getByText(`${tries} tries`, { exact: true }).first().click();
  await details.getByRole('columnheader', { name: 'largest idle group' }).first().waitFor();
  assert.deepEqual(await visit.accessibility(), []);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('cards of the gallery have readable text, and their number a direction', async ({ site }) => {
  const visit = await site.visit(WALL);
  const page = await visit.goto();
  await page.locator('.answer').first().waitFor();
  await page.getByRole('button', { name: 'Examples' }).click();
  const card = page.locator('gallery-dialog li button').first();
  await card
    .locator('b.better')
    .getByText(/^−7\d %, better$/u)
    .waitFor();
  const sizes = await card.locator('span').evaluateAll((parts) => parts.map((part) => Number.parseFloat(getComputedStyle(part).fontSize)));
  assert.ok(Math.min(...sizes) >= 13, sizes.join());
  assert.deepEqual(visit.faults, []);
  await visit.close();
});
