// Values that appear in several places on screen agree with each other and with the run.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { actions } from './actions.mjs';
import { root, test } from './support.mjs';

const plain = (/** @type {string|null} */ text) => (text ?? '').replace(/\s+/g, ' ').trim();

/** The results beside a chart, by name: the value, then the difference from the first variant. */
const column = (/** @type {import('@playwright/test').Locator} */ title) =>
  title.evaluate((element) =>
    Object.fromEntries(
      [...element.shadowRoot.querySelectorAll('dl div')].map((line) => [
        line.querySelector('dt').textContent.trim(),
        [...line.querySelectorAll('dd')].map((cell) => cell.textContent.trim()),
      ]),
    ),
  );

test('the end of the last job is one in columns and embeds, though hosts are kept for longer', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1200, height: 760 } });
  const { page } = visit;
  await page.setContent(`<script>
      window.heard = [];
      addEventListener('message', ({ data }) => window.heard.push(data));
    </script>
    <iframe title="Chart" width="1180" height="700" src="${site.address}embed.html?show=gantt,player,metrics#ex=views-or-lists"></iframe>`);
  await page.waitForFunction(() => window.heard.some(({ type }) => type === 'ready'));
  const state = async () => {
    const id = await page.evaluate(() => {
      const id = `state-${window.heard.length}-${performance.now()}`;
      document.querySelector('iframe').contentWindow.postMessage({ ganttlet: 1, type: 'state', id }, '*');
      return id;
    });
    await page.waitForFunction((wanted) => window.heard.some((data) => data.id === wanted), id);
    return page.evaluate((wanted) => window.heard.find((data) => data.id === wanted), id);
  };
  while (!(await state()).complete);
  const { end } = await state();
  const frame = page.frameLocator('iframe');
  await frame.locator('gantt-player input[aria-label="Playhead"]').first().press('End');
  await frame.locator('chart-title').nth(1).getByText('makespan').waitFor();
  const clock = (/** @type {string} */ text) => text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  const ends = await frame
    .locator('chart-title dl div[title^="Makespan"]')
    .evaluateAll((lines) => lines.map(({ title }) => title.split(', at ').at(-1)))
    .then((texts) => texts.map(clock));
  assert.equal(ends.length, 2);
  assert.equal(Math.floor(end), Math.max(...ends), `${end} is not ${ends}`);
  await visit.close();
});

test('the ends beside the charts match the makespans of the table, and differences match the values', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } });
  const page = await visit.goto('#ex=fcfs-vs-easy');
  const { story, finish, looked } = actions(page);
  await story(/EASY below/);
  await finish();
  await story(/^FCFS left .* idle/);
  await page.locator('metric-table').scrollIntoViewIfNeeded();
  await page.locator('metric-table tbody tr').first().waitFor();
  await looked();
  const columns = [await column(page.locator('chart-title').nth(0)), await column(page.locator('chart-title').nth(1))];
  const cells = await page.locator('metric-table tbody tr').evaluateAll((rows) =>
    Object.fromEntries(
      rows.map((row) => [
        row
          .querySelector('th .name span')
          .textContent.trim()
          .split(/\s+node/u)[0],
        [...row.querySelectorAll('td')].map((cell) => cell.firstChild && cell.textContent.replace(/^\s*best: /u, '').trim()),
      ]),
    ),
  );
  const names = {
    'mean wait': 'Wait time',
    'bounded slowdown': 'Bounded slowdown',
    utilisation: 'Utilisation',
    makespan: 'Makespan',
    'idle while jobs wait': 'Idle while jobs wait',
  };
  for (const [shown, name] of Object.entries(names)) {
    columns.forEach((column, at) =>
      assert.ok(
        plain(cells[name][at]).startsWith(column[shown][0].replace(/ node-h$/u, '')),
        `${shown}: ${column[shown][0]} is not ${cells[name][at]}`,
      ),
    );
  }
  const number = (/** @type {string} */ text) => Number.parseFloat(text.replaceAll('\u202f', ''));
  for (const shown of ['bounded slowdown', 'utilisation', 'idle while jobs wait']) {
    const [[one], [other, apart]] = columns.map((column) => column[shown]);
    assert.equal(number(apart), Number(Math.abs(number(other) - number(one)).toFixed(6)), `${shown}: ${one}, ${other}, ${apart}`);
  }
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('without idle nodes while jobs wait there is no such note, and theory is beside its policy', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } });
  const page = await visit.goto('#ex=one-server');
  const { story, finish, ink } = actions(page);
  await story(/1 node/u);
  await finish();
  await ink(2);
  const [first, second] = [await column(page.locator('chart-title').nth(0)), await column(page.locator('chart-title').nth(1))];
  assert.ok('M/G/1 mean wait' in first && !('M/G/1 mean wait' in second), JSON.stringify([first, second]));
  assert.match(first['idle while jobs wait']?.[0] ?? '0', /^0/u);
  await page.locator('chart-legend').getByText(/≥/u).first().waitFor();
  assert.equal(await page.locator('chart-legend').getByText('idle while jobs wait').count(), 0);
  // Holes have a warmer colour than paper, and no part of the picture has it.
  const tinted = await page
    .locator('gantt-chart')
    .first()
    .evaluate((chart) => {
      const [picture] = chart.shadowRoot.querySelectorAll('.surface canvas');
      const copy = new OffscreenCanvas(picture.width, picture.height).getContext('2d', { willReadFrequently: true });
      copy.drawImage(picture, 0, 0);
      const { data } = copy.getImageData(0, 0, picture.width, picture.height);
      let count = 0;
      for (let at = 0; at < data.length; at += 4) if (data[at] > 245 && data[at] - data[at + 2] > 8) count += 1;
      return count;
    });
  assert.equal(tinted, 0);
  await visit.close();
});

