// Applications that select their own hosts: the view of a launcher with its request in the free area, and the messages
// up to the playhead.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { actions } from './actions.mjs';
import { test } from './support.mjs';

const CROWD = {
  version: 1,
  name: 'A crowd',
  platform: { preset: 'federation', parameters: { clusters: 8 } },
  workload: [{ generator: 'atlas-launchers', parameters: { applications: 200, moldable_share: 0.6, complex_share: 0.3 } }],
  system: { kind: 'delegated' },
};

/** The page at the end of its runs, with the panel of launchers. */
async function ended(page) {
  const acts = actions(page);
  await page.locator('gantt-chart').first().waitFor();
  await acts.ink();
  await acts.finish();
  return { acts, panel: page.locator('launchers-panel') };
}

/** A page with the dropped scenario of many applications. */
async function crowded(site) {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } });
  const page = await visit.goto('');
  const acts = actions(page);
  await page.locator('gantt-chart').first().waitFor();
  await acts.ink();
  await acts.drop('crowd.json', Buffer.from(JSON.stringify(CROWD)));
  return { visit, page, acts };
}

const words = async (locator) => (await locator.textContent()).replace(/\s+/gu, ' ').trim();
const texts = async (locator) => (await locator.allTextContents()).map((text) => text.replace(/\s+/gu, ' ').trim());

