import assert from 'node:assert/strict';
import { actions } from './actions.mjs';
import { test } from './support.mjs';

for (const document of ['', 'embed.html']) {
  test(`${document || 'index.html'} starts under a sub-path, without other requests or errors`, async ({ site }) => {
    const visit = await site.visit();
    const page = await visit.goto(document);
    await page.waitForLoadState('networkidle');
    assert.match(await page.title(), /Ganttlet/);
    // Undefined custom elements indicate a script that did not run. The exceptions are loaded later: dialogs with their
    // first opening, the strip for a file with open questions, the spread after all runs, forks and the morph with
    // their first use.
    const undefinedElements = await page
      .locator(
        ':not(:defined):not(file-strip, share-dialog, help-dialog, command-palette, column-dialog, glossary-dialog, gallery-dialog, lesson-dialog, play-dialog, page-tour, spread-strip, spread-note, optimum-panel, fork-menu, fork-strip, regret-strip, morph-view)',
      )
      .evaluateAll((all) => all.map((one) => one.localName));
    assert.deepEqual(undefinedElements, []);
    assert.ok(await page.locator('canvas').first().isVisible(), 'a chart is drawn');
    assert.deepEqual(visit.faults, []);
    await visit.close();
  });
}

test('a run and its frames need only the first part of the engine', async ({ site }) => {
  const visit = await site.visit();
  /** @type {string[]} */
  const fetched = [];
  const page = visit.page;
  page.context().on('request', (request) => {
    // A hash can also contain hyphens.
    const wasm = /\/([a-z_]+)-[^/]*\.wasm$/u.exec(request.url());
    if (wasm) fetched.push(wasm[1]);
  });
  const first = () => fetched.filter((name) => name === 'ganttlet_wasm_bg').length;
  // Runs with other seeds begin when the page is idle, and need the rest of the engine.
  await page.addInitScript(() => (globalThis.requestIdleCallback = () => 0));
  await visit.goto('#ex=fcfs-vs-easy');
  await actions(page).finish();
  await page.getByRole('list', { name: 'Differences from the baseline' }).waitFor();
  assert.ok(first() > 0 && first() === fetched.length, fetched.join(', '));
  await visit.close();
});

test('the rest of the engine is fetched once for all workers, and the page shows that it is loading', async ({ site }) => {
  const visit = await site.visit();
  let asked = 0;
  /** @type {() => void} */
  let arrive = () => undefined;
  const arrived = new Promise((resolve) => (arrive = () => resolve(undefined)));
  await visit.page.context().route(/ganttlet_wasm_deferred/u, async (route) => {
    asked += 1;
    await arrived;
    await route.continue();
  });
  const page = await visit.goto('#ex=das3-mixed');
  await page.getByText('Loading the engine').waitFor();
  assert.equal(await page.getByText('There is nothing to draw').count(), 0);
  arrive();
  await actions(page).finish();
  assert.equal(asked, 1);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('on a touch phone all controls of the header are on screen, and the theme is readable', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  const page = await visit.goto('');
  await page.locator('gantt-chart canvas').first().waitFor();
  const widths = await page
    .locator('header :is(button, select):visible')
    .evaluateAll((all) =>
      all.map((one) => ({ name: one.ariaLabel, right: one.getBoundingClientRect().right, width: one.getBoundingClientRect().width })),
    );
  assert.deepEqual(
    widths.filter(({ right, width }) => right > 360 || width < 44),
    [],
  );
  assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), 'Ganttlet');
  // Buttons without room there are in the menu, with their names.
  for (const name of ['Undo', 'Share', 'Help']) await page.getByRole('button', { name, exact: true }).waitFor();
  await page.getByRole('button', { name: 'Menu' }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  for (const name of ['Examples', 'Lessons', 'Papers', 'Study', 'Redo', 'Export']) await menu.getByRole('button', { name }).waitFor();
  assert.deepEqual(
    await menu
      .locator(':is(button, .theme)')
      .evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().height < 44).map((one) => one.textContent)),
    [],
  );
  await menu.getByRole('combobox', { name: 'Theme' }).selectOption('dark');
  await menu.getByText('Theme: dark').waitFor();
  assert.deepEqual(await visit.accessibility(), []);
  await visit.screenshot('start-phone');
  assert.deepEqual(visit.faults, []);
  await visit.close();
});
