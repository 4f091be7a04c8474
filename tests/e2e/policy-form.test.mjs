// The policy form: relevant fields first, others folded with the reason, and the editor of a custom order.
import assert from 'node:assert/strict';
import { actions } from './actions.mjs';
import { test } from './support.mjs';

/** Waits until the table of values contains these jobs, as text. */
const listed = (page, expected) =>
  page.waitForFunction(
    (expected) =>
      [
        ...document
          .querySelector('ganttlet-app')
          .shadowRoot.querySelector('policy-picker')
          .shadowRoot.querySelector('system-form')
          .shadowRoot.querySelector('queue-values')
          .shadowRoot.querySelectorAll('tbody td:nth-child(2)'),
      ]
        .map((cell) => cell.textContent.trim())
        .join() === expected,
    expected.join(),
  );
const seek = (page, time) => page.evaluate((time) => document.querySelector('ganttlet-app').page.store.set({ playhead_s: time }), time);
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
    'Estimates 2 Estimates equal runtimes in this workload',
    'Runtime prediction 4 No selected policy uses predictions',
    'Bound on the wait 3 Quoted to users; no effect on the order',
    'Routing 1 There is one cluster; only FPF would change the order',
    'Failures 1 No node fails',
  ]);
  await page.locator('policy-picker').getByText('a number for all 100 jobs').waitFor();

  // The queue at the playhead, in the order of the expression: the numbers of the published rule.
  await page.keyboard.press('End');
  await seek(page, 10628);
  const values = page.locator('queue-values');
  await values.getByText('Values at 2:57:08').waitFor();
  const fair = ['39', '33', '28', '41', '43', '34', '44', '46'];
  await listed(page, fair);
  await values.getByRole('row', { name: /^1 Job 39.* 27 7 min 37 min/ }).waitFor();

  // During the computation of values for another queue, the number of waiting jobs matches the rows.
  const counted = await page.evaluate(async () => {
    const app = document.querySelector('ganttlet-app');
    const values = app.shadowRoot
      .querySelector('policy-picker')
      .shadowRoot.querySelector('system-form')
      .shadowRoot.querySelector('queue-values');
    const before = values.renderRoot.querySelector('.head').textContent;
    values.runTrial = () => new Promise(() => undefined);
    app.page.store.set({ playhead_s: 2900 });
    void values.readQueue();
    while (values.queue.at_s !== 2900) await new Promise(requestAnimationFrame);
    await values.updateComplete;
    const during = values.renderRoot.querySelector('.head').textContent;
    delete values.runTrial;
    app.page.store.set({ playhead_s: 10628 });
    return { before, during };
  });
  assert.equal(counted.during, counted.before);
  await listed(page, fair);

  // Another order: by arrival. The queue belongs to the repeated run, which is shown at its end.
  const editor = page.locator('expression-editor textarea');
  await editor.fill('submit');
  await values.getByText(/^0 waiting jobs/).waitFor();
  await seek(page, 10628);
  await values.getByText('Values at 2:57:08').waitFor();
  await values.getByRole('row', { name: /^2 Job/ }).waitFor();
  const cells = await values.locator('tbody td:nth-child(2)').allTextContents();
  const arrived = cells.map((text) => text.trim());
  assert.deepEqual(
    arrived,
    arrived.toSorted((a, b) => Number(a) - Number(b)),
  );

  // An invalid text keeps the last values, and the error appears with its column.
  await editor.fill('submit + estimat');
  await page.locator('expression-editor').getByText('Unknown name "estimat" (column 10)').waitFor();
  await page.locator('expression-editor').getByText('Did you mean `estimate`?').waitFor();
  await values.getByText('Values of the last valid expression.').waitFor();
  await listed(page, arrived);
  assert.deepEqual(await visit.accessibility(), []);

  // All infinite values are equal, and 0 / 0 is not a number.
  await editor.fill('nodes / 0');
  await values.getByText('The same value for all waiting jobs: order of arrival is used.').waitFor();
  await editor.fill('0 / 0');
  await page.locator('expression-editor').getByText('Not a number for 100 of 100 jobs: the order of arrival is used.').waitFor();
  // The repeated run is shown at its end.
  await seek(page, 10628);
  await values.getByText(/Not a number for \d+ of \d+ waiting jobs: order of arrival is used\./).waitFor();

  // A variable is inserted at the caret, also by keyboard; a known order can be chosen.
  await editor.fill('');
  await page.getByRole('button', { name: 'Insert nodes' }).press('Enter');
  assert.equal(await editor.inputValue(), 'nodes');
  await page.getByLabel('Start from a known order').selectOption('estimate');
  assert.equal(await editor.inputValue(), 'estimate');
  await page.getByLabel('Reason shown with each decision').fill('Short jobs first.');
  await page.waitForFunction(
    () =>
      document.querySelector('ganttlet-app').page.store.get().scenario.compare[1].parameters.queue_rank ===
      'Fair: estimate # Short jobs first.',
  );
  await finish();
  await seek(page, 10628);
  await values.locator('tbody tr').first().waitFor();
  await visit.screenshot('policy-form');
  await page.emulateMedia({ colorScheme: 'dark' });
  assert.deepEqual(await visit.accessibility(), []);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('a folded field is found by its name, and moves up once it has an effect', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } });
  const page = await visit.goto('#ex=fcfs-vs-easy');
  const { finish, panel, choose } = actions(page);
  await finish();
  await panel('Policy');
  await page.locator('system-form').waitFor();
  assert.deepEqual(await names(page), ['role:local']);
  assert.match((await folded(page))[0], /^Estimates 2 No selected policy uses estimates; no job exceeds its estimate$/);
  const search = page.getByLabel('Find a parameter');
  await search.fill('training share');
  await page.locator('system-form').getByText('No effect in this variant: Quoted to users; no effect on the order.').waitFor();
  await page.getByRole('textbox', { name: 'Training share' }).waitFor();
  await search.fill('');
  await choose('system-form', 'easy');
  await page.locator('system-form [data-place="first"] [data-field="estimates"]').waitFor();

  // A bound that is chosen in the fold stays there as long as it has the focus.
  await page.locator('details.fold summary').filter({ hasText: 'Bound on the wait' }).click();
  const bound = page.locator('#role-bound');
  await bound.focus();
  await bound.selectOption('bmbp');
  await page.waitForFunction(() => document.querySelector('ganttlet-app').page.store.get().scenario.system.policies.bound === 'bmbp');
  await page.locator('[data-place="Bound on the wait"] #role-bound').waitFor();
  await search.focus();
  await page.locator('[data-place="first"] #role-bound').waitFor();
  assert.deepEqual(await visit.accessibility(), []);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('the form of a custom policy fits a phone', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 360, height: 780 }, hasTouch: true });
  const page = await visit.goto('#ex=your-own-policy');
  const { finish, panel } = actions(page);
  await finish();
  await panel('Policy');
  await page.locator('policy-picker button.name').nth(2).click();
  await page.locator('expression-editor textarea').waitFor();
  assert.deepEqual(
    await page.evaluate(() => [document.documentElement.scrollWidth, document.querySelector('ganttlet-app').scrollWidth]),
    [360, 360],
  );
  await page.locator('expression-editor textarea').scrollIntoViewIfNeeded();
  await visit.screenshot('policy-form-phone');
  assert.deepEqual(await visit.accessibility(), []);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});
