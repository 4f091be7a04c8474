// The decisions of the scenario on screen are made by hand: by mouse, by keys and on a phone; the link of the schedule verifies it.
import assert from 'node:assert/strict';
import { test } from './support.mjs';

/** Eight jobs on two clusters. */
const SCENARIO = {
  version: 1,
  name: 'Eight jobs on two clusters',
  seed: 1,
  platform: {
    clusters: [
      { name: 'Large', nodes: 8 },
      { name: 'Fast', nodes: 4, speed: 2 },
    ],
  },
  workload: [
    {
      jobs: {
        submit_s: [0, 60, 120, 300, 420, 600, 720, 900],
        run_s: [1200, 1800, 2400, 600, 3000, 1200, 900, 1800],
        nodes: [4, 4, 2, 6, 4, 3, 8, 2],
      },
    },
  ],
  system: { kind: 'batch', policies: { local: 'fcfs', routing: 'least-loaded' } },
  measures: ['makespan', 'response', 'wait'],
};

/** The state of the page. @param {import('@playwright/test').Page} page @param {string} expression of `state` and `page` */
const state = (page, expression) =>
  page.evaluate(
    `(() => { const { page } = document.querySelector('ganttlet-app'); const state = page.store.get(); return ${expression}; })()`,
  );

/** The fragment of a link to the scenario. @param {import('@playwright/test').Page} page @param {object} scenario */
const fragmentOf = (page, scenario) =>
  page.evaluate((text) => document.querySelector('ganttlet-app').page.services.encode_link(text, []), JSON.stringify(scenario));

/** Waits until all runs are complete. @param {import('@playwright/test').Page} page */
const completed = (page) =>
  page.waitForFunction(() => {
    const { variants } = document.querySelector('ganttlet-app').page.store.get();
    return variants.length > 0 && variants.every(({ status }) => status === 'done');
  });

/** Opens a page with the scenario on screen, and the list of boards. @param {any} site @param {object} options @param {object} [scenario] */
async function opened(site, options, scenario = SCENARIO) {
  const visit = await site.visit(options);
  const page = await visit.goto();
  await completed(page);
  await page.evaluate((fragment) => (location.hash = fragment), await fragmentOf(page, scenario));
  await page.waitForFunction((name) => document.querySelector('ganttlet-app').page.store.get().title === name, scenario.name);
  await completed(page);
  await page.evaluate(() => document.querySelector('ganttlet-app').page.store.set({ play: 'play' }));
  const dialog = page.locator('play-dialog');
  return { visit, page, dialog };
}

/** Waits until the run of some choices is shown. @param {import('@playwright/test').Page} page @param {string} choices */
const shown = (page, choices) =>
  page.waitForFunction(
    (choices) => document.querySelector('ganttlet-app').shadowRoot.querySelector('play-dialog').decisions.run?.choices === choices,
    choices,
  );

