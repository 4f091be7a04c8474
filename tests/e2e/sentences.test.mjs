import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { actions } from './actions.mjs';
import { root, test } from './support.mjs';

const title = (page) => page.locator('ganttlet-app header .name').textContent();

test('question and answer are true of the runs on screen, and the title follows', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } });
  const page = await visit.goto('#ex=fcfs-vs-easy');
  const { story, finish, panel, choose } = actions(page);
  await story(/^Same 70 jobs, same 32 nodes: why does EASY end 1 h 38 min earlier\?$/);
  assert.equal(await title(page), 'FCFS beside EASY');
  await finish();
  await story(/^FCFS left .* of 20 seeds/);
  const answer = (await page.locator('chart-section .answer').first().textContent()).replace(/\s+/g, ' ').trim();
  assert.equal(
    answer,
    'FCFS left 75.1 node-hours idle while jobs waited, EASY only 22.8 node-hours (in 19 of 20 seeds). The mean wait fell from 1 h 19 min to 19 min 20 s (in 20 of 20 seeds).',
  );
  // The answer is added to the question, which stays.
  await story(/why does EASY end 1 h 38 min earlier\?$/);
  await visit.screenshot('answered');
  // Another policy is another scenario, to which neither the question nor the title applies.
  await panel('Policy');
  await choose('system-form', 'sjf');
  await story(/Shortest job first above, EASY below\./);
  await page.getByText(/why does EASY end/).waitFor({ state: 'detached' });
  await page.waitForFunction(
    () => document.querySelector('ganttlet-app').shadowRoot.querySelector('header .name').textContent === 'Shortest job first beside EASY',
  );
  await finish();
  await story(/^With (?:EASY|Shortest job first) the mean wait is/);
  await page.keyboard.press('Control+z');
  await page.waitForFunction(
    () => document.querySelector('ganttlet-app').shadowRoot.querySelector('header .name').textContent === 'FCFS beside EASY',
  );
  await story(/why does EASY end 1 h 38 min earlier\?$/);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('an example opened with another seed and load asks what is true there', async ({ site }) => {
  const visit = await site.visit();
  const page = await visit.goto('#ex=fcfs-vs-easy&seed=5&load=0.95');
  const { story, finish } = actions(page);
  await story(/^Same 70 jobs, same 32 nodes: why do jobs wait \d+\.?\d* s less with EASY\?$/);
  await finish();
  await story(/^EASY backfilled; \d+ jobs started out of order|^FCFS left .* idle/);
  assert.equal(await title(page), 'FCFS beside EASY');
  await visit.close();
});

test('the queue gives the reasons of the playhead, not those of the arrivals', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } });
  const page = await visit.goto('#ex=fcfs-vs-easy');
  const { story, finish, panel } = actions(page);
  await story(/EASY below/);
  await finish();
  await panel('Queue');
  await page.locator('gantt-player input[aria-label="Playhead"]').evaluate((scrub) => {
    scrub.value = String(Number(scrub.max) * 0.63);
    scrub.dispatchEvent(new Event('input', { bubbles: true }));
  });
  const queue = page.locator('queue-panel section').first();
  await queue
    .getByText(/is at the head of the queue: it needs/)
    .first()
    .waitFor();
  const reasons = await queue.locator('.why').allTextContents();
  const lengths = new Set(reasons.map((reason) => /Position \d+ of (\d+)/.exec(reason)?.[1]));
  assert.equal(lengths.size, 1, reasons.join('\n'));
  const heads = new Set(reasons.flatMap((reason) => /job (\d+) at the head/.exec(reason)?.[1] ?? []));
  assert.equal(heads.size, 1, reasons.join('\n'));
  await visit.screenshot('queue');
  await visit.close();
});

