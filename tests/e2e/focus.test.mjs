// The focus, the window and the scroll position after keys and commands.
import assert from 'node:assert/strict';
import { actions } from './actions.mjs';
import { test } from './support.mjs';

/** Waits until all runs are complete. @param {import('@playwright/test').Page} page */
const complete = (page) =>
  page.waitForFunction(() => {
    const { variants, opening } = document.querySelector('ganttlet-app').page.store.get();
    return variants.length > 0 && variants.every(({ status }) => status === 'done') && opening;
  });

/** The playhead and the window. @param {import('@playwright/test').Page} page */
const position = (page) =>
  page.evaluate(() => {
    const { playhead_s, view, playing } = document.querySelector('ganttlet-app').page.store.get();
    return { playhead_s, ...view, playing, inside: playhead_s >= view.from_s && playhead_s <= view.to_s };
  });

test('a command that moves the playhead out of view moves the window with it', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } });
  for (const example of ['one-server', 'bags-whom-first', 'das3-scavengers']) {
    const page = await visit.goto(`#ex=${example}`);
    await complete(page);
    const opened = await position(page);
    assert.equal(opened.inside, false, example);
    // The playhead is already at the end, so nothing moves.
    await page.keyboard.press('End');
    assert.equal((await position(page)).from_s, opened.from_s, example);
    for (const [name, key] of [
      ['start', 'Home'],
      ['next decision', 'N'],
      ['end again', 'End'],
      ['previous decision', 'Shift+N'],
    ]) {
      await page.keyboard.press(key);
      await page.waitForFunction(() => {
        const { playhead_s, view } = document.querySelector('ganttlet-app').page.store.get();
        return playhead_s >= view.from_s && playhead_s <= view.to_s;
      });
      if (key === 'Home') {
        // Playback starts there, and the window follows.
        await page.keyboard.press('Space');
        const { playhead_s, inside, playing } = await position(page);
        assert.ok(inside && !playing && playhead_s < opened.to_s, `${example}, ${name}: ${playhead_s}`);
      }
      const { from_s, to_s } = await position(page);
      assert.ok(Math.abs(to_s - from_s - (opened.to_s - opened.from_s)) < 1, `${example}, ${name}: the window is ${to_s - from_s} s long`);
    }
    await page.goto('about:blank');
  }
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('nothing scrolls the page as a whole, neither a focus nor a script', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 640 } });
  const page = await visit.goto('#ex=fcfs-vs-easy');
  const { story, ink } = actions(page);
  await story(/FCFS/);
  await ink();
  await page.evaluate(() => document.querySelector('ganttlet-app').shadowRoot.querySelector('.numbers').scrollIntoView());
  const tabs = page.locator('.numbers').getByRole('tab');
  await tabs.first().waitFor();
  const still = async (/** @type {string} */ after) => {
    const tops = await page.evaluate(() => {
      const app = document.querySelector('ganttlet-app');
      const boxes = [document.documentElement, document.body, app, app.shadowRoot.querySelector('.body')];
      return [...boxes.map(({ scrollTop }) => scrollTop), app.shadowRoot.querySelector('header').getBoundingClientRect().top];
    });
    assert.deepEqual(tops, [0, 0, 0, 0, 0], after);
  };
  for (const tab of await tabs.all()) {
    await tab.click();
    await still(`a click on ${await tab.textContent()}`);
  }
  await page.evaluate(() => {
    const app = document.querySelector('ganttlet-app');
    for (const box of [document.documentElement, document.body, app, app.shadowRoot.querySelector('.body')]) box.scrollTop = 46;
  });
  await still('a script');
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('the first Tab offers the charts, and a key leads there', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1280, height: 800 } });
  const page = await visit.goto('#ex=fcfs-vs-easy');
  const { story, ink } = actions(page);
  await story(/FCFS/);
  await ink();
  const focused = () =>
    page.evaluate(() => {
      let at = document.activeElement;
      const path = [];
      for (; at; at = at.shadowRoot?.activeElement) path.push(at.localName);
      return path;
    });
  await page.keyboard.press('Tab');
  const skip = page.getByRole('button', { name: 'To the charts' });
  await page.waitForFunction(() => document.querySelector('ganttlet-app').shadowRoot.activeElement?.className === 'skip');
  const box = await skip.boundingBox();
  assert.ok(box.x >= 0 && box.y >= 0, `${box.x} ${box.y}`);
  assert.deepEqual(await visit.accessibility(), []);
  await page.keyboard.press('Enter');
  assert.ok((await focused()).includes('gantt-chart'), String(await focused()));
  await page.evaluate(() => {
    for (let at = document.activeElement; at; at = at.shadowRoot?.activeElement) if (!at.shadowRoot?.activeElement) at.blur();
  });
  assert.equal((await focused()).includes('gantt-chart'), false);
  await page.keyboard.press('b');
  assert.ok((await focused()).includes('gantt-chart'), String(await focused()));
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys and gestures' }).getByText('Move the focus to the first chart').waitFor();
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('a removed variant is restored by the button of the notice', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1280, height: 800 } });
  const page = await visit.goto('#ex=fcfs-vs-easy');
  const { story, panel } = actions(page);
  await story(/FCFS/);
  await panel('Policy');
  const remove = page.getByRole('button', { name: 'Remove EASY' });
  await remove.focus();
  await page.keyboard.press('Enter');
  const notice = page.locator('notice-bar');
  await notice.getByText('EASY was removed.').waitFor();
  const count = (/** @type {number} */ wanted) =>
    page.waitForFunction((wanted) => document.querySelector('ganttlet-app').page.store.get().variants.length === wanted, wanted);
  await count(1);
  await notice.getByRole('button', { name: 'Undo' }).click();
  await count(2);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});
