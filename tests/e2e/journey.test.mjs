// The actions of a visitor: looks, plays, asks for reasons, drops a file, changes a policy, sends the link.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { actions } from './actions.mjs';
import { root, test } from './support.mjs';

test('the first view runs without a click, two policies side by side', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1366, height: 768 } });
  const page = await visit.goto();
  const { story, ink, playhead } = actions(page);
  assert.match(await story(/FCFS above/), /70 jobs on the same 32 nodes: FCFS above, EASY below/);
  assert.equal(await page.locator('gantt-chart').count(), 2);
  await ink();
  const from = await playhead();
  await page.waitForFunction(
    (before) => document.querySelector('ganttlet-app').shadowRoot.querySelector('gantt-player').fromStore.value.playhead_s > before,
    from,
  );
  await visit.screenshot('first-view');
  assert.deepEqual(await visit.accessibility(), []);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('keys play, step, zoom and search; a bar explains its start', async ({ site }) => {
  const visit = await site.visit();
  const page = await visit.goto();
  const { story, finish, playhead, view, selected } = actions(page);
  await story(/FCFS/);
  await finish();
  await page.getByRole('button', { name: 'Export' }).press('Enter');
  await page.locator('export-menu').getByRole('combobox').first().focus();
  await page.keyboard.press('Escape');
  await page.waitForFunction(
    () => document.querySelector('ganttlet-app').shadowRoot.activeElement?.getAttribute('popovertarget') === 'exports',
  );
  const end = await playhead();
  await page.keyboard.press(',');
  await page.waitForFunction(
    (end) => document.querySelector('ganttlet-app').shadowRoot.querySelector('gantt-player').fromStore.value.playhead_s < end,
    end,
  );
  await page.keyboard.press('End');
  const whole = await view();
  await page.keyboard.press('w');
  // The charts are drawn together, after the last of them is ready.
  await page.waitForFunction((span) => {
    const section = document.querySelector('ganttlet-app').shadowRoot.querySelector('chart-section');
    const { from_s, to_s } = section.shadowRoot.querySelector('gantt-stack').shadowRoot.querySelector('gantt-chart').frame.view;
    return to_s - from_s < span;
  }, whole.to_s - whole.from_s);
  await page.keyboard.press('0');
  await page.keyboard.press('/');
  await page.keyboard.type('nodes>=16');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelector('ganttlet-app').shadowRoot.querySelector('job-inspector'));
  assert.ok((await selected()) >= 0);
  const card = page.locator('job-inspector');
  await card
    .getByText(/Job \d+ (started at the head|was backfilled ahead of job)/)
    .first()
    .waitFor();
  await visit.screenshot('inspector');
  assert.deepEqual(await visit.accessibility(), []);
  // After the search, the focus is on the bars.
  await page.keyboard.press('/');
  await page.keyboard.press('Escape');
  await page.locator('gantt-chart .surface:focus').waitFor();
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('a dropped log is read, reported and run; another policy gives another result; exports hold it', async ({ site }) => {
  const visit = await site.visit();
  const page = await visit.goto();
  const { story, drop, finish, panel, choose } = actions(page);
  await story(/FCFS/);
  await drop('lublin.swf', await readFile(`${root}static/example/lublin-256-1000.swf`));
  await story(/1.000 jobs on the same 256 nodes/);
  await finish();
  await panel('Policy');
  await choose('policy-picker', 'conservative');
  await story(/Conservative/);
  await page.getByRole('button', { name: 'Export' }).click();
  const menu = page.locator('export-menu');
  await menu.getByRole('button', { name: 'SWF' }).waitFor();
  // The menu offers no exports without data.
  assert.equal(await menu.getByRole('button', { name: 'Transfers' }).count(), 0);
  assert.deepEqual(await visit.accessibility(), []);
  await visit.screenshot('export');
  const digest = await page.evaluate(() => document.querySelector('ganttlet-app').page.store.get().variants[0].digest.whole);
  for (const [label, check] of [
    [
      /Jobs/,
      (text) => assert.match(text, /^id,name,kind,user,group,submit_s,.*finish_s,wait_s,run_s,estimate_s,slowdown,processors,nodes/),
    ],
    [/Time series/, (text) => assert.match(text, /^time_s,queued,running,busy_nodes\r\n[\d.]+,0,1,\d+\r\n/)],
    [/SWF/, (text) => assert.equal(text.split('\n').filter((line) => /^\d/.test(line)).length, 1000)],
    [/Pajé/, (text) => assert.match(text, /^%EventDef PajeDefineContainerType 0\n/)],
    [/Batsim jobs/, (text) => assert.match(text, /^job_id,workload_name,submission_time,.*allocated_resources\n/)],
    [/Chrome trace/, (text) => assert.ok(JSON.parse(text).traceEvents.length > 1000)],
    [
      /Report/,
      (text) => {
        const { compare, ...first } = JSON.parse(text);
        assert.deepEqual([first.digest, first.subjects, first.complete, compare.length], [digest, 1000, true, 1]);
        assert.ok(first.metrics.wait.statistics.count > 0 && compare[0].metrics.wait.value > 0);
      },
    ],
    [
      /^SVG/,
      (text) =>
        assert.ok(text.startsWith('<svg') && text.includes('Colour by wait') && text.includes(digest), 'one chart says as much as several'),
    ],
    [
      /SVG, all variants/,
      async (text) => {
        const { names, charts, wrong } = await page.evaluate((text) => {
          const picture = new DOMParser().parseFromString(text, 'image/svg+xml');
          const names = [...picture.querySelectorAll(':scope > svg > text > tspan[font-weight], svg > text > tspan[font-weight]')].map(
            (one) => one.textContent,
          );
          return { names, charts: picture.querySelectorAll('svg > svg').length, wrong: picture.querySelector('parsererror')?.textContent };
        }, text);
        assert.deepEqual([names, charts, wrong], [['Conservative backfilling', 'EASY'], 2, undefined]);
        assert.ok(
          text.includes(digest) && text.includes('idle while jobs wait') && text.includes('Colour by wait'),
          'it says what came of it, and what the colours mean',
        );
      },
    ],
  ]) {
    const [download] = await Promise.all([page.waitForEvent('download'), menu.getByRole('button', { name: label }).first().click()]);
    await check(await readFile(await download.path(), 'utf8'));
  }
  const [picture] = await Promise.all([page.waitForEvent('download'), menu.getByRole('button', { name: 'PNG, all variants' }).click()]);
  const png = await readFile(await picture.path());
  await writeFile(`${root}target/screenshots/comparison.png`, png);
  assert.deepEqual([png.readUInt32BE(16), png.toString('latin1', 1, 4)], [1600, 'PNG']);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('a workflow file runs on a grid, its tasks know their parents', async ({ site }) => {
  const visit = await site.visit();
  const page = await visit.goto();
  const { story, drop, finish } = actions(page);
  await story(/FCFS/);
  await drop('montage.dax', await readFile(`${root}static/example/montage-50.dax`));
  await story(/50 tasks on/);
  await finish();
  await page.keyboard.press('/');
  await page.keyboard.type('mConcatFit');
  await page.keyboard.press('Enter');
  await page
    .locator('job-inspector')
    .getByText(/mConcatFit|ID000/)
    .first()
    .waitFor();
  await visit.screenshot('workflow');
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('dependencies that only files have are named above the charts, and can be reversed there', async ({ site }) => {
  const visit = await site.visit();
  const page = await visit.goto();
  const { story, drop, finish } = actions(page);
  await story(/FCFS/);
  const dax = `<adag version="3.6"><job id="a" runtime="3"><uses name="f" link="output" size="1"/></job>
    <job id="b" runtime="2"><uses name="f" link="input" size="1"/></job></adag>`;
  await drop('pair.dax', Buffer.from(dax));
  await story(/2 tasks on/);
  const strip = page.locator('file-strip');
  await strip.getByText('without a dependency in the workflow (a to b): the dependency is added, as in Pegasus 4.4 and later').waitFor();
  await finish();
  assert.match(await page.title(), /Ganttlet$/u);
  assert.notEqual(await page.title(), 'Ganttlet');
  await strip.getByRole('button', { name: 'Turn off file dependencies' }).click();
  await strip.getByText('no dependency is added').waitFor();
  await strip.getByRole('button', { name: 'Turn on file dependencies', exact: true }).waitFor();
  await strip.getByRole('status').filter({ hasText: 'pair.dax' }).getByRole('button', { name: 'Close' }).click();
  assert.equal(await strip.getByText('names no such dependency').count(), 0);
  assert.deepEqual(await visit.accessibility(), []);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('360 pixels are enough, in the dark, and nothing sticks out', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 360, height: 740 }, colorScheme: 'dark', hasTouch: true });
  const page = await visit.goto();
  const { story, ink } = actions(page);
  await story(/FCFS/);
  await ink();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= 360, `the page is ${width} pixels wide`);
  await visit.screenshot('phone-dark');
  assert.deepEqual(await visit.accessibility(), []);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('the embedded chart shows what it is asked to and leads to the page', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 800, height: 480 } });
  const page = await visit.goto('embed.html?show=gantt,player&theme=dark');
  await page.locator('gantt-chart').first().waitFor();
  assert.equal(await page.locator('metric-plot').count(), 0);
  assert.match(
    await page
      .getByRole('link', { name: /Ganttlet/ })
      .first()
      .getAttribute('href'),
    /index\.html|\.\/|#/,
  );
  assert.deepEqual(visit.faults, []);
  await visit.close();
});
