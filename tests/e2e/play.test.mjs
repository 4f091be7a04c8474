// Manual scheduling of a board: by keys, by mouse and on a phone; its link repeats the schedule.
import assert from 'node:assert/strict';
import { test } from './support.mjs';

/** The order of a schedule of "Three wide jobs" with a mean wait of 28 min 15 s. */
const ORDER = [1, 2, 3, 5, 7, 8, 9, 4, 12, 10, 6, 11];

/** The open board of a page, and the actions on it. */
function boardOf(page) {
  const dialog = page.locator('play-dialog');
  const block = (job) => dialog.locator(`.tray [data-job="${job}"]`);
  const decision = (text) => dialog.locator('.decision').filter({ hasText: text }).waitFor();
  /** Performs an action, and waits until the run of its decision is shown. */
  const decide = async (act) => {
    const before = await dialog.evaluate(({ run }) => run.choices);
    await act();
    await page.waitForFunction(
      (known) => document.querySelector('ganttlet-app').shadowRoot.querySelector('play-dialog').run?.choices !== known,
      before,
    );
  };
  const digest = () => dialog.evaluate(({ run }) => run.digest);
  return { dialog, block, decision, decide, digest };
}

/** Schedules the board in this order, each job at the first decision at which it fits. */
async function schedule(page, start) {
  const { block, decide } = boardOf(page);
  for (let next = 0; next < ORDER.length; ) {
    const job = ORDER[next];
    if ((await block(job).getByText('fits', { exact: true }).count()) > 0) {
      await decide(() => start(job));
      next += 1;
    } else {
      await decide(() => page.keyboard.press('w'));
    }
  }
}

test('a board is scheduled by keys, earns two stars, and its link repeats the schedule', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } });
  const page = await visit.goto('#ex=one-server');
  await page.getByRole('button', { name: 'Lessons' }).click();
  const lessons = page.getByRole('dialog');
  await lessons.getByRole('button', { name: /Schedule it yourself/u }).click();
  const { dialog, block, decision, digest } = boardOf(page);
  await dialog.getByRole('button', { name: /Three wide jobs/u }).click();
  await decision(/Your decision at 0 s/u);
  assert.deepEqual(await visit.accessibility(), []);
  await schedule(page, async (job) => {
    await block(job).focus();
    await block(job).click();
    await page.keyboard.press('Enter');
  });
  await decision(/wait 28 min 15 s on average, 4 min 45 s less than under EASY/u);
  await dialog.getByRole('img', { name: '2 stars' }).waitFor();
  await dialog.getByText('Optimum, proven').waitFor();
  await dialog.locator('.losses, .good').first().waitFor();
  assert.deepEqual(await visit.accessibility(), []);
  await visit.screenshot('play-end');
  const [known, fragment] = [await digest(), new URL(page.url()).hash];
  assert.match(fragment, /^#play=three-wide-jobs&d=[0-9A-Z]+$/u);

  const fresh = await site.visit();
  const other = boardOf(await fresh.goto(fragment));
  await other.decision(/wait 28 min 15 s on average/u);
  assert.equal(await other.digest(), known);
  await fresh.close();

  // The charts of the page show the same schedule beside the policies.
  await dialog.getByRole('button', { name: 'Open beside FCFS and EASY' }).click();
  await page.waitForFunction((digest) => {
    const [first] = document.querySelector('ganttlet-app').page.store.get().variants;
    return first?.report?.digest?.whole === digest;
  }, known);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('a block is dragged onto the chart, and one that does not fit is refused with a sentence', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } });
  const page = await visit.goto('#play=three-wide-jobs&d=11111');
  const { dialog, block, decision, decide } = boardOf(page);
  await decision(/Your decision at 0:46:00/u);
  const drop = async (job) => {
    const [from, to] = [await block(job).boundingBox(), await dialog.locator('.chart').boundingBox()];
    await page.mouse.move(from.x + 12, from.y + 12);
    await page.mouse.down();
    await page.mouse.move(to.x + 200, to.y + 120, { steps: 5 });
    await page.mouse.up();
  };
  await drop(4);
  await decision(/Job 4 needs 12 nodes, 7 are idle\./u);
  await decide(() => drop(8));
  assert.match(page.url(), /d=111111$/u);
  await decide(() => dialog.getByRole('button', { name: 'Undo' }).click());
  assert.match(page.url(), /d=11111$/u);
  await dialog.getByRole('button', { name: /Hint/u }).click();
  await decision(/EASY would start job 8 now\./u);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('on a phone a tap chooses and a button starts', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true, colorScheme: 'dark' });
  const page = await visit.goto('#play=fourteen-jobs&d=11');
  const { dialog, block, decision, decide } = boardOf(page);
  await decision(/Your decision at/u);
  await block(4).tap();
  await decide(() => dialog.getByRole('button', { name: /Start job 4/u }).tap());
  assert.match(page.url(), /d=112$/u);
  const sideways = await dialog.locator('dialog').evaluate((box) => box.scrollWidth - box.clientWidth);
  assert.ok(sideways <= 0, `${sideways} px too wide`);
  assert.deepEqual(await visit.accessibility(), []);
  await visit.screenshot('play-phone');
  await visit.close();
});

