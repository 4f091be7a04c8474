// An opened log: its summary, the first view of a long log, the options of its preparation, and recorded starts.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { actions } from './actions.mjs';
import { root, test } from './support.mjs';

const LUBLIN = `${root}static/example/lublin-256-1000.swf`;

/** Jobs of one processor, a tenth of them with long runtimes: number, submission, runtime, recorded wait. */
function log(count, wait = -1) {
  const lines = Array.from({ length: count }, (_, at) => {
    const run = at >= count / 2 && at < count * 0.6 ? 90 : 10;
    return `${at + 1} ${at * 10} ${wait} ${run} 1 -1 -1 1 100 -1 1 ${at % 7} 1 -1 ${at % 2} -1 -1 -1`;
  });
  return Buffer.from(`; MaxProcs: 4\n${lines.join('\n')}\n`);
}

/** The visible window of time, s. */
const windowOf = (page) =>
  page.evaluate(() => {
    const { from_s, to_s, fitted } = document.querySelector('ganttlet-app').page.store.get().view;
    return { from_s: Math.round(from_s), to_s: Math.round(to_s), fitted };
  });

/** The numbers of the summary above the charts, by label. */
const facts = (strip) =>
  strip
    .locator('log-summary dl > div')
    .evaluateAll((items) =>
      Object.fromEntries(
        items.map((item) => [item.querySelector('dt').textContent, item.querySelector('dd').textContent.replace(/\s+/g, ' ')]),
      ),
    );