test('charts follow when the system turns dark', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1280, height: 800 }, colorScheme: 'light' });
  const page = await visit.goto('#ex=fcfs-vs-easy');
  const { story, finish, ink } = actions(page);
  await story(/EASY below/);
  await finish();
  await ink();
  await page.emulateMedia({ colorScheme: 'dark' });
  // The last column of the picture is paper, because the axis extends a little beyond the last bar.
  await page.waitForFunction(() => {
    const section = document.querySelector('ganttlet-app').shadowRoot.querySelector('chart-section');
    const charts = [...section.shadowRoot.querySelector('gantt-stack').shadowRoot.querySelectorAll('gantt-chart')];
    return charts.every((chart) => {
      const [picture] = chart.shadowRoot.querySelectorAll('.surface canvas');
      const copy = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
      copy.drawImage(picture, picture.width - 2, Math.floor(picture.height / 2), 1, 1, 0, 0, 1, 1);
      return copy.getImageData(0, 0, 1, 1).data[0] < 64;
    });
  });
  await page.waitForFunction(() => {
    const section = document.querySelector('ganttlet-app').shadowRoot.querySelector('chart-section');
    return section.shadowRoot.querySelector('gantt-stack').shadowRoot.querySelector('chart-legend').legends[0].signs[0].fill === '#223149';
  });
  await visit.close();
});

test('the list of bars for screen readers follows the playhead and the run', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1280, height: 800 } });
  const page = await visit.goto('#ex=fcfs-vs-easy');
  const { story, finish, looked } = actions(page);
  await story(/EASY below/);
  await finish();
  await page.locator('gantt-player input[aria-label="Playhead"]').evaluate((scrub) => {
    scrub.value = String(Math.round(Number(scrub.max) * 0.3));
    scrub.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await looked();
  await page.locator('decision-bar').getByRole('button', { name: 'To the following decision' }).click();
  const options = page.locator('gantt-chart').first().locator('[role="option"]');
  await options
    .filter({ hasText: /queued|running/u })
    .first()
    .waitFor();
  await page.keyboard.press('End');
  await page.waitForFunction(() => {
    const section = document.querySelector('ganttlet-app').shadowRoot.querySelector('chart-section');
    const [chart] = section.shadowRoot.querySelector('gantt-stack').shadowRoot.querySelectorAll('gantt-chart');
    const texts = [...chart.shadowRoot.querySelectorAll('[role="option"]')].map(({ textContent }) => textContent);
    return texts.length > 1 && texts.every((text) => /, done,/u.test(text));
  });
  await visit.close();
});

test('a log that is dropped gives its name to what is shown and saved, has no seed, and its nodes are counted once', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } });
  const page = await visit.goto('#ex=fcfs-vs-easy');
  const { story, finish, drop, looked } = actions(page);
  await story(/EASY below/);
  const jobs = [
    [0, 100, 1],
    [10, 0, 4],
    [20, 0, 4],
    [20, 0, 4],
    [20, 50, 4],
  ];
  const log = jobs.map(([submit, run, nodes], i) => `${i + 1} ${submit} -1 ${run} ${nodes} -1 -1 ${nodes} 100 -1 1 1 1 1 1 1 -1 -1`);
  await drop('short-jobs.swf', Buffer.from(`; MaxProcs: 4\n${log.join('\n')}\n`));
  await story(/5 jobs on the same 4 nodes/u);
  await finish();
  await page.locator('chart-title').nth(1).getByText('Differences from FCFS (this log only).').waitFor();
  assert.equal(plain(await page.locator('header .title .name').first().textContent()), 'short-jobs: FCFS beside EASY');
  await page.locator('gantt-player input[aria-label="Playhead"]').evaluate((scrub) => {
    scrub.value = String(Math.round(Number(scrub.max) * 0.7));
    scrub.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await looked();
  const candidates = page.locator('decision-bar .candidates');
  await candidates.waitFor();
  assert.match(await candidates.getAttribute('aria-label'), /^FCFS: 4 free; 2 needs 4, 3 needs 4, 4 needs 4, 5 needs 4$/u);
  // For another log, the page shows no change from the previous values.
  await drop('lublin.swf', await readFile(`${root}static/example/lublin-256-1000.swf`));
  await story(/1.000 jobs on the same 256 nodes/u);
  await finish();
  assert.equal(
    await page
      .locator('chart-title')
      .getByText(/before$/u)
      .count(),
    0,
  );
  await visit.close();
});

test('before the end the mean wait is only that at the playhead, at the end only the final one', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } });
  const page = await visit.goto();
  const { story, finish } = actions(page);
  await story(/FCFS above, EASY below/);
  await finish();
  const column = page.locator('chart-title').nth(1);
  const waits = () => column.locator('dt').filter({ hasText: 'mean wait' }).allTextContents();
  await column.getByText('mean wait', { exact: true }).waitFor();
  assert.deepEqual(await waits(), ['mean wait']);
  await page.keyboard.press('Home');
  await column.getByText('mean wait (started jobs)').waitFor();
  assert.deepEqual(await waits(), ['mean wait (started jobs)']);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});