test('what a launcher sees and asks for follows the playhead, in the picture, as a table, and by keyboard', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } });
  const page = await visit.goto('#ex=slow-launcher');
  const { acts, panel } = await ended(page);

  // At the end, no launcher receives views any more; the panel shows the launcher with a choice.
  await panel.getByRole('heading', { name: 'View of M, thinks 3 s' }).waitFor();
  await panel.getByText(/^M, thinks 3 s ended at /u).waitFor();

  // The keyboard selects its first request: the playhead moves there, and the request is drawn into the free area.
  await panel.getByText('The same as a list').click();
  const list = panel.locator('ol.lines');
  const asks = list.getByRole('button', { name: /^4 s M, thinks 3 s requests 4 hosts on Slow for 10 s/u });
  await list.getByRole('button').last().focus();
  await page.keyboard.press('Home');
  for (let step = 0; step < 60 && !(await asks.evaluate((button) => button === button.getRootNode().activeElement)); step += 1)
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await panel.getByText('M, thinks 3 s requests 4 hosts on Slow for 10 s; expected start 31 s (not guaranteed).').waitFor();
  assert.equal(Math.round(await acts.playhead()), 4);
  assert.equal(await panel.locator('svg .asked').count(), 1);
  assert.equal(await panel.locator('[data-cluster="1"] .asked').count(), 1);
  assert.match(await words(panel.locator('[data-cluster="1"] .asked title')), /^request: 4 hosts on Slow for 10 s, from 31 s$/u);
  assert.deepEqual(await texts(panel.locator('.lines-of [data-kind]').last().locator('text')), ['cycle']);
  assert.equal(await list.getByRole('button', { name: /^6 s/u }).count(), 0);

  // Its configurations are listed, and each can be shown in the view; it requested the one that ends earliest.
  await panel.getByRole('heading', { name: 'Configurations considered at 4 s' }).waitFor();
  const weighed = panel.getByRole('group', { name: 'Configurations considered by M, thinks 3 s' });
  assert.match(await words(weighed.locator('tr.won')), /^4 hosts on Slow \(chosen\) ?31 s ?10 s ?41 s$/u);
  await weighed.getByRole('button', { name: '4 hosts on Slow' }).click();
  await panel.locator('[data-cluster="1"] .weighed').waitFor();

  // The view as a table, and an application that has not been submitted yet.
  await panel.getByText('The same as a table').click();
  assert.deepEqual(await texts(panel.getByRole('group', { name: 'View of M, thinks 3 s' }).locator('tbody tr').first().locator('th, td')), [
    'Fast',
    'all 4 busy until 0:01:40, all free',
    '',
  ]);
  await panel
    .getByRole('combobox', { name: 'Launcher' })
    .selectOption({ label: await words(panel.getByRole('combobox', { name: 'Launcher' }).locator('option', { hasText: 'R3' })) });
  await panel.getByText('R3 has not been submitted yet and has received no view.').waitFor();
  assert.equal(await panel.locator('[data-cluster]').count(), 0);
  // A lifeline opens its launcher, and a bar of the chart does the same.
  await panel.locator('.heads [data-speaker="2"]').click();
  await panel.getByRole('heading', { name: 'View of M, thinks 3 s' }).waitFor();
  await page.locator('gantt-chart').first().getByRole('listbox').focus();
  await page.keyboard.press('ArrowRight');
  await page.locator('gantt-chart [aria-activedescendant]').first().waitFor();
  await page.keyboard.press('Enter');
  const chosen = await acts.selected();
  assert.ok(chosen >= 0);
  await panel.getByRole('heading', { name: `View of R${chosen}` }).waitFor();
  await page.keyboard.press('Escape');

  // Launchers that send lists receive no views.
  await panel.getByRole('combobox', { name: 'Variant' }).selectOption({ label: 'Lists' });
  await panel.getByRole('combobox', { name: 'Launcher' }).selectOption({ index: 2 });
  await panel.getByText(/^M, thinks 3 s receives no views: it sent a list of all 8 configurations/u).waitFor();
  assert.deepEqual(await visit.accessibility(), []);

  // The exports: the drawing with its own colours, and the numbers.
  const saved = async (/** @type {string} */ name) => {
    const download = page.waitForEvent('download');
    await panel.getByRole('button', { name }).click();
    return readFileSync(await (await download).path());
  };
  const svg = String(await saved('SVG of the messages'));
  assert.match(svg, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/u);
  assert.match(svg, /list of 8/u);
  assert.doesNotMatch(svg, /var\(--|<!--/u);
  assert.equal((await saved('PNG of the messages')).subarray(1, 4).toString(), 'PNG');
  assert.match(String(await saved('CSV: messages')), /^time_s,came_s,id,name,to_manager,what,bytes,/u);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('of a crowd as many messages are drawn as are asked for, and no more', async ({ site }) => {
  const { visit, page, acts } = await crowded(site);
  const panel = page.locator('launchers-panel');
  await panel.locator('[data-kind="view"]').first().waitFor();
  await acts.finish();
  const messages = panel.locator('.lines-of [data-kind]:not([data-kind="cycle"])');
  await page.waitForFunction(
    ([panel, most]) => panel.shadowRoot.querySelectorAll('.lines-of [data-kind]:not([data-kind="cycle"])').length === most,
    [await panel.elementHandle(), 30],
  );
  for (const most of [120, 480]) {
    await panel.getByRole('button', { name: 'Show more' }).click();
    await page.waitForFunction(
      ([panel, most]) => panel.shadowRoot.querySelectorAll('.lines-of [data-kind]:not([data-kind="cycle"])').length === most,
      [await panel.elementHandle(), most],
    );
  }
  assert.equal(await panel.getByRole('button', { name: 'Show more' }).count(), 0);
  assert.ok((await panel.locator('.heads [data-speaker]').count()) <= 200);
  // With a single speaker there is a single lifeline.
  await panel.getByRole('checkbox', { name: /^Only messages of /u }).check();
  await page.waitForFunction(
    (panel) => panel.shadowRoot.querySelectorAll('.heads [data-speaker]').length === 1,
    await panel.elementHandle(),
  );
  assert.ok((await messages.count()) > 0);
  assert.deepEqual(await visit.accessibility(), []);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('views and messages fit a phone, and stand in an embed', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  const page = await visit.goto('#ex=slow-launcher');
  const { panel } = await ended(page);
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth);
  await page.getByRole('button', { name: 'Launchers' }).first().click();
  await panel.getByRole('heading', { name: 'View of M, thinks 3 s' }).waitFor();
  assert.ok((await wide()) <= 360, `${await wide()} px`);
  assert.deepEqual(await visit.accessibility(), []);
  await page.getByRole('button', { name: 'Launchers' }).first().click();
  await page.locator('launcher-view').scrollIntoViewIfNeeded();
  await page.locator('launcher-view svg').waitFor();
  assert.ok((await wide()) <= 360, `${await wide()} px`);
  assert.deepEqual(visit.faults, []);
  await visit.close();

  const framed = await site.visit({ viewport: { width: 700, height: 600 }, colorScheme: 'dark' });
  const other = await framed.goto('embed.html?show=gantt,delegation#ex=slow-launcher');
  // The part under the charts appears together with the panel.
  await other.locator('launcher-view svg').waitFor();
  await other.locator('launchers-panel').scrollIntoViewIfNeeded();
  await other.locator('launchers-panel').getByRole('heading', { name: 'View of M, thinks 3 s' }).waitFor();
  await other.locator('launchers-panel .lines-of [data-kind]').first().waitFor();
  assert.deepEqual(await framed.accessibility(), []);
  assert.deepEqual(framed.faults, []);
  await framed.close();
});

test('below the charts is the view of a launcher at the playhead, on their time axis, with its request in the gap', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } });
  const page = await visit.goto('#ex=slow-launcher');
  const { acts, panel } = await ended(page);
  const view = page.locator('launcher-view');
  await view.getByText('M, thinks 3 s ended at 20 s and receives no more views.').waitFor();
  const list = panel.locator('ol.lines');
  await panel.getByText('The same as a list').click();
  const go = (name) => list.getByRole('button', { name }).first().click();

  // Its position matches the time axis of the charts.
  const place = async () => {
    const { from_s, to_s } = await acts.view();
    const left = await page
      .locator('gantt-chart')
      .first()
      .locator('.surface')
      .evaluate((surface) => surface.getBoundingClientRect().left);
    const wide = await page
      .locator('gantt-chart')
      .first()
      .locator('.surface')
      .evaluate((surface) => surface.clientWidth);
    const box = await view.locator('.asked rect').boundingBox();
    const time = (x) => from_s + ((x - left) / wide) * (to_s - from_s);
    return [time(box.x), time(box.x + box.width)];
  };
  const near = ([from, to], [first, last]) => assert.ok(Math.abs(from - first) < 0.15 && Math.abs(to - last) < 0.15, `${from} to ${to}`);

  // Ten seconds after the start, the first hosts are already reserved, but the launcher is still computing.
  await go(/^13 s M, thinks 3 s requests 4 hosts on Fast for 5 s/u);
  await view.getByText('M, thinks 3 s sees 4 free hosts on Fast from 15 s; it requests 4 for 5 s there.').waitFor();
  assert.equal(
    await view.getByRole('img').getAttribute('aria-label'),
    'Last view sent to M, thinks 3 s. Fast: all 4 busy until 15 s, all free; Slow: all 4 busy until 31 s, all free.',
  );
  near(await place(), [15, 20]);
  assert.equal(await view.locator('.ghost[d]').count(), 1);
  assert.equal(await view.locator('g.before').count(), 1);
  assert.deepEqual(await visit.accessibility(), []);

  await go(/^4 s M, thinks 3 s requests 4 hosts on Slow for 10 s/u);
  await view.getByText('M, thinks 3 s sees 4 free hosts on Slow from 31 s; it requests 4 for 10 s there.').waitFor();
  near(await place(), [31, 41]);
  assert.equal(await view.locator('.ghost[d], g.before').count(), 0);

  // In a window closer to the playhead, it is outside the edge, which shows a note.
  await page.locator('gantt-chart').first().getByRole('listbox').focus();
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('w');
  await view.locator('text.beyond').waitFor();
  assert.equal(await view.locator('text.beyond').textContent(), '4 from 31 s \u203a');
  await page.keyboard.press('0');

  // A bar selects its application; without a selection, the waiting application is shown.
  await page.locator('gantt-chart').first().getByRole('listbox').focus();
  await page.keyboard.press('ArrowRight');
  await view.getByText(/^R\d started at /u).waitFor();
  await page.keyboard.press('Escape');
  await view.getByText(/^M, thinks 3 s sees /u).waitFor();
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('of many clusters those that matter are shown, and the others on request', async ({ site }) => {
  const { visit, page } = await crowded(site);
  const view = page.locator('launcher-view');
  await view.getByRole('button', { name: '5 more clusters' }).click();
  assert.equal(await view.locator('.name').count(), 8);
  await view.getByRole('button', { name: 'Fewer' }).click();
  assert.equal(await view.locator('.name').count(), 3);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('the panel closes where the system has no launchers', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } });
  const page = await visit.goto('#ex=slow-launcher');
  const { acts, panel } = await ended(page);
  // The reader has opened the panel.
  if (await panel.count()) await acts.panel('Launchers');
  await acts.panel('Launchers');
  await panel.waitFor();
  await page.evaluate(() => (location.hash = '#ex=fcfs-vs-easy'));
  await acts.story(/FCFS above, EASY below/u);
  await panel.waitFor({ state: 'detached' });
  assert.equal(await page.locator('section.panel:not([hidden])').count(), 0);
  assert.equal(await page.locator('nav.rail').getByRole('button', { name: 'Launchers' }).count(), 0);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});
