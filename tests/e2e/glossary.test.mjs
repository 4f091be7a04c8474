// The glossary: explanations of terms at their places on the page.
import assert from 'node:assert/strict';
import { test } from './support.mjs';

test('an address leads to a term, which is found by words, and closing leads to the charts', async ({ site }) => {
  const visit = await site.visit({ reducedMotion: 'reduce' });
  const page = await visit.goto('#glossary=bounded-slowdown');
  const dialog = page.getByRole('dialog', { name: 'Glossary' });
  const term = (/** @type {string} */ name) => dialog.getByRole('link', { name, exact: true });
  await term('Bounded slowdown').waitFor();
  await page.waitForFunction(() => {
    const at = (root, selector) => root.querySelector(selector)?.shadowRoot;
    return at(at(document, 'ganttlet-app'), 'glossary-dialog')?.activeElement?.textContent === 'Bounded slowdown';
  });
  // The glossary covers other content, and the address stays unchanged during its display.
  await page.locator('gantt-chart').first().waitFor();
  await page.getByText('EASY').first().waitFor();
  assert.equal(new URL(page.url()).hash, '#glossary=bounded-slowdown');
  assert.deepEqual(await visit.accessibility(), []);
  const field = dialog.getByRole('textbox', { name: 'Find a term' });
  await field.fill('shadow queue head');
  await dialog.getByText(/^\d of \d+ terms$/u).waitFor();
  await term('EASY').click();
  await page.waitForURL(/#glossary=easy$/u);
  assert.equal(await field.inputValue(), '', 'whoever goes to a term sees it among all');
  await page.goBack();
  await page.waitForURL(/#glossary=bounded-slowdown$/u);
  assert.equal(await dialog.locator('[aria-current=true] dt').textContent(), 'Bounded slowdown');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await page.waitForURL(/#ex=fcfs-vs-easy$/u);
  await page.goto('about:blank');
  await visit.goto('#glossary=nosuch');
  await page.getByText('There is no term nosuch in the glossary.').waitFor();
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('words of a lesson and names of numbers say what they mean, and lead to the glossary', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, reducedMotion: 'reduce' });
  const page = await visit.goto('#lesson=backfilling&step=2');
  const word = page.locator('lesson-strip').getByRole('button', { name: 'EASY', exact: true });
  await word.waitFor();
  const note = page.getByRole('note', { name: 'EASY' });
  assert.equal(await note.isVisible(), false);
  await word.tap();
  await note.waitFor();
  assert.match(await note.textContent(), /The head of the queue gets a reservation/u);
  const box = await note.boundingBox();
  assert.ok(box.x >= 0 && box.x + box.width <= 360, 'the sentence is whole on a phone');
  assert.deepEqual(await visit.accessibility(), []);
  await note.getByRole('link', { name: 'In the glossary' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Glossary' });
  await dialog.waitFor();
  assert.equal(await dialog.locator('[aria-current=true] dt').textContent(), 'EASY');
  await dialog.getByRole('button', { name: 'Close' }).tap();
  await page.waitForURL(/#lesson=backfilling&step=2$/u);
  // This term belongs to a number; the results are hidden until the prediction.
  await page.locator('lesson-strip .choices').getByRole('button').first().tap();
  await page.locator('metric-table').scrollIntoViewIfNeeded();
  const help = page.locator('metric-table').getByRole('button', { name: 'Help on Wait time' });
  await help.scrollIntoViewIfNeeded();
  await help.tap();
  await page.locator('metric-table').getByRole('note', { name: 'Wait time' }).getByRole('link', { name: 'In the glossary' }).tap();
  await dialog.waitFor();
  assert.equal(await dialog.locator('[aria-current=true] dt').textContent(), 'Wait time');
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('a pointer that rests on a word hears what it means', async ({ site }) => {
  const visit = await site.visit({ reducedMotion: 'reduce' });
  const page = await visit.goto('#lesson=backfilling&step=2');
  await page.locator('lesson-strip').getByRole('button', { name: 'EASY', exact: true }).hover();
  const note = page.getByRole('note', { name: 'EASY' });
  await note.waitFor();
  await page.mouse.move(5, 5);
  await note.waitFor({ state: 'hidden' });
  assert.deepEqual(visit.faults, []);
  await visit.close();
});
