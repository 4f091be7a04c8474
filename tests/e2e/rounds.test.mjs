// Iterations of an application on a pool: the panel, its clicks, and the editor of machines.
import assert from 'node:assert/strict';
import { actions } from './actions.mjs';
import { test } from './support.mjs';

const ITERATIONS = 12;
const TASKS = 20;

/** Machines that are called c01, c02, ..; every third is faster. */
const machines = Array.from({ length: 24 }, (_, at) => ({
  name: `c${String(at + 1).padStart(2, '0')}`,
  speed: at % 3 === 0 ? 1.25 : 1,
  kflops: 90_000,
}));

const SCENARIO = {
  version: 1,
  name: 'A pool that gives and takes',
  platform: { clusters: [{ name: 'Pool', machines }] },
  workload: [
    {
      generator: 'master-worker-batches',
      parameters: { tasks: TASKS, iterations: ITERATIONS, workload_percent: 60, variation_percent: 20, mean_s: 100 },
    },
  ],
  background: [
    {
      absences: [
        { machine: 0, from_s: 300, to_s: 420 },
        { machine: 3, from_s: 900, to_s: 2_000, gone: true },
      ],
    },
  ],
  system: {
    kind: 'opportunistic',
    policies: { ordering: 'random-average', sizing: 'dynamic', loss: 'single-replication' },
    parameters: { losses: 'one', loss_probability: 0.5, extra_machines: 2 },
  },
};

/** Opens the page with the scenario. */
async function open(site, options, scenario = SCENARIO) {
  const visit = await site.visit(options);
  const page = await visit.goto('');
  const acts = actions(page);
  await page.locator('gantt-chart').first().waitFor();
  await acts.ink();
  await acts.drop('pool.json', Buffer.from(JSON.stringify(scenario)));
  await page.waitForFunction(`document.querySelector('ganttlet-app').fromStore.value.views.includes('iterations')`);
  return { visit, page, acts, panel: page.locator('rounds-panel') };
}

/** The iteration at the playhead, from the panel. */
const iteration = async (panel) => Number(/^\d+/.exec((await panel.locator('.chooser output').textContent()).trim())[0]);

