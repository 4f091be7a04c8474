// The tour: it opens from the help, and does not cover the parts that it explains.
import assert from 'node:assert/strict';
import { test } from './support.mjs';

/** The overlap of the card of the current stop with its ring. */
const over = (page) =>
  page.evaluate(() => {
    const tour = document.querySelector('ganttlet-app').shadowRoot.querySelector('page-tour');
    const [card, ring] = ['section', '.ring'].map((one) => tour.renderRoot.querySelector(one).getBoundingClientRect());
    const inside = card.left >= 0 && card.top >= 0 && card.right <= innerWidth && card.bottom <= innerHeight;
    return { inside, covers: card.left < ring.right && card.right > ring.left && card.top < ring.bottom && card.bottom > ring.top };
  });

for (const [name, options] of [
  ['on a wall', { viewport: { width: 1440, height: 900 }, colorScheme: 'light' }],
  ['on a phone', { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, colorScheme: 'dark' }],
]) {
  test(`the tour opens from the help only, and covers nothing that it explains, ${name}`, async ({ site }) => {
    const visit = await site.visit({ reducedMotion: 'reduce', ...options });
    const page = await visit.goto();
    const tour = page.getByRole('dialog', { name: 'A tour of the page' });
    await page.locator('.answer').first().waitFor();
    await page.waitForLoadState('networkidle');
    assert.equal(await tour.count(), 0);
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys and gestures' }).getByRole('button', { name: 'A tour of the page' }).press('Enter');
    await tour.waitFor();
    const count = Number(/of (\d)/u.exec(await tour.textContent())[1]);
    assert.ok(count >= 5 && count <= 7, `${count} stops`);
    for (let stop = 1; stop <= count; stop += 1) {
      await tour.getByText(`${stop} of ${count}`).waitFor();
      await page.waitForFunction(() =>
        document.querySelector('ganttlet-app').shadowRoot.querySelector('page-tour').renderRoot.querySelector('.ring'),
      );
      assert.deepEqual(await over(page), { inside: true, covers: false }, `stop ${stop}`);
      if (stop === 2) assert.deepEqual(await visit.accessibility(), []);
      await tour.getByRole('button', { name: stop === count ? 'Done' : 'Next' }).click();
    }
    await tour.waitFor({ state: 'hidden' });
    assert.deepEqual(visit.faults, []);
    await visit.close();
  });
}

test('the tour is used and skipped by keyboard', async ({ site }) => {
  const visit = await site.visit({ reducedMotion: 'reduce' });
  const page = await visit.goto();
  const tour = page.getByRole('dialog', { name: 'A tour of the page' });
  await page.locator('.answer').first().waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys and gestures' }).getByRole('button', { name: 'A tour of the page' }).press('Enter');
  await tour.getByText(/^1 of/u).waitFor();
  await page.keyboard.press('ArrowRight');
  await tour.getByText(/^2 of/u).waitFor();
  await page.keyboard.press('ArrowLeft');
  await tour.getByText(/^1 of/u).waitFor();
  await tour.getByRole('button', { name: 'Skip' }).click();
  await tour.waitFor({ state: 'hidden' });
  assert.deepEqual(visit.faults, []);
  await visit.close();
});
