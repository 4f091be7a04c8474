import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from './support.mjs';

/** The morph of an example, its runs complete and read. */
async function opened(site, options = {}, path = '') {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 }, ...options });
  const page = await visit.goto(path);
  await page.waitForFunction(() => {
    const variants = document.querySelector('ganttlet-app')?.page?.store.get().variants ?? [];
    return variants.length > 0 && variants.every((/** @type {{status: string}} */ { status }) => status === 'done');
  });
  await page.keyboard.press('x');
  await page.locator('morph-view').getByRole('slider').waitFor();
  await page.waitForFunction(() => document.querySelector('ganttlet-app').shadowRoot.querySelector('morph-view').data !== null);
  return { visit, page, morph: page.locator('morph-view') };
}

/** A pixel of the drawing, at shares of its width and height. @param {import('@playwright/test').Page} page @param {number} x @param {number} y */
const pixel = (page, x, y) =>
  page.locator('morph-view canvas').evaluate(
    (/** @type {any} */ canvas, [x, y]) => {
      // Read from a copy, since reading the canvas itself again and again would slow it down.
      const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', { willReadFrequently: true });
      copy.drawImage(canvas, 0, 0);
      const { data } = copy.getImageData(Math.floor(x * canvas.width), Math.floor(y * canvas.height), 1, 1);
      return [...data.slice(0, 3)].join();
    },
    [x, y],
  );

test('bars slide from FCFS to EASY as the knob moves, with numbers at stops only', async ({ site }) => {
  const { visit, page, morph } = await opened(site);
  const slider = morph.getByRole('slider');
  assert.match(await slider.getAttribute('aria-valuetext'), /^FCFS: mean wait 1 h 19 min, .* more than EASY\.$/);
  const first = await pixel(page, 0.95, 0.5);
  // Ten steps of 5 %.
  for (let step = 0; step < 10; step += 1) await page.keyboard.press('ArrowRight');
  await morph.getByText('18 jobs are in place, 24 are moving, 23 follow.').waitFor();
  await morph.getByText('5 jobs keep their nodes and start times.').waitFor();
  assert.equal(await slider.getAttribute('aria-valuetext'), 'half-way from FCFS to EASY');
  await visit.screenshot('morph');
  assert.deepEqual(await visit.accessibility(), []);
  await page.keyboard.press('2');
  await morph.getByText(/^EASY: mean wait 19 min 20 s, 59 min \d+ s less than FCFS\.$/).waitFor();
  await page.waitForFunction(() => document.querySelector('ganttlet-app').shadowRoot.querySelector('morph-view').position === 1);
  assert.notEqual(await pixel(page, 0.95, 0.5), first, 'EASY has ended there');
  await page.keyboard.press('1');
  await morph.getByText(/^FCFS: mean wait/).waitFor();
  assert.equal(await pixel(page, 0.95, 0.5), first);
  await page.keyboard.press('x');
  await page.locator('gantt-chart').first().waitFor();
  assert.equal(await morph.getByRole('slider').count(), 0);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('it plays between the stops, and a drag on the chart moves it', async ({ site }) => {
  const { visit, page, morph } = await opened(site);
  await page.keyboard.press('Space');
  await morph.getByRole('button', { name: 'Pause the morph' }).waitFor();
  await page.waitForFunction(() => document.querySelector('ganttlet-app').shadowRoot.querySelector('morph-view').position > 0.2);
  await page.keyboard.press('Space');
  await morph.getByRole('button', { name: 'Play the morph' }).waitFor();
  await page.keyboard.press('1');
  const box = await morph.locator('canvas').boundingBox();
  await page.mouse.move(box.x + 300, box.y + 100);
  await page.mouse.down();
  await page.mouse.move(box.x + 300 + box.width / 4, box.y + 100, { steps: 4 });
  await page.mouse.up();
  await morph.getByText('18 jobs are in place, 24 are moving, 23 follow.').waitFor();
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('with reduced motion it stops at each system only, and does not play', async ({ site }) => {
  const { visit, page, morph } = await opened(site, { reducedMotion: 'reduce' });
  assert.equal(await morph.getByRole('button', { name: 'Play the morph' }).count(), 0);
  await page.keyboard.press('ArrowRight');
  await morph.getByText(/^EASY: mean wait/).waitFor();
  await page.keyboard.press('Space');
  assert.equal(await page.evaluate(() => document.querySelector('ganttlet-app').shadowRoot.querySelector('morph-view').playing), false);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('stills and jobs are saved, the same pictures in every browser', async ({ site }) => {
  const { visit, page, morph } = await opened(site);
  /** @type {import('@playwright/test').Download[]} */
  const downloads = [];
  page.on('download', (download) => downloads.push(download));
  await morph.getByRole('button', { name: 'Stills, SVG' }).click();
  while (downloads.length < 2) await page.waitForEvent('download');
  const [one, two] = await Promise.all(downloads.map(async (download) => readFile(await download.path(), 'utf8')));
  assert.match(one, /FCFS beside EASY: FCFS<\/title>/);
  assert.match(two, /EASY ends 5:32:36/);
  assert.match(two, /digest 0968002d0cb03528/);
  assert.ok((two.match(/<rect /gu) ?? []).length > 70);
  const saved = page.waitForEvent('download');
  await morph.getByRole('button', { name: 'Jobs, CSV' }).click();
  const csv = await readFile(await (await saved).path(), 'utf8');
  assert.equal(csv.trim().split('\r\n').length, 71);
  assert.match(csv, /^job,submit_s,FCFS start_s,FCFS finish_s,FCFS nodes,FCFS wait_s,EASY start_s/);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('too many jobs are not drawn until the window has fewer', async ({ site }) => {
  const { visit, page, morph } = await opened(site, {}, '#ex=lublin-easy-sjbf');
  await morph.getByText('Too dense to morph: zoom in to 300 jobs or fewer.').waitFor();
  await page.evaluate(() => {
    const { page } = document.querySelector('ganttlet-app');
    const { view } = page.store.get();
    page.store.set({ view: { ...view, fitted: false, to_s: view.from_s + (view.to_s - view.from_s) / 12 } });
  });
  await morph.locator('canvas').waitFor();
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('on a phone one chart is 280 pixels high, and the knob can be touched', async ({ site }) => {
  const { visit, page, morph } = await opened(site, { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true });
  const box = await morph.locator('canvas').boundingBox();
  assert.equal(box?.height, 280);
  assert.ok((await morph.getByRole('slider').boundingBox()).height >= 44);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 360));
  await visit.screenshot('morph-phone');
  assert.deepEqual(await visit.accessibility(), []);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});
