// Bars as handles: edges are dragged by mouse, keys and touch. Every variant runs again, and the scenario, its link and
// undo follow.
import assert from 'node:assert/strict';
import { actions } from './actions.mjs';
import { test } from './support.mjs';

const surface = (page, at = 0) => page.locator('gantt-chart').nth(at).locator('.surface');
const edits = (page) =>
  page.evaluate(() => (document.querySelector('ganttlet-app').page.store.get().scenario.edits ?? []).map(({ absent, ...rest }) => rest));
const digests = (page) =>
  page.evaluate(() =>
    document
      .querySelector('ganttlet-app')
      .page.store.get()
      .variants.map(({ digest }) => digest?.whole),
  );
const strip = (page) => page.locator('edit-strip');

/** Waits until values are constant and all runs are complete. */
const settled = (page) =>
  page.waitForFunction(() => {
    const { store, jobEdits } = document.querySelector('ganttlet-app').page;
    const { variants, touch } = store.get();
    return !jobEdits?.isHeld && !touch?.held && variants.every(({ status }) => status === 'done');
  });

/** Waits until the runs on screen have this value. */
const shown = (page, test) =>
  page.waitForFunction((test) => {
    const { touch } = document.querySelector('ganttlet-app').page.store.get();
    return touch?.held && touch.effects.length > 0 && new Function('touch', `return ${test}`)(touch);
  }, test);

/** Opens the example and moves to its end. */
async function open(site, options = { viewport: { width: 1440, height: 900 } }, hash = '#ex=fcfs-vs-easy') {
  const visit = await site.visit(options);
  const page = await visit.goto(hash);
  const { finish, ink, addressWritten } = actions(page);
  await finish();
  await ink();
  await addressWritten();
  return { visit, page };
}

/** The box of a job in a chart, in pixels of the window. */
async function boxOf(page, job, at = 0) {
  const around = await surface(page, at).boundingBox();
  const box = await page.evaluate(
    async ([job, at]) => {
      const app = document.querySelector('ganttlet-app');
      const stack = app.shadowRoot.querySelector('chart-section').shadowRoot.querySelector('gantt-stack');
      const chart = [...stack.shadowRoot.querySelectorAll('gantt-chart')][at];
      const client = app.page.runs.clients[at];
      const [subject] = await client.call('find', `job=${job}`);
      const [first] = await client.call('boxes', chart.currentView(), subject);
      const { scale } = chart.size;
      return { x: first.x / scale, y: first.y / scale, w: first.w / scale, h: first.h / scale };
    },
    [job, at],
  );
  return { x: around.x + box.x, y: around.y + box.y, w: box.w, h: box.h };
}

