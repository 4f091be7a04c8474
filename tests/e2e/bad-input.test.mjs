// Files that cannot be used: each gets its sentence, and the picture that was there stays.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { actions } from './actions.mjs';
import { start } from './support.mjs';

/** @type {import('./support.mjs').Site} */
let site;
/** @type {import('./support.mjs').Visit|undefined} */
let visit;
before(async () => {
  site = await start({ reuses: true });
});
after(() => site?.close());

const CIRCLE = `<adag name="circle"><job id="A" runtime="1"/><job id="B" runtime="1"/>
  <child ref="A"><parent ref="B"/></child><child ref="B"><parent ref="A"/></child></adag>`;
const TWICE = '<adag name="twice"><job id="A" runtime="1"/><job id="A" runtime="1"/></adag>';

for (const [name, content, sentence] of [
  ['table.txt', '# a b c d\n1 2 3 4\n2 3 4 5\n3 4 5 6\n', /4 columns/],
  ['readme.swf', '# Read me\n\nHello, world, and all who read this.\nThere is no job in here.\n', /text that is not a log\. Accepted are/],
  ['tool.json', '{"schemaVersion": "1.5", "workflow": {"specification": {"tasks": []}}}', /WfCommons.*not read yet/],
  ['page.html', '<!DOCTYPE html><html><body>Not found</body></html>', /HTML/],
  ['empty.swf', '', /empty/],
  ['noise.bin', Uint8Array.from({ length: 500 }, (_, i) => (i * 37) % 256), /binary|not text|neither/i],
  ['circle.dax', CIRCLE, /circle/],
  ['twice.dax', TWICE, /two jobs have the id/i],
  ['cut.swf.gz', Uint8Array.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 1, 2, 3]), /gzip|unpack/i],
  ['wrong.json', '{"version": 1, "seed": -1, "platform": {"preset": "das9"}}', /das9/],
]) {
  test(`${name} gets its sentence`, async () => {
    // One page for all: what is wrong with one file is not said of the next.
    visit ??= await site.visit();
    const { page } = visit;
    const { story, drop } = actions(page);
    if (page.url() === 'about:blank') await visit.goto();
    await story(/FCFS/);
    assert.equal(await page.locator('ganttlet-app').getByText(sentence).count(), 0);
    await drop(name, Buffer.from(content));
    await page.locator('ganttlet-app').getByText(sentence).first().waitFor();
    assert.equal(await page.locator('gantt-chart').count(), 2, 'the charts are still there');
    assert.deepEqual(visit.faults, []);
  });
}

test('a number that is not allowed becomes the nearest one with a word, and one node is a node', async () => {
  const visit = await site.visit();
  const page = await visit.goto('#ex=fcfs-vs-easy');
  const { story, panel } = actions(page);
  await story(/EASY below/);
  await panel('Grid');
  const nodes = page.locator('grid-builder entry-form input:not([type=range])').first();
  await nodes.fill('-3');
  await nodes.press('Enter');
  const form = page.locator('grid-builder');
  await form.getByText('−3 is below 1: 1 is used.').waitFor();
  await form.getByText('1 cluster, 1 node', { exact: true }).waitFor();
  assert.deepEqual(visit.faults, []);
  await visit.close();
});
