// A grid of clusters that share jobs: the parts of a job are highlighted together, and its details explain its history.
import assert from 'node:assert/strict';
import { actions } from './actions.mjs';
import { test } from './support.mjs';

/** Two clusters with a job on both, a job that grows into free nodes, a preemptible sweep, and load of the owners. */
const SCENARIO = {
  version: 1,
  name: 'Two clusters that share',
  platform: {
    clusters: [
      { name: 'North', nodes: 16 },
      { name: 'South', nodes: 12 },
    ],
    network: { bandwidth_mb_s: 100, latency_ms: 1 },
  },
  workload: [
    {
      grid_jobs: [
        { submit_s: 100, run_s: 900, user: 1, number: 7, request: { components: [6, 6] } },
        { submit_s: 10, number: 8, malleable: { min: 2, max: 16, amdahl: { single_s: 12000, serial: 0.05 } } },
        { submit_s: 20, user: 3, number: 9, sweep: { tasks: 60, run_s: 240 } },
      ],
    },
  ],
  background: [{ jobs: { submit_s: [0, 400], run_s: [600, 300], nodes: [4, 3], home: [1, 0] } }],
  system: { kind: 'koala', parameters: { growth_limit_nodes: 8 } },
};

/** The first chart on the page. */
const CHART = `document.querySelector('ganttlet-app').shadowRoot.querySelector('chart-section').shadowRoot
  .querySelector('gantt-stack').shadowRoot.querySelector('gantt-chart')`;

test('the parts of a co-allocated job light up together, and its details say where they are', async ({ site }) => {
  const visit = await site.visit();
  const page = await visit.goto('');
  const { drop, finish, ink } = actions(page);
  await page.locator('gantt-chart').first().waitFor();
  await ink();
  await drop('grid.json', Buffer.from(JSON.stringify(SCENARIO)));
  await page.getByText('Two clusters that share').first().waitFor();
  await finish();
  await page.locator('chart-legend').getByText('sweep task').first().waitFor();

  const search = page.getByRole('searchbox', { name: 'Search jobs' });
  await search.fill('clusters>=2 kind:job');
  await search.press('Enter');
  await page.waitForFunction(`${CHART}.frame?.outlines[0].length > 1`);
  const boxes = await page.evaluate(`${CHART}.frame.outlines[0]`);
  const { height } = await page.evaluate(`${CHART}.frame.view`);
  const inNorth = boxes.filter(({ y }) => y < (16 / 28) * height - 1);
  assert.ok(inNorth.length > 0 && inNorth.length < boxes.length, `parts in both clusters: ${JSON.stringify(boxes)}`);
  await page.locator('job-inspector').getByText('On 2 clusters at once').waitFor();
  await visit.screenshot('grid-co-allocated');

  await search.fill('mark:grow');
  await search.press('Enter');
  await page.locator('job-inspector').getByText('Size over time').waitFor();
  await page
    .locator('job-inspector')
    .getByText(/grew by \d+ nodes/)
    .first()
    .waitFor();
  await page.waitForFunction(`${CHART}.frame?.marks.some(({ kind }) => kind === 'grow')`);
  await visit.screenshot('grid-malleable');

  await search.fill('mark:preempt');
  await search.press('Enter');
  await page
    .locator('job-inspector')
    .getByText(/was preempted by other work/)
    .first()
    .waitFor();
  await visit.screenshot('grid-preempted');
  assert.deepEqual(visit.faults, []);
  await visit.close();
});
