// The strips of replications under the metrics beside the charts.
import assert from 'node:assert/strict';
import { actions } from './actions.mjs';
import { test } from './support.mjs';

/** Evaluates a function of the store's state in the page. */
const stored = (page, read) => page.evaluate(`(${read})(document.querySelector('ganttlet-app').page.store.get())`);
/** Waits until the state of the store fulfils a condition. */
const until = (page, condition) => page.waitForFunction(`(${condition})(document.querySelector('ganttlet-app').page.store.get())`);
/** Waits until all seeds have run. */
const complete = (page) => until(page, ({ replicated }) => (replicated?.facts.length ?? 0) > 0);
const strips = (page) => page.locator('spread-strip .strip');
const plain = (text) => text.replace(/[\s\u202f]+/gu, ' ').trim();

/** A log of this many days with a job every two hours; the small jobs sometimes wait for a large one. */
function swf(days) {
  const lines = Array.from({ length: days * 12 }, (_, at) => {
    const [run, nodes] = at % 5 === 0 ? [9000, 4] : at % 5 === 1 ? [7000 + 37 * (at % 11), 3] : [600 + 60 * (at % 7), 1];
    return `${at + 1} ${at * 7200 + (at % 3) * 1000} -1 ${run} ${nodes} -1 -1 ${nodes} 20000 -1 1 1 1 1 1 1 -1 -1`;
  });
  return Buffer.from(`; MaxProcs: 4\n${lines.join('\n')}\n`);
}

