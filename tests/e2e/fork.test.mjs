import assert from 'node:assert/strict';
import { test } from './support.mjs';

/** The time of the backfill of job 56 by EASY in the first example, and the effect of a hold. */
const AT = '3:25:52';
const EFFECT = 'The mean wait rises by 1 min 51 s and the last job ends 3 min 43 s later: 12 jobs start later, 4 earlier.';

/** @param {import('@playwright/test').Page} page */
const completed = (page) =>
  page.waitForFunction(() => {
    const variants = document.querySelector('ganttlet-app')?.page?.store.get().variants ?? [];
    return variants.length > 0 && variants.every((/** @type {{status: string}} */ { status }) => status === 'done');
  });

/** A state of the page. @param {import('@playwright/test').Page} page @param {string} expression of `state` and `page` */
const state = (page, expression) =>
  page.evaluate(
    `(() => { const { page } = document.querySelector('ganttlet-app'); const state = page.store.get(); return ${expression}; })()`,
  );

/** The first example with both runs complete and the playhead at the end. */
async function opened(site, options = {}, path = '') {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 }, ...options });
  const page = await visit.goto(path);
  await completed(page);
  await page.keyboard.press('End');
  return { visit, page };
}

/** Selects job 56 in the chart of EASY and opens the menu with the key. @param {import('@playwright/test').Page} page */
async function openMenuAtJob56(page) {
  await page.evaluate(() => document.querySelector('ganttlet-app').page.store.set({ selected: 55, outlined: true, pane: 1 }));
  await page.keyboard.press('f');
  await page.getByRole('menuitem', { name: /Job 56 stays in the queue/ }).waitFor();
}

