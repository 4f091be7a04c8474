// A run that would take minutes: the page shows its progress, stays responsive, and stops on request.
import assert from 'node:assert/strict';
import { actions } from './actions.mjs';
import { test } from './support.mjs';

/** Far more work than the machine can do, under the policy that is slowest with a long queue. */
const ENDLESS = JSON.stringify({
  version: 1,
  name: 'Too much',
  platform: { preset: 'one-cluster', parameters: { nodes: 64 } },
  workload: [{ generator: 'poisson', parameters: { jobs: 300_000, load: 2, estimates: 'factor' } }],
  system: { kind: 'batch', policies: { local: 'conservative' } },
});

/** Short and massive tasks on three levels of grids, for decades. */
const DECADES = JSON.stringify({
  version: 1,
  name: 'Decades of tasks',
  platform: { preset: 'superlink-online' },
  workload: [{ generator: 'divisible-mixture', parameters: { tasks: 100_000, days: 1000 } }],
  system: { kind: 'hierarchy' },
});

for (const [what, scenario] of [
  ['jobs', ENDLESS],
  ['tasks on levels of grids', DECADES],
]) {
  test(`a long run of ${what} shows how far it is, and can be cancelled at once`, ({ site }) => cancelled(site, scenario));
}

/** @param {import('./support.mjs').Site} site @param {string} scenario */
async function cancelled(site, scenario) {
  const visit = await site.visit();
  const page = await visit.goto();
  const { story, drop, goneAfter } = actions(page);
  await story(/FCFS/);
  await drop('endless.json', Buffer.from(scenario));
  const cancel = page.getByRole('button', { name: /cancel/i }).first();
  await cancel.waitFor();
  // The page shows the progress after the preparation.
  await page.locator('progress').first().waitFor();
  const took = await goneAfter(cancel);
  console.log(`cancelled in ${took.toFixed(0)} ms`);
  assert.ok(took < 2000, `cancelling took ${took} ms`);
  // The page is still usable.
  await page.goto(`${site.address}#ex=one-server`);
  await page.reload();
  await story(/FCFS|EASY|server/i);
  assert.deepEqual(visit.faults, []);
  await visit.close();
}

/** Many jobs on many nodes, which two systems complete in seconds. */
const LARGE = JSON.stringify({
  version: 1,
  name: 'Large',
  platform: { preset: 'one-cluster', parameters: { nodes: 200_000 } },
  workload: [{ generator: 'poisson', parameters: { jobs: 400_000, load: 0.8 } }],
  system: { kind: 'batch', policies: { local: 'fcfs' } },
  compare: [{ kind: 'batch', policies: { local: 'easy' } }],
});

for (const status of ['loading', 'running', 'done']) {
  test(`a large run is left at once for another scenario while it is ${status}`, async ({ site }) => {
    const visit = await site.visit();
    const page = await visit.goto('#ex=fcfs-vs-easy');
    const { story, drop, finish } = actions(page);
    await story(/FCFS/);
    await finish();
    await drop('large.json', Buffer.from(LARGE));
    await page.waitForFunction(
      (status) => {
        const { title, variants } = document.querySelector('ganttlet-app').page.store.get();
        return title === 'Large' && variants.every((variant) => variant.status === status);
      },
      status,
      { polling: 5, timeout: 180_000 },
    );
    const took = await page.evaluate(async () => {
      const { store } = document.querySelector('ganttlet-app').page;
      const begun = performance.now();
      // An example other than the first one: the address may still name that one, and the same hash would have no
      // effect.
      location.hash = '#ex=one-server';
      await new Promise((resolve) => {
        const end = store.subscribe(({ title, variants }) => {
          if (title !== 'Large' && variants.every(({ status }) => status === 'done')) resolve(end());
        });
      });
      return performance.now() - begun;
    });
    console.log(`left in ${took.toFixed(0)} ms`);
    assert.ok(took < 5000, `leaving took ${took} ms`);
    assert.deepEqual(visit.faults, []);
    await visit.close();
  });
}
