// The tour: it comes once, after the first result, covers nothing that it explains, and goes for good.
import assert from 'node:assert/strict';
import { test } from './support.mjs';

/** What the open stop covers, the card against the ring. */
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
  test(`the tour comes after the first result, covers nothing it explains, and comes once, ${name}`, async ({ site }) => {
    const visit = await site.visit({ tour: true, reducedMotion: 'reduce', ...options });
    const page = await visit.goto();
    const tour = page.getByRole('dialog', { name: 'A tour of the page' });
    await tour.waitFor();
    // The result is there, and nobody was taken away from it.
    await page.locator('.answer').first().waitFor();
    assert.equal(await tour.locator(':focus').count(), 0);
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
    await page.reload();
    await page.locator('.answer').first().waitFor();
    await page.waitForLoadState('networkidle');
    assert.equal(await tour.count(), 0);
    assert.deepEqual(visit.faults, []);
    await visit.close();
  });
}

test('the tour is skipped by a key for good, and begins again from the help, by keyboard', async ({ site }) => {
  const visit = await site.visit({ tour: true, reducedMotion: 'reduce' });
  const page = await visit.goto();
  const tour = page.getByRole('dialog', { name: 'A tour of the page' });
  await tour.waitFor();
  await page.keyboard.press('Escape');
  await tour.waitFor({ state: 'hidden' });
  assert.equal(await page.evaluate(() => localStorage.getItem('ganttlet.tour')), 'seen');
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

test('who turns to something else first is not shown around', async ({ site }) => {
  const visit = await site.visit({ tour: true });
  // No time passes for the player before: on a busy machine it would be at the end first.
  await visit.page.addInitScript(() => {
    const next = globalThis.requestAnimationFrame;
    globalThis.requestAnimationFrame = (draw) => next((now) => draw(globalThis.going ? now : 0));
  });
  const page = await visit.goto();
  await page.locator('gantt-chart').first().waitFor();
  const seed = page.locator('quick-controls .seed b');
  const before = await seed.textContent();
  await page.getByRole('button', { name: 'New seed' }).click();
  // A seed is drawn by the engine: until it is there, the first result is what is looked at.
  await seed.filter({ hasNotText: new RegExp(`^${before}$`, 'u') }).waitFor();
  await page.evaluate(() => (globalThis.going = true));
  await page.keyboard.press('End');
  await page.locator('.answer').first().waitFor();
  await page.waitForLoadState('networkidle');
  assert.equal(await page.getByRole('dialog', { name: 'A tour of the page' }).count(), 0);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});
