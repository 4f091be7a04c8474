// A run that would take minutes: the page shows how far it is, answers all the while, and stops when told.
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

/** Far more work than the machine can do, under the policy that minds most. */
const ENDLESS = JSON.stringify({
  version: 1,
  name: 'Too much',
  platform: { preset: 'one-cluster', parameters: { nodes: 64 } },
  workload: [{ generator: 'poisson', parameters: { jobs: 300_000, load: 2, estimates: 'factor' } }],
  system: { kind: 'batch', policies: { local: 'conservative' } },
});

test('a long run can be cancelled at once', async (context) => {
  const visit = await site.visit();
  const page = await visit.goto();
  const { story, drop } = actions(page);
  await story(/FCFS/);
  await drop('endless.json', Buffer.from(ENDLESS));
  const cancel = page.getByRole('button', { name: /cancel/i }).first();
  await cancel.waitFor();
  // It shows how far it is, once it is prepared.
  await page.locator('progress').first().waitFor();
  // Measured inside the page: from the click until the button has gone.
  const took = await cancel.evaluate(async (button) => {
    const begin = performance.now();
    button.click();
    while (button.isConnected) await new Promise((next) => setTimeout(next, 1));
    return performance.now() - begin;
  });
  context.diagnostic(`cancelled in ${took.toFixed(0)} ms`);
  assert.ok(took < 2000, `cancelling took ${took} ms`);
  // The page is as usable as before.
  await page.goto(`${site.address}#ex=one-server`);
  await page.reload();
  await story(/FCFS|EASY|server/i);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});
