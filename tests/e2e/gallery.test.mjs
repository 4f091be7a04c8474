// The examples: each has a card, which words and arrow keys find, and which is marked after a visit.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { actions } from './actions.mjs';
import { root, test } from './support.mjs';

const { examples } = JSON.parse(await readFile(`${root}static/gallery/index.json`, 'utf8'));

test('examples have pictures and numbers, are found, and remember that they were seen', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  const page = await visit.goto();
  const { story } = actions(page);
  await story(/FCFS/);
  await page.getByRole('button', { name: 'Examples' }).click();
  const dialog = page.getByRole('dialog', { name: 'Examples' });
  const cards = dialog.getByRole('listitem');
  await cards.nth(examples.length - 1).waitFor();
  assert.equal(await cards.count(), examples.length);
  // Every picture exists, and every card names its change.
  for (let at = 0; at < examples.length; at += 1) await cards.nth(at).locator('img').scrollIntoViewIfNeeded();
  await page.waitForFunction(() => {
    const dialog = document.querySelector('ganttlet-app').shadowRoot.querySelector('gallery-dialog').shadowRoot;
    return [...dialog.querySelectorAll('img')].every((image) => image.complete && image.naturalWidth === 380);
  });
  for (const { word } of examples)
    await dialog
      .getByText(new RegExp(`^${word} .+→.+`, 'u'))
      .first()
      .waitFor();
  const current = dialog.locator('[aria-current="true"]');
  assert.match(await current.textContent(), /FCFS beside EASY.*seen/su);
  await current.scrollIntoViewIfNeeded();
  assert.deepEqual(await visit.accessibility(), []);
  await visit.screenshot('gallery');

  await current.focus();
  await page.keyboard.press('ArrowRight');
  await dialog.locator('button:focus', { hasText: examples[1].title }).waitFor();
  await page.keyboard.press('ArrowLeft');
  await dialog.getByRole('searchbox').fill('montage das-3');
  await dialog.getByText('1 found').waitFor();
  await cards.getByRole('button').click();
  await story(/Round Robin|next cluster|task/u);
  await page.getByRole('button', { name: 'Examples' }).click();
  await dialog.getByText(`2 of ${examples.length} seen`).waitFor();
  assert.match(await current.textContent(), /mosaic.*seen/su);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('the examples fit a phone, on dark paper', async ({ site }) => {
  const visit = await site.visit({
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
    colorScheme: 'dark',
  });
  // The list opens before its example is loaded, and marks it afterwards.
  let come = () => {};
  const wait = new Promise((resolve) => (come = resolve));
  await visit.page.route('**/gallery/das2-routing.json', async (route) => {
    await wait;
    await route.continue();
  });
  const page = await visit.goto('#ex=das2-routing');
  await page.getByTitle('Open another example').click();
  const dialog = page.getByRole('dialog', { name: 'Examples' });
  await dialog
    .getByRole('listitem')
    .nth(examples.length - 1)
    .waitFor();
  assert.equal(await dialog.locator('[aria-current="true"]').count(), 0);
  come();
  const picture = dialog.locator('[aria-current="true"] img');
  await picture.waitFor();
  assert.match(await picture.getAttribute('src'), /das2-routing\.dark\.png$/u);
  assert.match(await dialog.locator('[aria-current="true"]').textContent(), /\(seen\)/u);
  assert.equal(
    await page.evaluate(() => {
      const body = document.querySelector('ganttlet-app').shadowRoot.querySelector('gallery-dialog').shadowRoot.querySelector('dialog');
      return body.scrollWidth > body.clientWidth;
    }),
    false,
  );
  assert.deepEqual(await visit.accessibility(), []);
  await visit.screenshot('gallery-phone');
  assert.deepEqual(visit.faults, []);
  await visit.close();
});
