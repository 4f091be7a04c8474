import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readFileSync } from 'node:fs';
import { actions } from './actions.mjs';
import { root, start } from './support.mjs';

/** @type {import('./support.mjs').Site} */
let site;
before(async () => {
  site = await start();
});
after(() => site?.close());

const title = (page) => page.locator('ganttlet-app header .name').textContent();

test('a question stands only above its own scenario and is answered there, and the title follows', async () => {
  const visit = await site.visit();
  const page = await visit.goto('#ex=fcfs-vs-easy');
  const { story, finish, panel, choose } = actions(page);
  await story(/an hour and a half earlier\?/);
  assert.equal(await title(page), 'FCFS beside EASY');
  await finish();
  await story(/EASY ends 1 h 3\d min earlier: after/);
  // Another policy: another scenario, of which neither the question nor the title was said.
  await panel('Policy');
  await choose('system-form', 'sjf');
  await story(/Shortest job first above, EASY below\. (With|$)/);
  await page.waitForFunction(() => document.querySelector('ganttlet-app').shadowRoot.querySelector('header .name').textContent === 'Shortest job first beside EASY');
  await page.keyboard.press('Control+z');
  await page.waitForFunction(() => document.querySelector('ganttlet-app').shadowRoot.querySelector('header .name').textContent === 'FCFS beside EASY');
  await finish();
  await story(/EASY ends 1 h 3\d min earlier/);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('an example opened with another seed does not ask what was true of its own', async () => {
  const visit = await site.visit();
  const page = await visit.goto('#ex=sjf-starvation&seed=5');
  const { story, finish } = actions(page);
  await story(/below\./);
  await finish();
  await story(/instead of/);
  const told = await story(/first above|below\./);
  assert.doesNotMatch(told, /fifth|\?/);
  assert.notEqual(await title(page), 'Shortest job first, and who starves');
  assert.match(told, /less: .* instead of .* on average\.$/);
  await visit.close();
});

test('the queue gives the reasons of the playhead, not those of the arrivals', async () => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } });
  const page = await visit.goto('#ex=fcfs-vs-easy');
  const { story, finish, panel } = actions(page);
  await story(/EASY below/);
  await finish();
  await panel('Queue');
  await page.locator('gantt-player .scrub input').evaluate((scrub) => {
    scrub.value = String(Number(scrub.max) * 0.63);
    scrub.dispatchEvent(new Event('input', { bubbles: true }));
  });
  const queue = page.locator('queue-panel section').first();
  await queue.getByText(/is at the head of the queue: it needs/).first().waitFor();
  const reasons = await queue.locator('.why').allTextContents();
  const lengths = new Set(reasons.map((reason) => /Place \d+ of (\d+)/.exec(reason)?.[1]));
  assert.equal(lengths.size, 1, reasons.join('\n'));
  const heads = new Set(reasons.flatMap((reason) => /job (\d+) at the head/.exec(reason)?.[1] ?? []));
  assert.equal(heads.size, 1, reasons.join('\n'));
  await visit.screenshot('queue');
  await visit.close();
});

test('a workflow dropped on a comparison is compared, and what had to go is said once and can come back', async () => {
  const visit = await site.visit();
  const page = await visit.goto('#ex=fcfs-vs-easy');
  const { drop, story } = actions(page);
  await story(/EASY below/);
  await drop('two-tasks.dax', readFileSync(`${root}tests/fuzz/seeds/dax/two-tasks.dax`));
  await story(/Round Robin above, HEFT below/);
  assert.equal(await title(page), 'Round Robin beside HEFT');
  const notice = page.locator('notice-bar');
  await notice.getByText(/Left out, as the new system cannot use it: comparisons that run other work; the measures? /).waitFor();
  assert.equal(await page.locator('diagnostic-strip').getByText(/measures jobs, the system runs/).count(), 0);
  await visit.screenshot('dropped');
  await notice.getByRole('button', { name: 'Bring it back' }).click();
  await story(/FCFS above, EASY below/);
  await visit.close();
});