test('the next decision is described with its reason in both systems, and its job can be selected', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } });
  const page = await visit.goto('#ex=fcfs-vs-easy');
  const { story, finish, selected } = actions(page);
  await story(/EASY below/);
  await finish();
  await page.locator('gantt-player input[aria-label="Playhead"]').evaluate((scrub) => {
    scrub.value = String(Math.round(Number(scrub.max) * 0.42));
    scrub.dispatchEvent(new Event('input', { bubbles: true }));
  });
  const bar = page.locator('decision-bar');
  await bar.getByText(/^Decision at \d/).waitFor();
  assert.equal(await selected(), -1);
  const before = await bar.locator('h2').textContent();
  await bar.getByRole('button', { name: 'To the following decision' }).click();
  await page.waitForFunction((before) => {
    const section = document.querySelector('ganttlet-app').shadowRoot.querySelector('chart-section').shadowRoot;
    return section.querySelector('decision-bar').shadowRoot.querySelector('h2').textContent !== before;
  }, before);
  assert.ok((await selected()) >= 0);
  // Its details do not cover the sentence; they open on request.
  assert.equal(await page.locator('job-inspector').count(), 0);
  const lines = await bar.locator('li p').allTextContents();
  assert.equal(lines.length, 2);
  assert.match(lines[0].replace(/\s+/g, ' '), /^ ?FCFS (Job \d+ starts|No job starts|Job \d+ )/);
  // The sentence about the head of the queue includes its requirements.
  if (lines[0].includes('No job starts.')) assert.match(lines[0], /it needs \d+ nodes? and (\d+ (is|are)|none is) free/);
  // Long sentences end before the candidates, even in a single line during playback.
  await bar.evaluate((element) => element.toggleAttribute('playing', true));
  const bars = await bar.locator('.candidates').boundingBox();
  for (const text of await bar.locator('li p').all()) {
    const words = await text.boundingBox();
    assert.ok(words.x + words.width <= bars.x, `${words.x + words.width} > ${bars.x}`);
  }
  await bar.evaluate((element) => element.toggleAttribute('playing', false));
  await visit.screenshot('decision');
  await bar.getByRole('button', { name: 'Show' }).first().click();
  await page.locator('job-inspector').waitFor();
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('the drawing of the queue names its system, and the bar counts the omitted variants', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  const page = await visit.goto('#ex=fcfs-vs-easy');
  const { finish, looked } = actions(page);
  await finish();
  const bar = page.locator('decision-bar');
  const heads = new Set();
  for (const share of [0.42, 0.5]) {
    await page.locator('gantt-player input[aria-label="Playhead"]').evaluate((scrub, share) => {
      scrub.value = String(Math.round(Number(scrub.max) * share));
      scrub.dispatchEvent(new Event('input', { bubbles: true }));
    }, share);
    await looked();
    const picture = bar.locator('.candidates');
    const head = await picture.locator('.head').textContent();
    assert.ok((await picture.getAttribute('aria-label')).startsWith(`${head}: `), head);
    // The complete name is inside the picture.
    const [text, frame] = [await picture.locator('.head').boundingBox(), await picture.boundingBox()];
    assert.ok(text.x + text.width <= frame.x + frame.width + 1 && text.y >= frame.y - 3);
    heads.add(head);
  }
  assert.deepEqual([...heads], ['FCFS', 'EASY']);
  assert.equal(await bar.locator('.some').count(), 0);
  await page.evaluate(() => (location.hash = '#ex=your-own-policy'));
  await page.waitForFunction(() => {
    const { variants } = document.querySelector('ganttlet-app').page.store.get();
    return variants.length === 3 && variants.every(({ status }) => status === 'done');
  });
  await bar.getByText('2 of 3 variants').waitFor();
  assert.match(await bar.locator('.some').getAttribute('title'), /^Not shown: Fair\./u);
  await visit.screenshot('decision-names');
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('of several clusters a decision shows what was free on each, and what was taken', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } });
  const page = await visit.goto('#ex=das3-co-allocation');
  const { story, finish } = actions(page);
  await story(/Worst Fit/);
  await finish();
  const weighed = page.locator('decision-bar svg.candidates');
  // The last placement is known after the end of the runs.
  await page.locator('decision-bar svg.candidates[aria-label*="allocated"]').waitFor();
  const said = await weighed.getAttribute('aria-label');
  const clusters = [...said.matchAll(/(\w+) has (\d+) free(?:, of which (\d+) (?:is|are) allocated)?/gu)].map(([, name, free, taken]) => ({
    name,
    free: Number(free),
    taken: Number(taken ?? 0),
  }));
  assert.deepEqual(
    clusters.map(({ name }) => name),
    ['VU', 'UvA', 'MMN', 'Leiden'],
  );
  assert.ok(clusters.some(({ taken }) => taken > 0) && clusters.every(({ free, taken }) => taken <= free), said);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('the line of free nodes crosses no number of a job', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } });
  const page = await visit.goto('#ex=fcfs-vs-easy&seed=5');
  const { story, finish } = actions(page);
  await story(/EASY below/);
  await finish();
  // 19 of 30: the number is at the position of the line.
  const weighed = page.locator('decision-bar svg.candidates');
  await page.locator('decision-bar svg.candidates[aria-label*="19"]').waitFor();
  const struck = await weighed.evaluate((svg) => {
    const line = svg.querySelector('line').getBoundingClientRect();
    return [...svg.querySelectorAll('text')].filter((text) => {
      const box = text.getBoundingClientRect();
      const over = box.top < line.top && box.bottom > line.bottom && box.left < line.right && box.right > line.left;
      const before = text.compareDocumentPosition(svg.querySelector('line')) & Node.DOCUMENT_POSITION_FOLLOWING;
      return over && (before || !getComputedStyle(text).paintOrder.startsWith('stroke'));
    }).length;
  });
  assert.equal(struck, 0);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('a workflow dropped on a comparison is compared, and removed settings are listed once and can be restored', async ({ site }) => {
  const visit = await site.visit();
  const page = await visit.goto('#ex=fcfs-vs-easy');
  const { drop, story, panel } = actions(page);
  await story(/EASY below/);
  await drop('two-tasks.dax', readFileSync(`${root}tests/fuzz/seeds/dax/two-tasks.dax`));
  await story(/Round Robin above, HEFT below/);
  assert.equal(await title(page), 'two-tasks: Round Robin beside HEFT');
  const notice = page.locator('notice-bar');
  await notice.getByText(/Removed, because the new system does not support it: variants that run other work; the metrics? /).waitFor();
  assert.equal(
    await page
      .locator('diagnostic-strip')
      .getByText(/is a metric of jobs, but the system runs/)
      .count(),
    0,
  );
  // After a change of the system, each field of the form shows its chosen value.
  await panel('Policy');
  await page.locator('system-form entry-form select').first().waitFor();
  assert.deepEqual(
    await page.locator('system-form select').evaluateAll((all) => all.filter(({ value }) => value === '').map(({ id }) => id)),
    [],
  );
  await visit.screenshot('dropped');
  await notice.getByRole('button', { name: 'Restore' }).click();
  await story(/FCFS above, EASY below/);
  await visit.close();
});
