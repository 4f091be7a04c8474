/** Studies whose waits have no steady state. */

import assert from 'node:assert/strict';
import { actions } from './actions.mjs';
import { test } from './support.mjs';

test('a study of loads that a policy cannot serve names the points, gives them no interval, and proposes loads that it can serve', async ({
  site,
}) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } });
  const page = await visit.goto('#study=load-against-policy');
  actions(page);
  const view = page.locator('study-view');
  const fill = async (/** @type {string} */ name, /** @type {string} */ value) => {
    const field = view.getByRole('textbox', { name, exact: true });
    await field.fill(value);
    await field.press('Enter');
  };
  await fill('Seeds', '5');
  await fill('Load', '0.1, 0.15, 0.2, 0.95');
  await view.getByText(/80 runs/).waitFor();
  // Short studies start without a click; on a slow machine a button starts them.
  const run = view.locator('.strip').getByRole('button', { name: 'Run' });
  const completed = view.locator('.strip').getByText(/^All 80 runs completed/);
  await completed.or(run).or(view.locator('.strip').getByText('Pause')).first().waitFor();
  if (await run.isVisible()) await run.click();
  await completed.waitFor({ timeout: 120_000 });
  const warning = view.getByRole('status', { name: 'Steady state' });
  await warning.getByText(/No steady state at \d+ of 16 points\./).waitFor();
  assert.match((await warning.textContent()) ?? '', /FCFS, load 0\.95: .* in the first tenth of the jobs, .* in the last/u);
  const table = view.getByRole('region', { name: 'Waits by tenth of the run' });
  assert.equal(await table.locator('td svg').count(), 16);
  assert.match((await table.textContent()) ?? '', /overloaded.*still rising at/u);
  const means = view.getByRole('region', { name: 'Table' });
  // The default place has certain results; the test chooses another place.
  await means.getByRole('combobox').selectOption('0.95');
  assert.match((await means.locator('tbody tr').first().textContent()) ?? '', /grows/u);
  assert.match((await means.textContent()) ?? '', /withheld: no steady state/u);
  assert.deepEqual(await visit.accessibility(), []);
  await visit.screenshot('study-steady-state');
  await warning.getByRole('button', { name: /^Use load 0\.1 to/ }).click();
  await view.getByRole('textbox', { name: 'Load', exact: true }).waitFor();
  const loads = await view.getByRole('textbox', { name: 'Load', exact: true }).inputValue();
  assert.ok(!loads.includes('0.95') && loads.startsWith('0.1, '), loads);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});