test('a dropped log has a summary above the charts, with histograms that can be read', async ({ site }) => {
  const visit = await site.visit();
  const page = await visit.goto();
  const { story, drop, finish, panel } = actions(page);
  await story(/FCFS/);
  await drop('lublin.swf', await readFile(LUBLIN));
  const strip = page.locator('log-strip');
  await strip.getByText('Offered load').waitFor();
  const said = await facts(strip);
  assert.equal(said['Number of jobs'], '1 000');
  assert.match(said['Offered load'], /^0\.\d{3} on 256 nodes$/u);
  assert.match(said['Job sizes'], /^median \d+, 90 % up to \d+, at most \d+$/u);
  // Submit times are shifted so that the first job arrives at time 0.
  assert.equal(said['Doubtful lines'], '1 note');
  const pictures = await strip.locator('svg[role=img]').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
  assert.ok(pictures.length >= 3 && pictures.every((label) => /number of (?:jobs|submissions)\. .*: \d/u.test(label)), `${pictures}`);
  await story(/1.000 jobs on the same 256 nodes/);
  await finish();
  assert.deepEqual(await visit.accessibility(), []);
  await visit.screenshot('log-summary');
  // The same numbers are in the Workload panel, even after the summary is closed.
  await strip.getByRole('button', { name: 'Close the summary' }).click();
  await strip.getByText('Offered load').waitFor({ state: 'detached' });
  await panel('Workload');
  await page.locator('file-report log-summary dl').waitFor();
  assert.deepEqual(await facts(page.locator('file-report')), said);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('a long log opens on its busiest tenth, a short one as a whole', async ({ site }) => {
  const visit = await site.visit();
  const page = await visit.goto();
  const { story, drop, finish, addressWritten } = actions(page);
  await story(/FCFS/);
  await drop('long.swf', log(400));
  const strip = page.locator('log-strip');
  const sentence = strip.getByText('The charts show the busiest tenth of the log');
  await sentence.waitFor();
  await finish();
  assert.deepEqual(await windowOf(page), { from_s: 2000, to_s: 2399, fitted: false });
  await strip.getByRole('button', { name: 'Show all' }).click();
  await sentence.waitFor({ state: 'detached' });
  assert.equal((await windowOf(page)).fitted, true);
  await drop('long2.swf', log(300));
  await sentence.waitFor();
  // A short log after a long one is shown completely.
  await drop('short.swf', log(40));
  await story(/\b40 jobs/u);
  await finish();
  assert.equal((await windowOf(page)).fitted, true);
  assert.equal(await sentence.count(), 0);
  // An example is not a log; its address differs from the address of the log.
  await addressWritten();
  await page.goto(`${page.url().split('#')[0]}#ex=fcfs-vs-easy`);
  await strip.locator('log-summary').waitFor({ state: 'detached' });
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('on a phone the summary is folded and the charts stay in sight', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  const page = await visit.goto();
  const { story, drop } = actions(page);
  await story(/FCFS/);
  await drop('long.swf', log(400));
  const strip = page.locator('log-strip');
  await strip.getByText('busiest tenth').waitFor();
  assert.equal(await strip.locator('log-summary').isVisible(), false);
  await strip.locator('summary').click();
  await strip.getByText('Offered load').waitFor();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 360, `${wide} px`);
  await visit.screenshot('log-summary-phone');
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('a log is filtered and its load scaled; the effect is described beside the result', async ({ site }) => {
  const visit = await site.visit();
  const page = await visit.goto();
  const { story, drop, finish, panel } = actions(page);
  await story(/FCFS/);
  await drop('course.swf', log(40, 5));
  await story(/\b40 jobs/u);
  await finish();
  // Jobs have a recorded start, and the table lists the distance of each start from it.
  await page.locator('metric-table').scrollIntoViewIfNeeded();
  await page.locator('metric-table').getByRole('tab', { name: 'Jobs' }).click();
  const table = page.locator('jobs-table');
  await table.getByRole('columnheader', { name: 'Recorded start' }).waitFor();
  const first = await table.locator('tbody tr').first().locator('td').allTextContents();
  assert.ok(
    first.some((cell) => cell.replace(/\s/gu, ' ') === '−5 s'),
    `${first}`,
  );
  // The same as a plot, which is loaded on request.
  assert.equal(await table.locator('recorded-differences').count(), 0);
  await table.getByRole('button', { name: 'Plot differences' }).click();
  await table.locator('recorded-differences plot-area svg circle').first().waitFor();
  await table.getByText('Each point is a job. Above 0, jobs start later than recorded.').waitFor();
  await visit.screenshot('recorded-differences');
  await page.evaluate(() => {
    const { page } = document.querySelector('ganttlet-app');
    const scenario = structuredClone(page.store.get().scenario);
    scenario.workload[0].parameters = { ...scenario.workload[0].parameters, load_factor: 1.25, users: 'not 0' };
    const text = JSON.stringify(scenario);
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], 'prepared.json'));
    window.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
  });
  await story(/\b34 jobs/u);
  await finish();
  await page.locator('metric-table').getByRole('tab', { name: 'Metrics' }).click();
  await page
    .locator('metric-table')
    .getByText('Offered load of the log scaled by 1.25: gaps between submissions divided by 1.25.')
    .waitFor();
  await panel('Workload');
  const report = page.locator('file-report');
  await report.getByText('File information').click();
  await report.getByText('6 jobs (6 by user)').waitFor();
  await report.getByText('by 1.25: gaps between submissions divided by 1.25', { exact: true }).waitFor();
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('jobs that runs kill and their log does not are named beside the comparison, and mark no best', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } });
  const page = await visit.goto('#ex=fcfs-vs-easy');
  const { story, finish, drop } = actions(page);
  await story(/EASY below/u);
  // The job of every third hour runs longer than its estimate, as recorded.
  const lines = Array.from({ length: 30 }, (_, at) => {
    const [run, estimate] = at % 3 === 0 ? [4000, 1800] : [1500, 3600];
    return `${at + 1} ${at * 1200} ${at < 6 ? 0 : 600} ${run} 2 -1 -1 2 ${estimate} -1 1 1 1 1 1 1 -1 -1`;
  });
  await drop('kills.swf', Buffer.from(`; MaxProcs: 4\n${lines.join('\n')}\n`));
  await story(/30 jobs on the same 4 nodes/u);
  await finish();
  const strip = page.locator('file-strip .deviations');
  // The page has added the comparison with the recorded starts.
  await strip
    .getByText(/Different work: of the jobs, 10 under FCFS, 10 under EASY and none under .+ are killed at their estimate\./u)
    .waitFor();
  await strip.getByText(/\d+ of 30 jobs started later than recorded/u).waitFor();
  await page.locator('metric-table').scrollIntoViewIfNeeded();
  await page.locator('metric-table').getByText('No value is marked as best.').waitFor();
  assert.equal(await page.locator('metric-table td.best').count(), 0);
  await visit.screenshot('killed-jobs');
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('the metrics of three variants of a log fit beside the plot, and a shade marks columns that are cut', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } });
  const page = await visit.goto();
  const { story, drop } = actions(page);
  await story(/FCFS/);
  await drop('recorded.swf', log(30, 1));
  await story(/As recorded/);
  const table = page.locator('metric-table .scroll').first();
  await page.locator('.numbers').scrollIntoViewIfNeeded();
  await table.getByRole('columnheader', { name: 'As recorded' }).waitFor();
  await table.getByText('Makespan', { exact: true }).waitFor();
  const hidden = () => table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  assert.equal(await hidden(), 0);
  const [left, right] = await Promise.all([table.boundingBox(), page.locator('cdf-plot').boundingBox()]);
  assert.ok(right.x >= left.x + left.width, 'the plot is beside the table');
  // In a narrow window, the rest is reachable by scrolling, and a shade marks the cut.
  await page.setViewportSize({ width: 360, height: 780 });
  assert.ok((await hidden()) > 0);
  assert.match(await table.evaluate((box) => getComputedStyle(box).backgroundAttachment), /local, scroll/u);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('the waits of a log have classes up to a day, on the screen as in print and pictures', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  const page = await visit.goto();
  const { story, drop, finish } = actions(page);
  await story(/FCFS/);
  await drop('lublin.swf', await readFile(LUBLIN));
  await story(/1.000 jobs on the same 256 nodes/);
  await finish();
  const classes = ['0', '≥ 15 min', '≥ 1 h', '≥ 4 h', '≥ 12 h', '≥ 1 d'];
  const legend = page.locator('chart-legend ul.scale li');
  await expect(legend).toHaveText(classes);
  await page.locator('print-watch[ready]').waitFor({ state: 'attached' });
  await page.evaluate(() => {
    addEventListener('beforeprint', () => {
      globalThis.sheet = document.querySelector('print-sheet').shadowRoot.textContent;
    });
  });
  await page.pdf();
  const sheet = (await page.evaluate(() => globalThis.sheet)).replace(/\s+/g, ' ');
  for (const word of classes.slice(1)) assert.ok(sheet.includes(word), `${word} in ${sheet}`);
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog', { name: 'Export' }).getByRole('button', { name: 'SVG, all variants' }).click(),
  ]);
  const svg = await readFile(await download.path(), 'utf8');
  for (const word of classes.slice(1)) assert.ok(svg.includes(word), `${word} in the picture`);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});
