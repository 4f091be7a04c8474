// The answer of an example is visible without user action: whole sentences, the metric of the question, the workflow of
// the window, and both charts on a phone.
import assert from 'node:assert/strict';
import { expect } from '@playwright/test';
import { actions } from './actions.mjs';
import { test } from './support.mjs';

const PHONE = { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true, reducedMotion: 'reduce' };

test('on a phone the first sentence of the answer is whole, and both charts of bags are above the decision bar', async ({ site }) => {
  const visit = await site.visit(PHONE);
  const page = await visit.goto('#ex=bags-whom-first');
  await page.locator('gantt-chart').nth(1).waitFor();
  await actions(page).finish();
  const sentence = page.locator('chart-section .sentence').first();
  await sentence.waitFor();
  const places = () =>
    page.evaluate(() => {
      const { shadowRoot } = document.querySelector('ganttlet-app').shadowRoot.querySelector('chart-section');
      const box = (/** @type {Element} */ one) => one.getBoundingClientRect();
      const text = shadowRoot.querySelector('.text');
      const surfaces = [...shadowRoot.querySelector('gantt-stack').shadowRoot.querySelectorAll('gantt-chart')].map((chart) =>
        box(chart.shadowRoot.querySelector('.surface')),
      );
      const bar = box(shadowRoot.querySelector('decision-bar'));
      return {
        hidden: text.scrollHeight - text.clientHeight,
        inSight: surfaces.every(({ top, height }) => top + height / 2 <= bar.top),
      };
    });
  await expect.poll(places).toEqual({ hidden: 0, inSight: true });
  // With this many clusters, all are drawn as one, with one name.
  await expect(page.locator('gantt-chart .band').first()).toHaveText('20 clusters');
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('on a phone a workflow is shown with its whole path', async ({ site }) => {
  const visit = await site.visit(PHONE);
  const page = await visit.goto('#ex=das3-montage');
  await page.locator('gantt-chart').first().waitFor();
  await actions(page).finish();
  assert.equal(await page.evaluate(() => document.querySelector('ganttlet-app').page.store.get().view.fitted), true);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('folded charts and the answer have the metric of the question', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  const page = await visit.goto('#ex=bounds-of-waits');
  await page.locator('gantt-chart').nth(2).waitFor();
  await actions(page).finish();
  await page.locator('chart-title').nth(2).getByText('exceeded wait-time bounds').waitFor();
  await expect(page.locator('chart-section .answer')).toContainText('the charts are alike');
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('the graph is that of the workflow in the window, then that of the selected task', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  const page = await visit.goto('#ex=workflows-beside-jobs');
  await page.locator('gantt-chart').first().waitFor();
  await actions(page).finish();
  const chosen = page.locator('graph-panel select').locator('option:checked');
  await expect(chosen).toHaveText('6: Inspiral-100 6');
  // A task of the first workflow is selected, then none: its graph stays.
  const select = (/** @type {number} */ task) =>
    page.evaluate((selected) => document.querySelector('ganttlet-app').page.store.set({ selected }), task);
  await select(3);
  await expect(chosen).toHaveText('1: Inspiral-100 1');
  await select(-1);
  await actions(page).looked();
  await expect(chosen).toHaveText('1: Inspiral-100 1');
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('a strip that gets another metric has the scale and the counts of that', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  const page = await visit.goto('#ex=fcfs-vs-easy');
  await page.locator('gantt-chart').nth(1).waitFor();
  await actions(page).finish();
  const first = page.locator('chart-title').nth(1).locator('dl div').first();
  await expect(first).toContainText('20 of 20 seeds');
  const theme = page.getByRole('combobox', { name: 'Theme' });
  await theme.selectOption('projector');
  await expect(first).toContainText('idle');
  await theme.selectOption('light');
  await expect(first).toContainText('mean wait');
  await expect(first).toContainText('20 of 20 seeds');
  assert.deepEqual(visit.faults, []);
  await visit.close();
});
