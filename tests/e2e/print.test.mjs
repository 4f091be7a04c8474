// Print: the content of the screen on one A4 page in grey, with question, numbers, legend, link and digests.
import assert from 'node:assert/strict';
import { actions } from './actions.mjs';
import { test } from './support.mjs';

/** The size of an A4 page in landscape, points. */
const A4 = { width: 842, height: 595 };

/** Prints by keyboard, and returns the text of the sheet and the pages of the PDF. */
async function printed(page, start = () => page.keyboard.press('Control+p')) {
  await page.evaluate(() => {
    globalThis.print = () => {
      globalThis.printing = true;
    };
  });
  await start();
  await page.waitForFunction(() => globalThis.printing === true);
  const sheet = page.locator('print-sheet');
  const text = (await sheet.evaluate((element) => element.shadowRoot.textContent)).replace(/\s+/g, ' ');
  const colours = await sheet.evaluate((element) => [
    ...new Set(
      [...element.shadowRoot.querySelectorAll('.picture [fill], .picture [stroke]')].flatMap((one) => [
        one.getAttribute('fill'),
        one.getAttribute('stroke'),
      ]),
    ),
  ]);
  const { free, names, link, address } = await sheet.evaluate((element) => {
    const anchor = element.shadowRoot.querySelector('footer a');
    return {
      free: element.freeHeight,
      names: [...element.shadowRoot.querySelectorAll('.picture tspan[font-weight="600"]')].map(({ textContent }) => textContent),
      link: anchor.parentElement.scrollWidth <= anchor.parentElement.clientWidth ? anchor.textContent : 'cut',
      address: anchor.href,
    };
  });
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  const [, width, height] = /\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf).map(Number);
  return { text, colours, free, names, link, address, pages: pdf.match(/\/Type\s*\/Page\b/g).length, width, height };
}