test('jobs are routed by mouse, and the link of the schedule verifies it in another browser', async ({ site }) => {
  const { visit, page, dialog } = await opened(site, { viewport: { width: 1440, height: 900 } });
  await dialog.getByRole('button', { name: /The scenario on screen/u }).click();
  await shown(page, '');
  await dialog.getByText('Where does job 1 run?').first().waitFor();
  assert.deepEqual(await visit.accessibility(), []);
  await visit.screenshot('decisions');
  const sendTo = async (cluster, choices) => {
    await dialog.getByRole('option', { name: cluster }).click();
    await dialog.getByRole('button', { name: `Send to ${cluster}` }).click();
    await shown(page, choices);
  };
  await sendTo('Fast', '2');
  await sendTo('Large', '21');
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await shown(page, '2');
  await sendTo('Large', '21');
  await dialog.getByRole('button', { name: 'Hint' }).click();
  await dialog.locator('.decision').filter({ hasText: 'The policy would pick' }).waitFor();
  await dialog.getByRole('button', { name: 'Policy decides the rest' }).click();
  await dialog.getByRole('button', { name: 'Open beside the policy' }).waitFor();
  assert.match(new URL(page.url()).hash, /^#play&s=.*&d=21[12]{6}$/u);
  assert.deepEqual(await visit.accessibility(), []);
  await visit.screenshot('decisions-end');

  // The link of the schedule verifies both runs by their digests.
  await page.evaluate(() => {
    navigator.clipboard.writeText = async (text) => void (globalThis.copied = text);
  });
  await dialog.getByRole('button', { name: 'Copy the link to this schedule' }).click();
  await dialog
    .getByText(/^Copied, /u)
    .first()
    .waitFor();
  const link = new URL(await page.evaluate(() => globalThis.copied)).hash;
  await dialog.getByRole('button', { name: 'Open beside the policy' }).click();
  await page.waitForFunction(() => document.querySelector('ganttlet-app').page.store.get().variants.length === 2);
  await completed(page);
  const digests = await state(page, 'state.variants.map(({ digest }) => digest.whole)');
  assert.deepEqual(await state(page, 'state.variants.map(({ name }) => name)'), ['You', 'FCFS']);
  assert.deepEqual(visit.faults, []);
  await visit.close();

  const fresh = await site.visit();
  const other = await fresh.goto(link);
  await other.waitForFunction(() => document.querySelector('ganttlet-app').page.store.get().link.verdicts.length === 2);
  assert.deepEqual(await state(other, 'state.link.verdicts.map(({ same }) => same)'), [true, true]);
  assert.deepEqual(await state(other, 'state.variants.map(({ digest }) => digest.whole)'), digests);
  assert.deepEqual(fresh.faults, []);
  await fresh.close();
});

test('a workflow is mapped by keys alone, and each step can be taken back', async ({ site }) => {
  const scenario = {
    version: 1,
    name: 'Ten tasks on two clusters',
    seed: 1,
    platform: {
      clusters: [
        { name: 'Near', nodes: 2 },
        { name: 'Far', nodes: 2, speed: 2 },
      ],
    },
    workload: [{ generator: 'random-dag', parameters: { tasks: 10, layers: 3 } }],
    system: { kind: 'workflow', policies: { mapping: 'heft-static' } },
  };
  const { visit, page, dialog } = await opened(site, { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' }, scenario);
  await dialog.locator('.boards button:focus').waitFor();
  await page.keyboard.press('Enter');
  await shown(page, '');
  await page.keyboard.press('Enter');
  await shown(page, '1');
  await dialog
    .getByText(/Where does .* run\?/u)
    .first()
    .waitFor();
  await page.keyboard.press('ArrowRight');
  await dialog.getByRole('button', { name: 'Send to Far' }).waitFor();
  await page.keyboard.press('Enter');
  await shown(page, '12');
  // The focus follows the selected candidate.
  await dialog.locator('[role="option"][aria-selected="true"]:focus').waitFor();
  await page.keyboard.press('W');
  await shown(page, '120');
  await page.keyboard.press('h');
  await dialog.locator('[role="status"]').filter({ hasText: 'The policy would' }).waitFor();
  await page.keyboard.press('Backspace');
  await shown(page, '12');
  await page.keyboard.press('p');
  await shown(page, '121');
  await visit.screenshot('decisions-workflow');
  assert.deepEqual(await visit.accessibility(), []);
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => document.querySelector('ganttlet-app').page.store.get().play === null);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('on a phone a tap chooses a cluster and a button sends the job there', async ({ site }) => {
  const options = { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true, colorScheme: 'dark' };
  const { visit, page, dialog } = await opened(site, options);
  await dialog.getByRole('button', { name: /The scenario on screen/u }).tap();
  await shown(page, '');
  await dialog.getByRole('option', { name: 'Fast' }).tap();
  await dialog.getByRole('button', { name: 'Send to Fast' }).tap();
  await shown(page, '2');
  const sideways = await dialog.locator('dialog').evaluate((box) => box.scrollWidth - box.clientWidth);
  assert.ok(sideways <= 0, `${sideways} px too wide`);
  assert.deepEqual(await visit.accessibility(), []);
  await visit.screenshot('decisions-phone');
  await visit.close();
});

test('a link with a choice that is not possible drops it, and a scenario that cannot be played says why', async ({ site }) => {
  const { visit, page, dialog } = await opened(site, { viewport: { width: 1440, height: 900 } });
  await dialog.getByRole('button', { name: /The scenario on screen/u }).click();
  await shown(page, '');
  const fragment = new URL(page.url()).hash;
  await page.evaluate((hash) => (location.hash = hash), `${fragment}&d=219`);
  await dialog.locator('[role="status"]').filter({ hasText: 'Choice 3 is not possible' }).waitFor();
  await shown(page, '21');
  await visit.close();

  const fresh = await site.visit();
  const other = await fresh.goto();
  await completed(other);
  await other.evaluate(() => document.querySelector('ganttlet-app').page.store.set({ play: 'play' }));
  await other
    .locator('play-dialog')
    .getByText(/not on a board: it has one cluster/u)
    .waitFor();
  await fresh.close();
});

test('a job is sent to another cluster in a fork, and the policy decides afterwards', async ({ site }) => {
  const { visit, page } = await opened(site, { viewport: { width: 1440, height: 900 } });
  await page.evaluate(() => document.querySelector('ganttlet-app').page.store.set({ play: null, selected: 2, outlined: true, pane: 0 }));
  await page.locator('play-dialog dialog').waitFor({ state: 'detached' });
  const [digest] = await state(page, 'state.variants.map(({ digest }) => digest.whole)');
  await page.keyboard.press('End');
  await page.keyboard.press('f');
  await page.getByRole('menuitem', { name: /Send it to/u }).waitFor();
  assert.deepEqual(await visit.accessibility(), []);
  await visit.screenshot('decisions-fork-menu');
  await page.getByRole('menuitem', { name: /Send it to/u }).click();
  const strip = page.locator('fork-strip');
  await strip.getByText(/What if another cluster had been chosen: Job 3 to (?:Fast|Large)\?/u).waitFor();
  await completed(page);
  await strip.getByText(/The mean wait .* and the last job ends/u).waitFor();
  await visit.screenshot('decisions-fork');
  const digests = await state(page, 'state.variants.map(({ digest }) => digest.whole)');
  assert.equal(digests[0], digest);
  assert.notEqual(digests[1], digest);
  // The link carries the choices and both digests.
  const hash = await page.evaluate(async () => {
    const { page } = document.querySelector('ganttlet-app');
    const { canonical, variants } = page.store.get();
    return `#${await page.services.encode_link(
      canonical,
      variants.map(({ digest }) => digest),
    )}`;
  });
  const fresh = await site.visit();
  const other = await fresh.goto(hash);
  await other.waitForFunction(() => document.querySelector('ganttlet-app').page.store.get().link.verdicts.length === 2);
  assert.deepEqual(await state(other, 'state.link.verdicts.map(({ same }) => same)'), [true, true]);
  await other
    .locator('fork-strip')
    .getByText(/Job 3 to/u)
    .waitFor();
  await fresh.close();
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

/** A small scenario of each system with choices, and what it asks for first. */
const SYSTEMS = [
  { ...SCENARIO, name: 'Routing' },
  {
    version: 1,
    name: 'Workflows of two brokers',
    seed: 1,
    platform: {
      clusters: [
        { name: 'Near', nodes: 2 },
        { name: 'Far', nodes: 2, speed: 2 },
      ],
    },
    workload: [{ generator: 'random-dag', parameters: { tasks: 10, layers: 3, workflows: 2, interarrival_mean_s: 60 } }],
    system: { kind: 'workflow', policies: { mapping: 'round-robin' } },
  },
  {
    version: 1,
    name: 'Bags',
    seed: 1,
    platform: {
      clusters: [
        { name: 'Near', nodes: 4 },
        { name: 'Far', nodes: 4, speed: 2 },
      ],
    },
    workload: [{ generator: 'bag-model', parameters: { days: 0.02, load: 0.9 } }],
    system: { kind: 'bags', policies: { selection: 'least-served-user', scheduling: 'fastest-first' } },
  },
  {
    version: 1,
    name: 'Batches',
    seed: 1,
    platform: { preset: 'opportunistic-pool', parameters: { machines: 4 } },
    workload: [{ generator: 'master-worker-batches', parameters: { applications: 1, users: 1, tasks: 4, iterations: 2 } }],
    system: { kind: 'opportunistic', policies: { ordering: 'lptf' } },
  },
];

for (const scenario of SYSTEMS)
  test(`a reader who decides as the policy does has its schedule: ${scenario.name}`, async ({ site }) => {
    const { visit, page, dialog } = await opened(site, { viewport: { width: 1440, height: 900 } }, scenario);
    await dialog.getByRole('button', { name: /The scenario on screen/u }).click();
    await shown(page, '');
    const choices = () => dialog.evaluate(({ decisions }) => decisions.run.choices);
    const decide = async (act) => {
      const before = await choices();
      await act();
      await page.waitForFunction(
        (known) => document.querySelector('ganttlet-app').shadowRoot.querySelector('play-dialog').decisions.run.choices !== known,
        before,
      );
    };
    for (let count = 0; count < 4; count += 1) await decide(() => page.keyboard.press('p'));
    const four = await choices();
    await decide(() => page.keyboard.press('p'));
    // One step back leaves the choices before it, also those of other deciders.
    await decide(() => page.keyboard.press('Backspace'));
    assert.equal(await choices(), four);
    await visit.screenshot(`decisions-${scenario.system.kind}`);
    await dialog.getByRole('button', { name: 'Policy decides the rest' }).click();
    await dialog.getByRole('button', { name: 'Open beside the policy' }).waitFor();
    const [mine, policy] = await dialog.evaluate(({ decisions: { run, game } }) => [run.digest, game.policy.digest]);
    assert.equal(mine, policy);
    assert.deepEqual(visit.faults, []);
    await visit.close();
  });

test('the board of the day opens from the list', async ({ site }) => {
  const visit = await site.visit();
  const page = await visit.goto('#play');
  const dialog = page.locator('play-dialog');
  await dialog.getByRole('button', { name: /Board of the day/u }).click();
  await shown(page, '');
  await dialog.getByRole('heading', { name: /Schedule it yourself: Board of \d{4}-\d\d-\d\d/u }).waitFor();
  await page.keyboard.press('Enter');
  await shown(page, '1');
  await visit.close();
});

test('in a lesson the schedule of the reader takes the place of the policy, and the task is done', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } });
  const page = await visit.goto('#lesson=send-elsewhere&step=3');
  await page.locator('lesson-strip').waitFor();
  await completed(page);
  await page.evaluate(() => document.querySelector('ganttlet-app').page.store.set({ play: 'play' }));
  const dialog = page.locator('play-dialog');
  await dialog.getByRole('button', { name: /The scenario on screen/u }).click();
  await shown(page, '');
  let choices = '';
  for (const place of '21221221') {
    if (place === '2') await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    choices += place;
    await shown(page, choices);
  }
  await dialog
    .getByText(/^Makespan: 52 min, 8 min less than under the policy/u)
    .first()
    .waitFor();
  await dialog.getByRole('button', { name: 'Open beside the policy' }).click();
  await page.locator('lesson-strip').getByText('There is none with a shorter makespan').waitFor();
  assert.deepEqual(await state(page, 'state.variants.map(({ name }) => name)'), ['You', 'Least loaded', 'Fastest cluster with room']);
  await visit.screenshot('decisions-lesson');
  assert.deepEqual(visit.faults, []);
  await visit.close();
});
