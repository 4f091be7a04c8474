// Tasks on a hierarchy of grids: the queues as lanes above the charts, the path of a task with the rules that moved it,
// and the results of the levels.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { actions } from './actions.mjs';
import { test } from './support.mjs';

const QUEUES = [
  { level: 1, grid: 1, t_q_s: 360, t_e_s: 180, cpus: 2, kflops: 817_477, mode: 'serial', estimate_on: 'cpu', check_s: 10 },
  {
    level: 2,
    grid: 2,
    t_q_s: 172_800,
    t_e_s: 172_800,
    cpus: 10,
    kflops: 649_505,
    job_length_s: 918,
    estimator_cpus: 20,
    check_s: 60,
    task_potential: false,
    queue_potential: false,
  },
];
const system = (/** @type {string} */ scheme) => ({
  kind: 'hierarchy',
  policies: { sharing: 'no-sharing' },
  parameters: { scheme, queues: QUEUES, grids: [{ allocation: 'fixed' }, { allocation: 'rounds', period_s: 300, claim_s: 10 }] },
});

const SCENARIO = {
  version: 1,
  name: 'A long task and a short one',
  seed: 5,
  platform: { preset: 'superlink-online', parameters: { technion: 0, madison: 10 } },
  workload: [{ generator: 'divisible-two', parameters: { long_jobs: 120 } }],
  background: [
    { generator: 'owner-sessions', parameters: { owners_of: 2, available_mean_s: 8000, away_mean_s: 20_369, duration_s: 100_000 } },
  ],
  system: system('fcfs'),
  compare: [system('mq-h')],
};

/** Opens the page with the scenario, at the end of its runs. */
async function open(site, options) {
  const visit = await site.visit(options);
  const page = await visit.goto('');
  const acts = actions(page);
  await page.locator('gantt-chart').first().waitFor();
  await acts.ink();
  await acts.drop('levels.json', Buffer.from(JSON.stringify(SCENARIO)));
  await page.locator('lanes-strip').nth(1).waitFor();
  await acts.finish();
  return { visit, page, acts, panel: page.locator('lanes-panel') };
}

/** The drawing in the lanes of a run, after its path is the path of this task. */
const lanes = async (page, at, name) => {
  const strip = await page.locator('lanes-strip').nth(at).elementHandle();
  const seen = await page.waitForFunction(([strip, name]) => (strip.lanes?.name === name ? strip.lanes : null), [strip, name]);
  return seen.jsonValue();
};
const said = ({ words }) => words.map(({ text }) => text).join(' | ');

