// The policy form: the fields that matter first, others folded with the reason, and the editor of a custom order.
import assert from 'node:assert/strict';
import { actions } from './actions.mjs';
import { test } from './support.mjs';

const store = (page, of) => page.waitForFunction(`(${of})(document.querySelector('ganttlet-app').page.store.get())`);
const names = (page) =>
  page
    .locator('system-form [data-place="first"]')
    .first()
    .locator('[data-field]')
    .evaluateAll((all) => all.map(({ dataset }) => dataset.field));
const folded = (page) =>
  page
    .locator('system-form section details.fold > summary')
    .evaluateAll((all) => all.map((one) => one.textContent.replace(/\s+/gu, ' ').trim()));

test('a custom order is written in three fields, with its values for the waiting jobs', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } });
  const page = await visit.goto('#ex=your-own-policy');
  const { finish, panel } = actions(page);
  await finish();
  await panel('Policy');
  await page.locator('policy-picker button.name').nth(2).click();
  await page.locator('system-form expression-editor').waitFor();
  assert.deepEqual(await names(page), ['role:local', 'queue_rank', 'backfilling']);
  assert.deepEqual(await folded(page), [
    'Routing 1 There is one cluster; only FPF would change the order',
    'Runtime prediction 4 No selected policy uses predictions',
    'Bound on the wait 3 Quoted to users; no effect on the order',
    'Estimates 2 Estimates equal runtimes in this workload',
  ]);
  await page.locator('policy-picker').getByText('a number for all 100 jobs').waitFor();

  // The queue at the playhead, in the order of the expression.
  await page.evaluate(() => document.querySelector('ganttlet-app').page.store.set({ playhead_s: 10600 }));
  const values = page.locator('queue-values');
  await values.locator('tbody tr').nth(2).waitFor();
  const jobs = () => values.locator('tbody td:nth-child(2)').allTextContents();
  const before = (await jobs()).map((name) => name.trim());
  const editor = page.locator('expression-editor textarea');
  await editor.fill('submit');
  const arrived = [...before].sort((a, b) => Number(a) - Number(b));
  await page.waitForFunction(
    (expected) =>
      JSON.stringify(
        [
          ...document
            .querySelector('ganttlet-app')
            .shadowRoot.querySelector('policy-picker')
            .shadowRoot.querySelector('system-form')
            .shadowRoot.querySelector('queue-values')
            .shadowRoot.querySelectorAll('tbody td:nth-child(2)'),
        ].map((cell) => cell.textContent.trim()),
      ) === expected,
    JSON.stringify(arrived),
  );
  await visit.screenshot('policy-form');
  assert.deepEqual(await visit.accessibility(), []);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});