/** @param {Awaited<ReturnType<typeof printed>>} sheet */
function assertOnePage({ pages, width, height, colours }) {
  assert.equal(pages, 1);
  assert.ok(Math.abs(width - A4.width) < 2 && Math.abs(height - A4.height) < 2, `${width} x ${height}`);
  for (const colour of colours.filter((one) => /^#[0-9a-f]{6}$/i.test(one ?? ''))) {
    const parts = [1, 3, 5].map((at) => colour.slice(at, at + 2));
    assert.ok(
      parts.every((part) => part === parts[0]),
      `${colour} is no grey`,
    );
  }
  assert.ok(!colours.some((one) => /^(rgb|color|oklch)/.test(one ?? '')), colours.join());
}

test('a comparison is one page with question, numbers, legend, link and digests', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } });
  const page = await visit.goto('#ex=fcfs-vs-easy');
  const { story } = actions(page);
  await page.waitForFunction(() => {
    const { variants } = document.querySelector('ganttlet-app').page.store.get();
    return variants.length === 2 && variants.every(({ status }) => status === 'done');
  });
  await page.keyboard.press('End');
  await story(/^FCFS left/);
  const sheet = await printed(page);
  assertOnePage(sheet);
  for (const part of [
    'FCFS beside EASY',
    'Same 70 jobs, same 32 nodes',
    'FCFS left',
    'Colour by wait time',
    'idle while jobs wait',
    'earlier by 5 min or more: 50 jobs',
    'Bounded slowdown',
    '19 min 20 s',
    '#ex=fcfs-vs-easy',
    'FCFS ebe1f64da92a046d, EASY 0968002d0cb03528',
    'seed 8',
    '32 nodes',
    'h:min',
  ])
    assert.ok(sheet.text.includes(part), `${part} in ${sheet.text}`);
  // After the dialog, the page is unchanged.
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  assert.equal(await page.locator('print-sheet').count(), 0);
  // The export menu has the same entry.
  await page.evaluate(() => {
    globalThis.printing = false;
  });
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.locator('export-menu').getByRole('button', { name: 'Print' }).click();
  await page.waitForFunction(() => globalThis.printing === true);
  assert.equal(await page.locator('print-sheet').count(), 1);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('a lesson is a handout with blank answers', async ({ site }) => {
  const visit = await site.visit();
  const page = await visit.goto('#lesson=backfilling&step=2');
  await page.locator('lesson-strip').getByText('How long do jobs wait under EASY?').waitFor();
  await page.waitForFunction(() => {
    const { variants } = document.querySelector('ganttlet-app').page.store.get();
    return variants.length === 2 && variants.every(({ status }) => status === 'done');
  });
  const sheet = await printed(page);
  assertOnePage(sheet);
  for (const part of [
    'Filling the holes',
    'How long do jobs wait under EASY?',
    'Half as long, or less',
    'Which policy has the longer maximum wait?',
    'Why?',
    '#lesson=backfilling',
  ])
    assert.ok(sheet.text.includes(part), `${part} in ${sheet.text}`);
  // There is no answer in words. Beside the known chart is an empty one for the prediction; both fill the rest of the
  // page.
  assert.doesNotMatch(sheet.text, /Small jobs use the idle nodes/);
  assert.doesNotMatch(sheet.text, /Click/);
  assert.deepEqual(sheet.names, ['FCFS', 'EASY: your prediction']);
  assert.ok(sheet.free >= -2 && sheet.free < 120, `${sheet.free} px of the page are empty`);
  for (const mark of ['32 nodes', 'h:min']) assert.ok(sheet.text.includes(mark), mark);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('a study is one page with chart, table and digest', async ({ site }) => {
  const visit = await site.visit();
  const page = await visit.goto('#study=load-against-policy&quick=1');
  const main = page.locator('study-view main');
  await main.locator('.strip').waitFor();
  const run = main.getByRole('button', { name: /^(Run|Continue)/ });
  await main.locator('.answer:not(:empty)').or(run).first().waitFor({ timeout: 60_000 });
  if (await run.isVisible()) await run.click();
  await main.locator('study-chart svg.plot').waitFor({ timeout: 60_000 });
  await main.locator('.strip code').waitFor({ timeout: 120_000 });
  const sheet = await printed(page);
  assertOnePage(sheet);
  for (const part of [
    'Load against policy',
    'Which policy has the lowest slowdown',
    'Shortest job first',
    'Bounded slowdown',
    'digest of the results: ',
    '#study=load-against-policy',
  ])
    assert.ok(sheet.text.includes(part), `${part} in ${sheet.text}`);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('a long address is printed as a whole', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } });
  const page = await visit.goto('#ex=fcfs-vs-easy');
  const { addressWritten, story } = actions(page);
  await story(/FCFS/);
  await page.evaluate(async () => {
    const { page } = document.querySelector('ganttlet-app');
    const { scenario } = page.store.get();
    const jobs = Array.from({ length: 60 }, (_, at) => at);
    const part = {
      submit_s: jobs.map((at) => at * 61.5),
      run_s: jobs.map((at) => 1000 + ((at * 7919) % 991)),
      nodes: jobs.map((at) => 1 + (at % 31)),
    };
    location.hash = await page.services.encode_link(JSON.stringify({ ...scenario, workload: [{ jobs: part }] }), []);
  });
  await page.waitForFunction(() => document.querySelector('ganttlet-app').page.store.get().scenario?.workload[0].jobs);
  await addressWritten();
  const sheet = await printed(page);
  assertOnePage(sheet);
  assert.ok(sheet.link.length > 400, sheet.link);
  assert.equal(sheet.link, sheet.address);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('a print of the current view ends at the playhead and has no results', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  const page = await visit.goto('#ex=fcfs-vs-easy');
  await page.waitForFunction(() => {
    const { variants } = document.querySelector('ganttlet-app').page.store.get();
    return variants.length === 2 && variants.every(({ status, report }) => status === 'done' && report);
  });
  await page.getByRole('slider', { name: 'Playhead' }).fill('100');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const menu = page.getByRole('dialog', { name: 'Export' });
  await menu.locator('select:has(option[value=screen])').selectOption('screen');
  const sheet = await printed(page, () => menu.getByRole('button', { name: 'Print' }).click());
  assertOnePage(sheet);
  assert.match(sheet.text, /until \d/u);
  assert.match(sheet.text, /Same 70 jobs, same 32 nodes/u);
  assert.doesNotMatch(sheet.text, /FCFS left|19 min 20 s|ebe1f64d/u);
  await visit.close();
});

test('a browser that prints by itself prints the same page, as it is now', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  const page = await visit.goto('#ex=fcfs-vs-easy');
  const { story, finish } = actions(page);
  await finish();
  await story(/^FCFS left/);
  const ready = page.locator('print-watch[ready]');
  await ready.waitFor({ state: 'attached' });
  assert.equal(await page.locator('print-sheet').count(), 0);
  await page.evaluate(() => {
    addEventListener('beforeprint', () => {
      globalThis.sheet = document.querySelector('print-sheet')?.shadowRoot.textContent ?? '';
    });
  });
  const devtools = await page.context().newCDPSession(page);
  /** What DevTools prints: the number of pages, and the text of the sheet. */
  const print = async (/** @type {boolean} */ preferCSSPageSize) => {
    const { data } = await devtools.send('Page.printToPDF', { preferCSSPageSize });
    const pages = Buffer.from(data, 'base64')
      .toString('latin1')
      .match(/\/Type\s*\/Page\b/g).length;
    return { pages, text: (await page.evaluate(() => globalThis.sheet)).replace(/\s+/g, ' ') };
  };
  for (const cssSize of [true, false]) {
    const { pages, text } = await print(cssSize);
    assert.equal(pages, 1);
    for (const part of ['FCFS left', 'Colour by wait time', '#ex=fcfs-vs-easy', 'FCFS ebe1f64da92a046d'])
      assert.ok(text.includes(part), part);
  }
  assert.equal(await page.locator('print-sheet').count(), 0);
  // A change makes another page.
  await page.locator('chart-legend').getByLabel('Colour bars by').selectOption('size');
  await ready.waitFor({ state: 'detached' });
  await ready.waitFor({ state: 'attached' });
  assert.match((await print(true)).text, /Colour by size/u);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('a script that prints the window prints the same page', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  await visit.page.addInitScript(() => {
    globalThis.print = () => {
      globalThis.printed = document.querySelector('print-sheet') !== null;
    };
  });
  const page = await visit.goto('#ex=fcfs-vs-easy');
  await page.locator('gantt-chart').first().waitFor();
  await actions(page).finish();
  await page.evaluate(() => globalThis.print());
  await page.waitForFunction(() => globalThis.printed === true);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});