test('a damaged link names its fault, and the list of boards stays', async ({ site }) => {
  const visit = await site.visit();
  const page = await visit.goto('#play=no-such-board');
  const { dialog, decision } = boardOf(page);
  await dialog.getByRole('alert').filter({ hasText: 'There is no board no-such-board' }).waitFor();
  await dialog.getByRole('button', { name: /Five jobs/u }).click();
  await decision(/Your decision at 0 s/u);
  await visit.close();
});

test('choices of a link that are not possible are dropped, and decisions go on', async ({ site }) => {
  const visit = await site.visit();
  const page = await visit.goto('#play=three-wide-jobs&d=1zz');
  const { dialog, decision, decide } = boardOf(page);
  await decision(/Choice 2 is not possible at 5 min: .*dropped\.|Choice 2 is not possible at 0:05:00: .*dropped\./u);
  await page.waitForFunction(() => /d=1$/u.test(location.hash));
  await decide(() => dialog.getByRole('button', { name: /Start job 2/u }).click());
  assert.match(page.url(), /d=11$/u);
  await visit.close();
});

test('a character of a link that is no choice is ignored with a sentence', async ({ site }) => {
  const visit = await site.visit();
  const page = await visit.goto('#play=three-wide-jobs&d=1*1');
  const { decision, dialog } = boardOf(page);
  await decision(/\u201c\*1\u201d in the link was ignored: each choice is a digit or a letter\./u);
  await page.waitForFunction(() => location.hash === '#play=three-wide-jobs&d=1');
  // A board that is open already reads the next link as well.
  await page.evaluate(() => (location.hash = '#play=three-wide-jobs&d=11!'));
  await decision(/\u201c!\u201d in the link was ignored/u);
  await page.waitForFunction(() => location.hash === '#play=three-wide-jobs&d=11');
  assert.equal(await dialog.evaluate(({ run }) => run.choices), '11');
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('Escape on a board of a link leaves its address, so that a reload shows the charts', async ({ site }) => {
  const visit = await site.visit();
  const page = await visit.goto('#play=five-jobs');
  const { decision, dialog } = boardOf(page);
  await decision(/Your decision at 0 s/u);
  await page.waitForFunction(() => document.querySelector('ganttlet-app').page.store.get().scenario);
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => !location.hash.includes('play'));
  await page.reload();
  await page.waitForFunction(() => document.querySelector('ganttlet-app')?.page.store.get().variants.length > 0);
  assert.equal(await dialog.locator('dialog').count(), 0);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('a closed board goes on where it was, from the list and from its address', async ({ site }) => {
  const visit = await site.visit();
  const page = await visit.goto('#play=three-wide-jobs&d=1111');
  const { dialog, decision } = boardOf(page);
  await decision(/Your decision at/u);
  await page.waitForFunction(() => document.querySelector('ganttlet-app').page.store.get().scenario);
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => !location.hash.includes('play'));
  await page.evaluate(() => (location.hash = '#play=three-wide-jobs'));
  await page.waitForFunction(() => location.hash === '#play=three-wide-jobs&d=1111');
  await decision(/Your decision at/u);
  await dialog.getByRole('button', { name: 'Other boards' }).click();
  await dialog.getByRole('button', { name: /Three wide jobs.*Continue \(4 of 12.jobs\)/u }).click();
  await page.waitForFunction(() => location.hash === '#play=three-wide-jobs&d=1111');
  await dialog.getByRole('button', { name: 'Start again' }).click();
  await decision(/Your decision at 0.s/u);
  await page.waitForFunction(() => location.hash === '#play=three-wide-jobs');
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('a link with a schedule to beat opens the empty board and hides that schedule', async ({ site }) => {
  const visit = await site.visit();
  const page = await visit.goto('#play=five-jobs');
  const { dialog, decision, decide } = boardOf(page);
  const complete = async () => {
    while (!(await dialog.evaluate((one) => one.isOver))) await decide(() => page.keyboard.press('Enter'));
  };
  await decision(/Your decision at 0.s/u);
  await complete();
  const choices = await dialog.evaluate((one) => one.choices);
  await page.evaluate((beat) => (location.hash = `#play=five-jobs&beat=${beat}`), choices);
  await dialog.getByText(/^Beat .*the mean wait of the schedule in the link/u).waitFor();
  await decision(/Your decision at 0.s/u);
  assert.equal(await dialog.getByText('Schedule to beat, complete').count(), 0);
  await dialog.getByRole('button', { name: 'Show their schedule' }).click();
  await dialog.getByText('Schedule to beat, complete').waitFor();
  assert.deepEqual(await visit.accessibility(), []);
  await complete();
  await decision(/That is as long as in the schedule of the link\./u);
  assert.equal(new URL(page.url()).hash, `#play=five-jobs&beat=${choices}&d=${choices}`);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('the preview and the sentence follow the selected job', async ({ site }) => {
  const visit = await site.visit();
  const page = await visit.goto('#play=three-wide-jobs&d=11111');
  const { dialog, block, decision } = boardOf(page);
  await decision(/Your decision at 0:46:00/u);
  await block(4).click();
  await decision(/Job 4 needs 12.nodes, 7 are idle\./u);
  assert.equal(await dialog.locator('.ghost').count(), 0);
  await block(8).click();
  await decision(/Job 8 would run on/u);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});