test('twenty seeds run by themselves, and each metric shows their spread', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  const page = await visit.goto('#ex=fcfs-vs-easy');
  const { story, finish } = actions(page);
  await story(/FCFS above, EASY below/);
  await finish();
  const before = await page.locator('chart-title dd').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  await complete(page);
  // The strips have not moved anything.
  const after = await page.locator('chart-title dd').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  assert.deepEqual(after, before);
  assert.equal(await strips(page).count(), 10);
  assert.equal(await strips(page).first().locator('circle').count(), 20);
  assert.equal(
    plain(await strips(page).first().getAttribute('aria-label')),
    'Mean wait 1 h 19 min; 20 seeds: 37 plus or minus 15 min; this seed is the second longest.',
  );
  const lines = (await page.locator('chart-title').nth(1).locator('spread-strip .below > span').allTextContents()).map(plain);
  assert.deepEqual(lines, ['20 of 20 seeds', '19 of 20', '17 of 20', '15 of 20', '19 of 20']);
  // Each sentence counts the seeds for its quantity.
  await story(/only 22\.8.node-hours \(in 19 of 20 seeds\)\./u);
  await story(/The mean wait fell from .+ to .+ \(in 20 of 20 seeds\)\./u);
  assert.deepEqual(await visit.accessibility(), []);
  await visit.screenshot('spread-strips');
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('a dot opens its seed, of which the values are known already, and undo returns', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  const page = await visit.goto('#ex=fcfs-vs-easy');
  const { finish } = actions(page);
  await finish();
  await complete(page);
  const strip = strips(page).first();
  // The value of a strip is initially that of the seed on screen.
  assert.match(plain(await strip.getAttribute('aria-valuetext')), /^seed 8: 1 h 19 min$/u);
  assert.equal(await strip.getAttribute('aria-valuenow'), '8');
  await strip.focus();
  await page.keyboard.press('End');
  const popover = page.locator('spread-strip [popover]');
  await popover.getByText('Seed 10').waitFor();
  assert.match(plain(await popover.textContent()), /FCFS ?1 h 54 min ?EASY ?.+ Enter opens it; Ctrl\+Z returns to seed 8\.$/u);
  await visit.screenshot('spread-popover');
  await page.keyboard.press('ArrowLeft');
  await popover.getByText('This is the run on screen.').waitFor();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await until(page, ({ scenario, replicated }) => scenario.seed === 10 && (replicated?.facts.length ?? 0) > 0);
  await until(page, ({ variants }) => variants.every(({ report }) => report));
  assert.match(plain(await strip.getAttribute('aria-label')), /^Mean wait 1 h 54 min; .*; this seed is the longest\.$/u);
  // The seeds are 1 to 20, independently of the seed on screen.
  assert.deepEqual(await stored(page, ({ spread }) => [spread.seeds[0], spread.seeds.at(-1)]), [1, 20]);
  await page.keyboard.press('Control+z');
  await until(
    page,
    ({ scenario, variants, replicated }) =>
      scenario.seed === 8 && variants.every(({ report }) => report) && (replicated?.facts.length ?? 0) > 0,
  );
  // The strips are drawn with these values.
  await strips(page)
    .nth(5)
    .and(page.getByRole('slider', { name: /^Mean wait 19 min 20 s/u }))
    .waitFor();
  // With the pointer: the last dot of the second chart.
  const own = strips(page).nth(5);
  const dot = own.locator('circle').first();
  const { x, y } = await dot.boundingBox();
  await page.mouse.move(x + 3, y + 3);
  await popover.getByText('Click to open it').waitFor();
  await page.mouse.down();
  await page.mouse.up();
  await until(page, ({ scenario }) => scenario.seed !== 8);
  // A new seed is the next small one.
  const seed = await stored(page, ({ scenario }) => scenario.seed);
  await page.getByRole('button', { name: 'New seed' }).click();
  await page.waitForFunction((seed) => document.querySelector('ganttlet-app').page.store.get().scenario.seed === seed, seed + 1);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('a change of the scenario cancels the seeds, and a study of the reader is first', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  const page = await visit.goto('#ex=bags-who-decides');
  const { finish } = actions(page);
  await finish();
  await until(page, ({ spread }) => spread?.kind === 'seeds');
  const first = await stored(page, ({ replicated }) => replicated.text);
  await page.getByRole('button', { name: 'New seed' }).click();
  // Another seed belongs to the same study, which continues.
  await until(page, ({ scenario, replicated }) => scenario.seed > 1 && replicated);
  assert.equal(await stored(page, ({ replicated }) => replicated.text), first);
  await page.evaluate(() => (location.hash = '#ex=fcfs-vs-easy'));
  await until(page, ({ scenario, replicated, spread }) => scenario.system.kind === 'batch' && replicated === null && spread === null);
  const task = (text) =>
    page.evaluate((text) => {
      const queue = document.querySelector('ganttlet-app').page.runQueue;
      return queue.tasks.filter(({ study }) => study.text.includes(text)).map(({ status }) => status);
    }, text);
  assert.ok(!(await task('bag-makespan')).includes('running'));
  await complete(page);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('the sentence marks a difference as not significant', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  const page = await visit.goto('#ex=superlink-four-levels');
  const { story, finish } = actions(page);
  await finish();
  await story(/Mean response time: lower with \w+ levels in \d+ of 20 seeds, not significant\./u);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('the weeks of a log are its replications, else its days, else there is no interval', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  const page = await visit.goto('#ex=fcfs-vs-easy');
  const { story, finish, drop } = actions(page);
  await story(/EASY below/);
  for (const [days, kind, total] of [
    [45, 'weeks', 6],
    [9, 'days', 8],
  ]) {
    await drop(`log-${days}.swf`, swf(days));
    await story(new RegExp(`${days * 12} jobs on the same 4 nodes`, 'u'));
    await finish();
    await page.waitForFunction((kind) => document.querySelector('ganttlet-app').page.store.get().spread?.kind === kind, kind);
    const wait = strips(page).first();
    assert.equal(await wait.locator('circle:not(.own)').count(), total);
    assert.match(await wait.getAttribute('title'), /^Batch means \(Law 2015, chapter 9\)/u);
    const lines = (await page.locator('chart-title').nth(1).locator('spread-strip .below > span').allTextContents()).map(plain);
    assert.match(lines[0], new RegExp(`^\\d of ${total} ${kind}$|^$`, 'u'));
    await visit.screenshot(`spread-${kind}`);
  }
  await drop('log-3.swf', swf(3));
  await story(/36 jobs on the same 4 nodes/u);
  await finish();
  await page.locator('spread-strip').first().getByText('one log, no interval').waitFor();
  assert.deepEqual(await visit.accessibility(), []);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('each difference in an answer has its count', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  const page = await visit.goto('#ex=pool-thinning');
  const { story, finish } = actions(page);
  await finish();
  await story(/saves .+ \(in 20 of 20 seeds\), and the execution time is .+ shorter \(in 5 of 20, not significant\)\./u);
  await page.evaluate(() => (location.hash = '#ex=das3-co-allocation'));
  await until(page, ({ scenario, variants }) => scenario.system.kind === 'koala' && variants.every(({ status }) => status === 'done'));
  await page.keyboard.press('End');
  await story(/shortest with Mostly one cluster, .+ \(in 12 of 20 seeds\), and longest with Worst Fit, .+ \(in 19 of 20\)\. Mostly one/u);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('a line beside a chart has one comparison, and other jobs have no before', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } });
  const page = await visit.goto('#ex=fcfs-vs-easy');
  const { finish } = actions(page);
  await finish();
  await complete(page);
  // Records every text of a line, even if it is visible only briefly.
  await page.evaluate(() => {
    globalThis.lines = new Set();
    const words = (node) =>
      [...node.childNodes].map((one) => (one.nodeType === 3 ? one.data : one.localName === 'style' ? '' : words(one))).join(' ');
    const shadows = (tree) => [...tree.querySelectorAll('*')].flatMap((one) => (one.shadowRoot ? [one, ...shadows(one.shadowRoot)] : []));
    const look = () => {
      for (const title of shadows(document).filter(({ localName }) => localName === 'chart-title'))
        for (const line of title.shadowRoot.querySelectorAll('.spread')) {
          const strip = line.querySelector('spread-strip')?.shadowRoot;
          globalThis.lines.add(`${words(line)} | ${strip ? words(strip) : ''}`.replace(/\s+/gu, ' '));
        }
      requestAnimationFrame(look);
    };
    look();
  });
  /** The texts of the lines from a change until its completion. */
  const shown = async (change, seed) => {
    await page.evaluate(() => globalThis.lines.clear());
    await change();
    await page.waitForFunction((seed) => document.querySelector('ganttlet-app').page.store.get().scenario.seed === seed, seed);
    await until(page, ({ variants, replicated }) => variants.every(({ report }) => report) && (replicated?.facts.length ?? 0) > 0);
    await page.waitForFunction(() => [...globalThis.lines].some((line) => /\d+ of 20/u.test(line)));
    return page.evaluate(() => [...globalThis.lines]);
  };
  for (const [change, seed] of [
    [() => page.getByRole('button', { name: 'New seed' }).click(), 9],
    [() => page.keyboard.press('Control+z'), 8],
  ])
    for (const line of await shown(change, seed)) assert.doesNotMatch(line, /before/u);
  // Another policy for the same jobs has a previous value, but no count.
  await page.evaluate(() => globalThis.lines.clear());
  const { panel, choose } = actions(page);
  await panel('Policy');
  await choose('policy-picker', 'sjf');
  await page.waitForFunction(() => [...globalThis.lines].some((line) => line.includes('than before')));
  await complete(page);
  await page.waitForFunction(() => [...globalThis.lines].some((line) => /\d+ of 20/u.test(line)));
  const lines = await page.evaluate(() => [...globalThis.lines]);
  for (const line of lines.filter((text) => text.includes('before'))) assert.doesNotMatch(line, /\d of \d|seeds/u);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('cells of the metrics have one period: the means of the seeds only with those of the whole run', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  const page = await visit.goto('#ex=fcfs-vs-easy');
  const { finish } = actions(page);
  await finish();
  await complete(page);
  const table = page.locator('metric-table');
  await table.scrollIntoViewIfNeeded();
  const row = (name) => table.locator('tbody tr').filter({ has: page.getByText(name, { exact: true }) });
  // The mean has the format of the value, and the makespan is the end of the last job.
  await row('Wait time')
    .getByText(/^37 ± 15.min$/u)
    .waitFor();
  await row('Makespan')
    .getByText(/^last job ends at 7:10:44$/u)
    .waitFor();
  await page.locator('gantt-player input[aria-label="Playhead"]').evaluate((scrub) => {
    scrub.value = String(Math.round(Number(scrub.max) / 2));
    scrub.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await table.getByText(/^Wait times cover the jobs started by then/u).waitFor();
  await table.locator('.seeds').first().waitFor({ state: 'detached' });
  await table.getByText('The whole run').click();
  await row('Wait time').locator('.seeds').first().waitFor();
  assert.deepEqual(visit.faults, []);
  await visit.close();
});