test('iterations are shown as of the playhead, and lead to their places in time', async ({ site }) => {
  const { visit, page, acts, panel } = await open(site);
  // There is room beside the charts, so the panel opens automatically.
  await panel.getByText('Metrics by iteration').waitFor();
  await acts.finish();
  await panel.getByText(`${ITERATIONS} of ${ITERATIONS}`).waitFor();
  assert.equal(await panel.locator('line-plot').count(), 4);
  assert.match(await panel.getByRole('img', { name: /^Workers:/ }).getAttribute('aria-label'), /\d+ allocated in iteration 12/);
  assert.match(
    await panel.getByRole('img', { name: /^Time and efficiency:/ }).getAttribute('aria-label'),
    /perfect number \d+, ideal interval \d+ to \d+/,
  );
  await page.locator('rounds-strip').waitFor();
  await visit.screenshot('rounds');

  // A rule with its numbers, and a click that moves to its iteration.
  const rule = panel.locator('button.rule').last();
  assert.match((await rule.textContent()).replace(/\s+/g, ' '), /Iteration \d+ .+ \d+ →to \d+ workers .{10,}/);
  const number = Number(/Iteration (\d+)/.exec(await rule.textContent())[1]);
  await rule.click();
  await panel.getByText(`${number} of ${ITERATIONS}`).waitFor();
  const there = await acts.playhead();
  assert.ok(there > 0);

  // A click on a plot moves to the iteration at this place, and the slider to any other one.
  const plot = panel.locator('line-plot').first().locator('.field');
  const { width, height } = await plot.boundingBox();
  await plot.click({ position: { x: (width * 8.5) / ITERATIONS, y: height / 2 } });
  await panel.getByText(`9 of ${ITERATIONS}`).waitFor();
  assert.notEqual(await acts.playhead(), there);
  await panel.getByRole('slider', { name: 'Iteration' }).fill('2');
  await panel.getByText(`2 of ${ITERATIONS}`).waitFor();

  // The list of tasks, and a click that selects one of them.
  assert.equal(await panel.locator('button.task').count(), TASKS);
  assert.match(
    (await panel.locator('button.task').first().textContent()).replace(/\s+/g, ' '),
    /1, (=|▲ \d+|▼ \d+)(same place|\d+ (up|down)), task \d+ \(with replica\) \d/,
  );
  await panel.locator('button.task').first().click();
  await page.locator('job-inspector').getByText('History: ').waitFor();
  assert.ok((await acts.selected()) >= 0);
  assert.deepEqual(await visit.accessibility(), []);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('the panel follows the player, and the policy that sizes the pool', async ({ site }) => {
  const { visit, page, acts, panel } = await open(site);
  await panel.getByText('Metrics by iteration').waitFor();
  await acts.finish();
  await page.getByRole('button', { name: 'Back to the start' }).click();
  await page.waitForFunction(`(() => {
    const shown = document.querySelector('ganttlet-app').shadowRoot.querySelector('rounds-panel').shadowRoot.querySelector('.chooser output').textContent;
    const number = Number.parseInt(shown);
    return number > 1 && number < ${ITERATIONS};
  })()`);
  await page.getByRole('button', { name: 'Pause' }).click();
  assert.ok((await iteration(panel)) < ITERATIONS);

  await acts.panel('Policy');
  await acts.choose('system-form', 'fixed');
  await acts.story(/tasks on 24 machines/);
  await acts.finish();
  await acts.panel('Iterations');
  await panel.getByText('No changes so far.').waitFor();
  await panel.getByLabel('all decisions').check();
  // There is no decision after the last iteration.
  assert.equal(await panel.locator('button.rule').count(), ITERATIONS - 1);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('two systems are compared line by line, in every theme', async ({ site }) => {
  const compare = [{ ...SCENARIO.system, policies: { ...SCENARIO.system.policies, sizing: 'one-per-task' } }];
  const { visit, page, acts, panel } = await open(site, {}, { ...SCENARIO, compare });
  await panel.getByText('Metrics by iteration').waitFor();
  await acts.finish();
  await acts.story(/(the execution time is .+ shorter|It makes little difference)[^:]*: .+ used [\d.]+ workers/);
  await panel.locator('select').first().selectOption('1');
  await panel.getByText(`${ITERATIONS} of ${ITERATIONS}`).waitFor();
  for (const theme of ['dark', 'projector', 'light']) {
    await page.getByRole('combobox', { name: 'Theme' }).selectOption(theme);
    await page.waitForFunction(`document.documentElement.dataset.theme === '${theme}'`);
    assert.deepEqual(await visit.accessibility(), [], theme);
    await visit.screenshot(`rounds-${theme}`);
  }
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('on a phone the panel is one tap away and fits', async ({ site }) => {
  const { visit, page, acts, panel } = await open(site, { viewport: { width: 360, height: 740 }, hasTouch: true });
  await acts.panel('Iterations');
  await panel.getByText('Metrics by iteration').waitFor();
  await acts.finish();
  await panel.getByText(`${ITERATIONS} of ${ITERATIONS}`).waitFor();
  const wide = await page.evaluate(() => document.querySelector('ganttlet-app').shadowRoot.querySelector('.body').scrollWidth);
  assert.ok(wide <= 360, `${wide} px wide`);
  assert.deepEqual(await visit.accessibility(), []);
  await visit.screenshot('rounds-phone');
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('machines, owners and failures have forms of their own', async ({ site }) => {
  const { visit, page, acts } = await open(site);
  await acts.panel('Grid');
  const table = page.locator('machine-table');
  await table.getByLabel('Name of c24').waitFor();
  assert.equal(await table.locator('tbody tr').count(), machines.length);
  await table.getByLabel('Speed of c02', { exact: true }).fill('2');
  await table.getByLabel('Speed of c02', { exact: true }).press('Enter');
  await table.getByRole('button', { name: 'Duplicate c02' }).click();
  await table.getByLabel('Name of c25').waitFor();
  assert.equal(await table.getByLabel('Speed of c25', { exact: true }).inputValue(), '2');
  await acts.story(/on 25 machines/);
  assert.deepEqual(await visit.accessibility(), []);

  await acts.panel('Workload');
  const work = page.locator('workload-picker');
  await work.getByRole('heading', { name: 'Owners and failures' }).waitFor();
  await work.getByText('2 absences listed in the scenario').waitFor();
  await work.getByRole('button', { name: 'Add owners or failures' }).click();
  await page.waitForFunction(
    `document.querySelector('ganttlet-app').shadowRoot.querySelector('workload-picker').shadowRoot.querySelectorAll('entry-form').length === 2`,
  );
  assert.deepEqual(await visit.accessibility(), []);
  assert.deepEqual(visit.faults, []);

  // A system without iterations has no panel for them.
  await acts.panel('Policy');
  await acts.choose('system-form', 'batch');
  await page.waitForFunction(`!document.querySelector('ganttlet-app').fromStore.value.views.includes('iterations')`);
  assert.equal(await page.locator('nav.rail').getByRole('button', { name: 'Iterations' }).count(), 0);
  await visit.close();
});

test('measured times become the work, and a failure trace goes beside it', async ({ site }) => {
  const visit = await site.visit();
  const page = await visit.goto('');
  const { drop, story, panel, finish } = actions(page);
  await story(/jobs on/);
  await drop('times.csv', Buffer.from('iteration,task,seconds\n1,1,80\n1,2,50\n1,3,20\n2,1,70\n2,2,50\n2,3,30\n'));
  await story(/6 tasks on the same 3 machines/);
  await page.locator('rounds-panel').getByText('of 2').waitFor();
  await drop('event_trace.tab', Buffer.from('0\t0\t0\t0\ta\t1\t0\t30\tNULL\n1\t0\t0\t0\ta\t0\t30\t60\tNULL\n'));
  await panel('Workload');
  const work = page.locator('workload-picker');
  await work.getByRole('heading', { name: 'Owners and failures' }).waitFor();
  await work.getByText('1 machine absence read.').waitFor();
  await work.getByText('6 tasks read.').waitFor();
  await finish();
  assert.deepEqual(visit.faults, []);
  await visit.close();
});
