// Boards by keyboard only, the verdict on a schedule, and dialogs that receive all keys.
import assert from 'node:assert/strict';
import { test } from './support.mjs';

/** The text of the focused element, inside all shadow roots. @param {import('@playwright/test').Page} page */
const focusedText = (page) =>
  page.evaluate(() => {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    return at?.textContent?.replace(/\s+/g, ' ').trim() ?? '';
  });

/** Waits for a decision, or the result. @param {import('@playwright/test').Page} page @param {RegExp} text */
const decision = (page, text) => page.locator('play-dialog .decision').filter({ hasText: text }).waitFor();

/**
 * Waits until the page shows the run of the choices in the address. @param {import('@playwright/test').Page} page
 * @param {string} choices
 */
const shown = (page, choices) =>
  page.waitForFunction(
    (choices) => document.querySelector('ganttlet-app').shadowRoot.querySelector('play-dialog').run?.choices === choices,
    choices,
  );

test('keys decide as soon as a board is open, by link and from the list', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } });
  const page = await visit.goto('#play=eight-jobs');
  await decision(page, /Your decision at 0 s/u);
  assert.match(await focusedText(page), /^Start job 1/u);
  await page.keyboard.press('Enter');
  await shown(page, '1');
  // A click in the space beside the controls ends neither the board nor its keys.
  const box = await page.locator('play-dialog dialog').boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height - 8);
  await page.keyboard.press('w');
  await shown(page, '10');
  await page.keyboard.press('Backspace');
  await shown(page, '1');
  await page.keyboard.press('p');
  await page.waitForFunction(() => {
    const { run } = document.querySelector('ganttlet-app').shadowRoot.querySelector('play-dialog');
    return run.choices.length === 2 && run.choices.startsWith('1');
  });
  await page.keyboard.press('Backspace');
  await shown(page, '1');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Lessons' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Schedule it yourself/u })
    .click();
  await page.locator('play-dialog .boards button:focus').waitFor();
  await page.keyboard.press('Enter');
  await decision(page, /Your decision at 0 s/u);
  assert.match(await focusedText(page), /^Start job 1/u);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('a schedule above the optimum names the decision that lost it', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } });
  const page = await visit.goto('#play=eight-jobs&d=11111111');
  await decision(page, /wait 16 min on average/u);
  const verdict = page.locator('play-dialog .verdict');
  await verdict.filter({ hasText: 'Your schedule is 7 min above the optimum.' }).waitFor();
  assert.match(await verdict.textContent(), /after which 9 min was no longer possible: 0:54:00, job 5 instead of job 6\./u);
  await page.getByRole('button', { name: 'Try again from here' }).first().click();
  await decision(page, /Your decision at 0:54:00/u);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('a finished board opens beside the policies as a whole, and an open lesson ends', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } });
  const page = await visit.goto('#lesson=short-first&step=1');
  await page.locator('lesson-strip').waitFor();
  await page.evaluate(() => (location.hash = '#play=eight-jobs&d=11111111'));
  await page.getByRole('button', { name: 'Open beside FCFS and EASY' }).click();
  await page.waitForFunction(() => {
    const { variants, lesson, playhead_s, view } = document.querySelector('ganttlet-app').page.store.get();
    const end_s = Math.max(...variants.map(({ report }) => report?.last_end_s ?? Infinity));
    return (
      lesson === null && variants.length === 3 && playhead_s >= end_s && view.from_s <= 0 && view.to_s >= end_s && view.to_s < 2 * end_s
    );
  });
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('no key reaches the page below an open dialog', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } });
  const page = await visit.goto('#ex=fcfs-vs-easy');
  await page.waitForFunction(() => {
    const { variants } = document.querySelector('ganttlet-app').page.store.get();
    return variants.length > 0 && variants.every(({ status }) => status === 'done');
  });
  await page.keyboard.press('End');
  const state = () =>
    page.evaluate(() => {
      const { view, playhead_s, playing, theme, colour } = document.querySelector('ganttlet-app').page.store.get();
      return { view, playhead_s, playing, theme, colour };
    });
  for (const command of ['help', 'palette', 'examples', 'lessons', 'share', 'glossary', 'play-board']) {
    await page.evaluate(async (id) => {
      const commands = await document.querySelector('ganttlet-app').loadCommands();
      commands.find((one) => one.id === id).run();
    }, command);
    const dialog = page.locator('dialog[open]');
    await dialog.waitFor();
    const before = await state();
    await page.evaluate(() => {
      for (let at = document.activeElement; at; at = at.shadowRoot?.activeElement) if (!at.shadowRoot?.activeElement) at.blur();
    });
    for (const key of ['w', 's', 'a', '+', 'Home', 'n', 'c', 't', 'Space']) await page.keyboard.press(key);
    assert.deepEqual(await state(), before, command);
    // The first key clears a search that got the focus late and received the keys.
    for (const key of ['Escape', 'Escape']) await page.keyboard.press(key);
    await page.waitForFunction(() => {
      const parts = document.querySelector('ganttlet-app').shadowRoot.children;
      return ![...parts].some(({ shadowRoot }) => shadowRoot?.querySelector('dialog[open]'));
    });
  }
  assert.deepEqual(visit.faults, []);
  await visit.close();
});
