// What a visitor finds without knowing the keys or the ids: details beside the charts, names of reasons, buttons.
import assert from 'node:assert/strict';
import { actions } from './actions.mjs';
import { test } from './support.mjs';

test('the details of a job are beside the charts, with names of reasons', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  const page = await visit.goto('#ex=fcfs-vs-easy');
  const { story, finish } = actions(page);
  await finish();
  await story(/^FCFS left/);
  const chart = page.locator('gantt-chart').first();
  const box = await chart.boundingBox();
  await page.mouse.click(box.x + 700, box.y + 60);
  const details = page.getByRole('complementary', { name: 'Details of the selected job' });
  await details.getByText('Head of the queue', { exact: true }).first().waitFor();
  const [narrow, aside] = [await chart.boundingBox(), await details.boundingBox()];
  assert.ok(narrow.x + narrow.width <= aside.x + 1, `${narrow.x + narrow.width} > ${aside.x}`);
  assert.match(await details.getByText('Head of the queue', { exact: true }).first().getAttribute('title'), /enough nodes are free/);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});
