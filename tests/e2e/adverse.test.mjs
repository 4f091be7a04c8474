// Browsers that refuse something: storage, the network, a language, inline styles. The page goes on, or says why not.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { actions } from './actions.mjs';
import { start } from './support.mjs';

/** @type {import('./support.mjs').Site} */
let site;
before(async () => {
  site = await start();
});
after(() => site?.close());

test('a database that never answers does not keep the example away', async () => {
  const visit = await site.visit();
  await visit.page.addInitScript(() => {
    IDBFactory.prototype.open = () => /** @type {any} */ ({});
  });
  const page = await visit.goto();
  const { story, ink } = actions(page);
  await story(/FCFS/);
  await ink();
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('what cannot be fetched when it is needed is said, and can be tried again', async () => {
  const visit = await site.visit();
  const page = await visit.goto();
  const { story, panel } = actions(page);
  await story(/FCFS/);
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  for (const name of ['Workload', 'Grid']) {
    await panel(name);
    await page.locator('.panel').getByText('The forms could not be fetched: this browser is offline').waitFor();
  }
  for (const [button, sentence] of [['Share', 'The forms could not be fetched'], ['Lessons', 'The lessons could not be fetched'], ['Papers', 'The published experiments could not be fetched']]) {
    await page.getByRole('button', { name: button, exact: true }).click();
    const told = page.locator('ganttlet-app').getByText(sentence).first();
    await told.waitFor();
    assert.ok(await page.getByRole('button', { name: 'Load the page again' }).first().isVisible());
  }
  await page.getByRole('button', { name: 'Back to the charts' }).click();
  await page.context().setOffline(false);
  await panel('Workload');
  await page.locator('workload-picker').getByText('Drop a log').waitFor();
  assert.deepEqual(visit.faults.filter((fault) => !fault.includes('ERR_INTERNET_DISCONNECTED')), []);
  await visit.close();
});