/** Moves the mouse to the edge of a bar and waits for its handle. */
async function pressEdge(page, job, edge) {
  const box = await boxOf(page, job);
  await page.mouse.move(box.x + box.w / 2, box.y + box.h / 2);
  await page
    .locator('gantt-chart')
    .first()
    .getByRole('slider', { name: `Runtime of job ${job}` })
    .waitFor();
  const [x, y] = edge === 'right' ? [box.x + box.w - 2, box.y + box.h / 2] : [box.x + box.w / 2, box.y + box.h - 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  return { x, y, box };
}

test('the right edge of a bar is dragged: both systems run again, sentences follow, one undo step, the link holds it', async ({ site }) => {
  const { visit, page } = await open(site);
  const before = await digests(page);
  const { x, y } = await pressEdge(page, 4, 'right');
  await page.mouse.move(x + 20, y, { steps: 4 });
  await page.mouse.move(x + 37, y, { steps: 4 });
  await shown(page, 'touch.change.to === 3480 && touch.effects.every(({ wait_s: [was, is] }) => is > was)');
  await strip(page).getByText('What if job 4 ran 14 min 30 s longer?').waitFor();
  assert.match(
    (await strip(page).locator('.answer').innerText()).replaceAll(/\s+/g, ' '),
    /^The mean wait rises by .+ under FCFS and by .+ under EASY\.$/,
  );
  await page.locator('edit-effect').getByText('of the other 69 jobs start later').first().waitFor();
  await page.locator('bar-handles .label').getByText('58 min').waitFor();
  await visit.screenshot('touch-held');
  await page.mouse.up();
  await settled(page);
  assert.deepEqual(await edits(page), [{ job: 4, run_s: 3480 }]);
  const edited = await digests(page);
  assert.notDeepEqual(edited, before);
  await strip(page).getByText('job 4 runs').waitFor();

  // The link contains the edits: a new profile shows the same schedules, and so does this page after a reload.
  await actions(page).addressWritten();
  const hash = new URL(page.url()).hash;
  const other = await open(site, { viewport: { width: 1440, height: 900 } }, hash);
  assert.deepEqual(await digests(other.page), edited);
  await strip(other.page).getByText('What if job 4 ran 14 min 30 s longer?').waitFor();
  await other.visit.close();
  await page.reload();
  await actions(page).finish();
  assert.deepEqual([await edits(page), await digests(page)], [[{ job: 4, run_s: 3480 }], edited]);
  await settled(page);

  // Lower edge: nodes. Escape restores the value, without an undo step.
  const down = await pressEdge(page, 2, 'lower');
  await page.mouse.move(down.x, down.y + 40, { steps: 5 });
  await shown(page, "touch.change.property === 'nodes' && touch.change.to > 10");
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await settled(page);
  assert.deepEqual([await edits(page), await digests(page)], [[{ job: 4, run_s: 3480 }], edited]);

  await strip(page).getByRole('button', { name: 'Reset all' }).click();
  await page.waitForFunction(() => !document.querySelector('ganttlet-app').page.store.get().scenario.edits?.length);
  await settled(page);
  assert.deepEqual(await digests(page), before);
  await page.keyboard.press('Control+z');
  const hasEdit = () => page.waitForFunction(() => document.querySelector('ganttlet-app').page.store.get().scenario.edits?.length === 1);
  await hasEdit();
  await settled(page);
  assert.deepEqual(await digests(page), edited);

  // Another seed has other jobs with these numbers.
  await page.getByRole('button', { name: '20 seeds: box plots', disabled: true }).waitFor();
  await page.getByRole('button', { name: 'New seed' }).first().click();
  await page.getByText('The edits of jobs belong to seed 8 and were removed.').waitFor();
  assert.deepEqual(await edits(page), []);
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  await hasEdit();
  await settled(page);
  assert.deepEqual(await digests(page), edited);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('keys change runtime, nodes and submission; the form has the same effect and no accessibility fault', async ({ site }) => {
  const { visit, page } = await open(site);
  await surface(page).focus();
  await page.evaluate(() => document.querySelector('ganttlet-app').page.store.set({ selected: 3, outlined: true }));
  await page.locator('gantt-chart').first().getByRole('slider', { name: 'Runtime of job 4' }).waitFor();
  await page.keyboard.press('Alt+ArrowRight');
  await page.keyboard.press('Alt+ArrowRight');
  await settled(page);
  const [first] = await edits(page);
  assert.equal(first.job, 4);
  assert.ok(Math.abs(first.run_s - 2610.358154) % 60 < 1e-3 && first.run_s > 2610.4, JSON.stringify(first));
  await page.keyboard.press('Alt+ArrowDown');
  await settled(page);
  assert.equal((await edits(page))[0].nodes, 16);
  await page.keyboard.press('Alt+Shift+ArrowRight');
  await settled(page);
  assert.ok(Math.abs((await edits(page))[0].submit_s - 610.655789) < 1e-3);
  // More than two edits are shown as a list.
  await strip(page).getByRole('button', { name: '3 edits, list' }).click();
  await strip(page)
    .getByRole('button', { name: /Remove the edit: job 4 needs/ })
    .click();
  await page.waitForFunction(() => document.querySelector('ganttlet-app').page.store.get().scenario.edits[0].nodes === undefined);
  await settled(page);

  // A handle is a slider with a value in words.
  const handle = page.locator('gantt-chart').first().getByRole('slider', { name: 'Runtime of job 4' });
  await handle.focus();
  await page.keyboard.press('ArrowRight');
  assert.match(await handle.getAttribute('aria-valuetext'), /minutes.*1 minute longer/);
  await page.keyboard.press('Escape');
  await settled(page);

  // The form, with 12 requested nodes for job 36.
  await page.evaluate(() => document.querySelector('ganttlet-app').page.store.set({ selected: 35, outlined: false }));
  const form = page.locator('job-edit-form');
  const nodes = form.getByLabel('Nodes');
  await nodes.waitFor();
  await nodes.fill('12');
  const begun = Date.now();
  await strip(page).getByText('What if job 36 asked for 12 nodes?').waitFor();
  await form.getByText('The mean wait').waitFor();
  console.log(`The question about job 36 was answered after ${Date.now() - begun} ms.`);
  assert.deepEqual(await visit.accessibility(), []);
  await visit.screenshot('touch-form');
  await page.keyboard.press('Enter');
  await settled(page);
  assert.ok((await edits(page)).some(({ job, nodes }) => job === 36 && nodes === 12));
  assert.deepEqual(await visit.accessibility(), []);

  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('on a phone a finger holds a bar, then drags its handle; two edits fold to a button', async ({ site }) => {
  const { visit, page } = await open(site, { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true });
  const session = await page.context().newCDPSession(page);
  const touch = (type, x, y) => session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
  const box = await boxOf(page, 35);
  await touch('touchStart', box.x + box.w / 2, box.y + box.h / 2);
  const handle = page.locator('gantt-chart').first().locator('.run_s.coarse');
  await handle.waitFor();
  await touch('touchEnd');
  const edge = await handle.boundingBox();
  const [x, y] = [edge.x + edge.width / 2, edge.y + edge.height / 2];
  await touch('touchStart', x, y);
  await touch('touchMove', x + 10, y);
  await touch('touchMove', x + 20, y);
  await shown(page, "touch.change.property === 'run_s' && touch.change.to > touch.change.from");
  await visit.screenshot('touch-phone');
  await touch('touchEnd');
  await settled(page);
  const [edit] = await edits(page);
  assert.equal(edit.job, 35);
  await strip(page).getByRole('button', { name: '1 edit, list' }).click();
  await strip(page).getByText('job 35 runs').waitFor();
  assert.deepEqual(await visit.accessibility(), []);
  await visit.screenshot('touch-phone-list');
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('the lower edge of the cluster changes its nodes, and the body of a selected bar its submission', async ({ site }) => {
  const { visit, page } = await open(site);
  const around = await surface(page).boundingBox();
  const box = await boxOf(page, 4);
  await page.mouse.move(box.x + box.w / 2, box.y + box.h / 2);
  await page.locator('gantt-chart').first().getByRole('slider', { name: 'Runtime of job 4' }).waitFor();
  // A point in an idle area at the lower edge.
  const x = box.x + box.w * 0.8;
  const y = around.y + around.height - 2;
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y - 12, { steps: 3 });
  await page.mouse.move(x, y - 30, { steps: 3 });
  await shown(page, "touch.change.property === 'cluster' && touch.change.to < 32");
  await strip(page)
    .getByText(/What if the cluster had \d+ nodes\?/)
    .waitFor();
  await visit.screenshot('touch-cluster');
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await settled(page);

  await page.mouse.click(box.x + box.w / 2, box.y + box.h / 2);
  await page.locator('job-inspector').waitFor();
  const now = await boxOf(page, 4);
  await page.mouse.move(now.x + now.w / 2, now.y + now.h / 2);
  await page.mouse.down();
  await page.mouse.move(now.x + now.w / 2 + 20, now.y + now.h / 2, { steps: 4 });
  await page.mouse.move(now.x + now.w / 2 + 60, now.y + now.h / 2, { steps: 4 });
  await shown(page, "touch.change.property === 'submit_s' && touch.change.to > touch.change.from");
  await visit.screenshot('touch-submission');
  await page.mouse.up();
  await settled(page);
  const [edit] = await edits(page);
  assert.equal(edit.job, 4);
  assert.ok(edit.submit_s > 551);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});