test('what happened to a task is a way down through the queues, in the picture and as a list', async ({ site }) => {
  const { visit, page, acts, panel } = await open(site, { viewport: { width: 1440, height: 900 } });
  // The picture shows the reason for the short task's speed: it waits in a single queue, but with levels it has its own
  // queue.
  const [flat, levels] = [await lanes(page, 0, 'Long'), await lanes(page, 1, 'Long')];
  assert.deepEqual([flat.lanes.map(({ name }) => name), levels.lanes.map(({ name }) => name)], [['Q'], ['Q1', 'Q2']]);
  assert.match(said(flat), /Short waits \d+ h \d+ min/);
  assert.match(said(levels), /mismatch: .+ > 6 min \| .*Short done after \d+(\.\d)? s/);
  assert.equal(levels.links.length, 1);
  assert.match(levels.dots[0].text, /^Long moves to queue 2: the bound on its work, \d.+, exceeds 6 min, the largest task allowed here\.$/);

  // There is room beside the charts, so the panel opens automatically, with the same content as a list.
  const steps = panel.locator('.path button');
  await panel.getByRole('combobox', { name: /^Variant/ }).selectOption({ index: 1 });
  await steps.filter({ hasText: 'mismatch: Q1 to Q2' }).waitFor();
  await steps.filter({ hasText: /is done after \d+ h/ }).waitFor({ timeout: 15000 });
  const texts = (await steps.allTextContents()).map((text) => text.replace(/\s+/gu, ' ').trim());
  assert.match(texts[0], /^0 s ?arrives at Q1$/);
  assert.match(texts[1], /size estimated ?estimated in 11 s; at most .+ of work on one machine$/);
  assert.ok(texts[2].includes(levels.dots[0].text), texts[2]);
  assert.match(texts.at(-1), /is done after \d+ h/);
  // The bound falls to the true size, and exceeds the limit of the first queue.
  const bound = panel.getByRole('img', { name: /^Bounds on its work: Q1, 11 s: from .+ to .+, queue limit 6 min; actual work / });
  await bound.waitFor();
  assert.equal(await bound.locator('.over').count(), 1);
  await visit.screenshot('lanes');

  // The keyboard moves between steps; a step moves the playhead to its time, and later data is hidden.
  await steps.first().focus();
  for (let step = 0; step < 2; step += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await steps.nth(3).waitFor({ state: 'detached' });
  assert.equal(Math.round(await acts.playhead()), 11);
  await acts.finish();
  await steps.nth(3).waitFor();

  // All runs follow another task, and the table lists its result in each.
  const task = panel.getByRole('combobox', { name: 'Task' });
  await task.selectOption(await task.locator('option', { hasText: 'Short' }).getAttribute('value'));
  await panel.getByRole('heading', { name: 'History of Short' }).waitFor();
  assert.match(said(await lanes(page, 0, 'Short')), /Short waits/);
  await lanes(page, 1, 'Short');
  const rows = (await panel.getByRole('group', { name: 'Short in all variants' }).locator('tbody tr').allTextContents()).map((text) =>
    text.replace(/\s+/gu, ' '),
  );
  assert.match(rows[0], / h \d+ min ?Q ?0/);
  assert.match(rows[1], /\d s ?Q1 ?0/);

  // A bar in a lane and a job in the chart belong to the followed task.
  const bar = (await lanes(page, 0, 'Short')).bars.find(({ look, task }) => look === 2 && task === 0);
  await page
    .locator('lanes-strip')
    .first()
    .locator('.surface')
    .click({ position: { x: bar.x + bar.w / 2, y: bar.y + bar.h / 2 } });
  await lanes(page, 1, 'Long');
  assert.equal(await acts.selected(), 0);
  const { dots } = await lanes(page, 1, 'Long');
  await page
    .locator('lanes-strip')
    .nth(1)
    .locator('.surface')
    .hover({ position: { x: dots[0].x, y: dots[0].y } });
  await page.locator('lanes-strip').nth(1).getByText(dots[0].text).waitFor();

  const download = page.waitForEvent('download');
  await panel.getByRole('button', { name: 'CSV: moves' }).click();
  const file = readFileSync(await (await download).path(), 'utf8');
  assert.match(file, /^time_s,id,name,from,to,rule,why,because\r\n10\.98,1,Long,Q1,Q2,mismatch,mismatch,"Long moves to queue 2: /);
  assert.deepEqual(await visit.accessibility(), []);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('lanes and panel fit a phone, and stand in an embed', async ({ site }) => {
  const { visit, page, panel } = await open(site, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok((await wide()) <= 360, `${await wide()} px`);
  await page.getByRole('button', { name: 'Levels' }).first().click();
  await panel.getByRole('heading', { name: 'History of Long' }).waitFor();
  assert.ok((await wide()) <= 360, `${await wide()} px`);
  assert.deepEqual(await visit.accessibility(), []);
  const link = await page.evaluate(() => location.hash);
  assert.deepEqual(visit.faults, []);
  await visit.close();

  const framed = await site.visit({ viewport: { width: 700, height: 600 }, colorScheme: 'dark' });
  const other = await framed.goto(`embed.html?show=gantt,lanes${link}`);
  await lanes(other, 1, 'Long');
  await other.locator('lanes-panel').getByRole('heading', { name: 'History of Long' }).waitFor();
  assert.deepEqual(await framed.accessibility(), []);
  assert.deepEqual(framed.faults, []);
  await framed.close();
});

test('queues are cards that say what they are for, and are moved by keyboard', async ({ site }) => {
  const { visit, page, acts } = await open(site, { viewport: { width: 1440, height: 900 } });
  await page.getByRole('button', { name: 'Policy' }).first().click();
  const cards = page.locator('queue-cards').first();
  await cards.getByText('Tasks of up to 6 min of CPU time, at most 12 min in total, on 2 machines.').waitFor();
  // Half the time allows half the task; then the link contains all values of the scenario.
  const field = cards.getByLabel('T_e of Q1');
  await field.fill('90');
  await field.press('Enter');
  await cards.getByText('Tasks of up to 3 min of CPU time, at most 12 min in total, on 2 machines.').waitFor();
  await page.waitForFunction(() => location.hash.startsWith('#1.'));
  await acts.finish();
  await cards.getByRole('button', { name: 'Move Q1 down' }).focus();
  await page.keyboard.press('Enter');
  await cards.locator('li').nth(1).getByText('Tasks of up to 3 min of CPU time').waitFor();
  // The pointer moves it back up, and two levels down.
  const place = async (/** @type {import('@playwright/test').Locator} */ locator) => {
    const { x, y, width, height } = /** @type {any} */ (await locator.boundingBox());
    return /** @type {const} */ ([x + width / 2, y + height / 2]);
  };
  await cards.locator('li').nth(1).scrollIntoViewIfNeeded();
  const [x, y] = await place(cards.locator('.grip').nth(1));
  const [, above] = await place(cards.locator('li').first());
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 70, above, { steps: 4 });
  await page.mouse.up();
  const first = cards.locator('li').first();
  await first.getByText('Tasks of up to 3 min of CPU time').waitFor();
  await first.getByText('level 3').waitFor();
  assert.deepEqual(await visit.accessibility(), []);
  await visit.screenshot('lanes-cards');
  await visit.close();
});