test('a decision is forked by the keyboard: the effect in a sentence, the common past dimmed, and discarded', async ({ site }) => {
  const { visit, page } = await opened(site);
  const before = await state(page, 'state.canonical');
  await openMenuAtJob56(page);
  assert.deepEqual(await visit.accessibility(), []);
  // Arrow keys move through all entries, including impossible ones.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  const strip = page.locator('fork-strip');
  await strip.getByText(EFFECT).waitFor();
  await strip.getByText(`What if EASY had not started job 56 at ${AT}?`).waitFor();
  await strip.getByText('As run: Job 56 was backfilled ahead of job 36').waitFor();
  assert.deepEqual(await state(page, 'state.variants.map(({ name }) => name)'), ['EASY', `EASY, job 56 held at ${AT}`, 'FCFS']);
  assert.deepEqual(await state(page, 'state.foldedPanes'), [2]);
  // Both charts have a veil over the common past and outlines of 16 jobs.
  const marks = await state(page, 'page.forks.forkOnScreen');
  assert.equal(marks.difference.moved.length, 16);
  assert.equal(marks.job, 56);
  const chart = page.locator('gantt-chart').nth(1);
  await page.waitForFunction(() => {
    const [, chart] = document
      .querySelector('ganttlet-app')
      .shadowRoot.querySelector('chart-section')
      .shadowRoot.querySelector('gantt-stack')
      .shadowRoot.querySelectorAll('gantt-chart');
    return chart.frame?.outlines.length === chart.page.forks.outlined(1).length + 2;
  });
  const veil = await chart.evaluate((/** @type {any} */ one) => {
    const overlay = one.renderRoot.querySelectorAll('.surface canvas')[1];
    const { data } = overlay.getContext('2d').getImageData(20, Math.round(overlay.height / 4), 1, 1);
    return data[3] / 255;
  });
  assert.ok(Math.abs(veil - 0.62) < 0.02, `opacity ${veil}`);
  // The differing jobs as a table.
  await strip.getByRole('button', { name: '16 jobs differ' }).click();
  assert.equal(await strip.getByRole('rowheader').count(), 16);
  assert.deepEqual(await visit.accessibility(), []);
  await page.keyboard.press('Escape');
  await visit.screenshot('fork');
  await page.keyboard.press('Delete');
  await strip.getByText(EFFECT).waitFor({ state: 'detached' });
  await page.waitForFunction((text) => document.querySelector('ganttlet-app').page.store.get().canonical === text, before);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('a bar has the menu under the mouse: another policy from there on, an undo, and forks beside each other', async ({ site }) => {
  const { visit, page } = await opened(site);
  const chart = page.locator('gantt-chart').nth(1);
  const box = await chart.evaluate(async (/** @type {any} */ one) => {
    const [box] = await one.page.runs.clients[1].call('boxes', one.currentView(), 34);
    const surface = one.surface.getBoundingClientRect();
    const scale = one.size.scale;
    return { x: surface.left + (box.x + box.w / 2) / scale, y: surface.top + (box.y + box.h / 2) / scale };
  });
  await page.mouse.click(box.x, box.y, { button: 'right' });
  await page.getByRole('menuitem', { name: /Job 35 stays in the queue/ }).waitFor();
  await page.getByRole('menuitem', { name: /Another policy/ }).click();
  await page.getByRole('menuitem', { name: /^First come, first served|^FCFS/ }).click();
  const strip = page.locator('fork-strip');
  await strip.getByText(/^What if (?:FCFS|First come, first served) decided from/).waitFor();
  await strip.getByText(/^The mean wait (?:rises|falls) by/).waitFor();
  // A different choice at the same decision makes a second fork of the same run.
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await strip.getByText('What if').first().waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Redo', exact: true }).click();
  await strip.getByText('What if').first().waitFor();
  await completed(page);
  await page.evaluate(() => document.querySelector('ganttlet-app').page.store.set({ selected: 55, outlined: true, pane: 0 }));
  await page.keyboard.press('f');
  await page.getByRole('menuitem', { name: /^Absent/ }).click();
  await strip.getByText('What if job 56 had not been submitted?').waitFor();
  await strip.getByRole('button', { name: /^Fork 1: / }).click();
  await strip.getByText(/decided from/).waitFor();
  assert.equal(await state(page, 'state.pane'), 1);
  await strip.getByRole('button', { name: 'Discard' }).click();
  await strip.getByText('What if job 56 had not been submitted?').waitFor();
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('the regret of each start is a bar, which opens its fork', async ({ site }) => {
  const { visit, page } = await opened(site);
  await openMenuAtJob56(page);
  await page.keyboard.press('Enter');
  const strip = page.locator('fork-strip');
  await strip.getByText(EFFECT).waitFor();
  await strip.getByRole('button', { name: 'Regret' }).click();
  const regret = page.locator('regret-strip');
  const option = regret.getByRole('option', { name: `Job 56 at ${AT}: mean wait 1 min 51 s more` });
  await option.waitFor({ state: 'attached' });
  await page.waitForFunction(() => document.querySelector('ganttlet-app').page.forks.regretRuns.status === 'done');
  assert.equal(await regret.getByRole('option').count(), 70);
  assert.equal(await regret.locator('rect.fork').count(), 1);
  assert.ok((await regret.locator('rect.lowers').count()) > 2 && (await regret.locator('rect.raises').count()) > 10);
  await visit.screenshot('fork-regret');
  assert.deepEqual(await visit.accessibility(), []);
  const list = regret.getByRole('listbox');
  await list.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await strip
    .getByText(/^What if EASY had not started job \d+ at/)
    .first()
    .waitFor();
  await page.waitForFunction(() => document.querySelector('ganttlet-app').page.forks.places.length === 2);
  // The runs of the baseline are known, so another fork does not repeat them.
  assert.equal(await state(page, 'page.forks.regretRuns.status'), 'done');
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('a link holds the fork, and its digest is verified in another profile', async ({ site }) => {
  const { visit, page } = await opened(site);
  await openMenuAtJob56(page);
  await page.keyboard.press('Enter');
  const strip = page.locator('fork-strip');
  await strip.getByText(EFFECT).waitFor();
  await strip.getByRole('button', { name: 'Link to this fork' }).click();
  await strip.getByRole('button', { name: /^Copied, / }).waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const digests = await state(page, 'state.variants.map(({ digest }) => digest.whole)');
  assert.equal(new Set(digests).size, 3);
  await visit.close();
  const other = await opened(site, {}, new URL(link).hash);
  await other.page.locator('fork-strip').getByText(EFFECT).waitFor();
  await other.page.waitForFunction(() => document.querySelector('ganttlet-app').page.store.get().link.verdicts.length === 3);
  assert.deepEqual(await state(other.page, 'state.link.verdicts.map(({ same }) => same)'), [true, true, true]);
  assert.deepEqual(await state(other.page, 'state.variants.map(({ digest }) => digest.whole)'), digests);
  assert.deepEqual(other.visit.faults, []);
  await other.visit.close();
});

test('other systems say why they cannot be forked, in entries that keep the focus', async ({ site }) => {
  const { visit, page } = await opened(site, {}, '#ex=bags-whom-first');
  await page.keyboard.press('f');
  const items = page.getByRole('menuitem');
  await items.first().waitFor();
  const [first] = await items.all();
  assert.match(await first.textContent(), /Bags of tasks cannot be forked here: it has \d+ jobs or tasks, more than 600/);
  assert.equal(await first.getAttribute('aria-disabled'), 'true');
  const before = await state(page, 'state.canonical');
  await page.keyboard.press('Enter');
  assert.ok(await first.evaluate((item) => item.getRootNode().activeElement === item));
  assert.equal(await state(page, 'state.canonical'), before);
  assert.deepEqual(await visit.accessibility(), []);
  await page.keyboard.press('Escape');
  await items.first().waitFor({ state: 'hidden' });
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('on a phone the decision is held for the menu, which is a sheet', async ({ site }) => {
  const { visit, page } = await opened(site, { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true });
  const bar = page.locator('decision-bar');
  await bar.getByRole('button', { name: 'To the previous decision' }).click();
  const list = bar.locator('ul');
  await list.waitFor();
  await list.evaluate((one) => one.dispatchEvent(new PointerEvent('pointerdown', { pointerType: 'touch', bubbles: true, composed: true })));
  const menu = page.getByRole('menu');
  await menu.waitFor();
  const box = await page.locator('fork-menu [popover]').boundingBox();
  assert.ok(box && box.x === 0 && box.width === 360 && box.y + box.height > 770, JSON.stringify(box));
  const low = await menu.getByRole('menuitem').evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().height < 44).length);
  assert.equal(low, 0);
  await menu
    .getByRole('menuitem', { name: /stays in the queue/ })
    .first()
    .click();
  await page.locator('fork-strip').getByText('What if').first().waitFor();
  await page
    .locator('fork-strip')
    .getByText(/^(?:The mean wait|The fork changes nothing)/)
    .waitFor();
  await visit.screenshot('fork-phone');
  assert.deepEqual(await visit.accessibility(), []);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('the key forks the decision that is described, as its button does', async ({ site }) => {
  const { visit, page } = await opened(site);
  await page.keyboard.press('Home');
  const bar = page.locator('decision-bar');
  const menu = page.locator('fork-menu [role="menu"]');
  // Another system starts the job that still waits under FCFS.
  while ((await state(page, 'state.playhead_s')) < 2514) {
    const before = await state(page, 'state.playhead_s');
    await page.keyboard.press('n');
    await page.waitForFunction((known) => document.querySelector('ganttlet-app').page.store.get().playhead_s > known, before);
  }
  await page.waitForFunction(() => document.querySelector('ganttlet-app').page.store.get().outlined);
  await bar.getByText('0:41:54').first().waitFor();
  const offer = async (open) => {
    await open();
    await menu.getByRole('menuitem').first().waitFor();
    const text = await menu.textContent();
    await page.keyboard.press('Escape');
    await menu.getByRole('menuitem').first().waitFor({ state: 'hidden' });
    return text;
  };
  const byButton = await offer(() => bar.getByRole('button', { name: 'Decide otherwise' }).click());
  assert.match(byButton, /0:41:54/);
  assert.equal(await offer(() => page.keyboard.press('f')), byButton);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});
