// Platform files and several files at once: dropped, chosen, in an archive, saved.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { crc32, deflateRawSync } from 'node:zlib';
import { actions } from './actions.mjs';
import { test } from './support.mjs';

const example = (name) => readFile(new URL(`../../static/example/${name}`, import.meta.url));
const scenario = (page) => page.evaluate(() => document.querySelector('ganttlet-app').page.store.get().scenario);

/** A zip archive of pairs of name and bytes. */
function zip(files) {
  const parts = [];
  const index = [];
  let at = 0;
  for (const [name, bytes] of files) {
    const packed = deflateRawSync(bytes);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(8, 4);
    head.writeUInt32LE(crc32(bytes), 10);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(bytes.length, 18);
    head.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), head, Buffer.from(name), packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    index.push(Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), head, rest, Buffer.from(name)]));
    parts.push(local);
    at += local.length;
  }
  const directory = Buffer.concat(index);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...parts, directory, Buffer.from('PK\x05\x06'), end]);
}

test('a dropped platform replaces that of the scenario, and one undo takes it back', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } });
  const page = await visit.goto('#ex=fcfs-vs-easy');
  const acts = actions(page);
  await page.locator('gantt-chart').first().waitFor();
  const before = await scenario(page);
  await acts.drop('cluster.xml', await example('two-clusters-simgrid.xml'));
  const notice = page.getByRole('status').getByText(/^cluster\.xml: 2 clusters with 64 nodes read; they replace the platform\./);
  await notice.waitFor();
  const after = await scenario(page);
  assert.deepEqual(after.workload, before.workload);
  assert.deepEqual(after.compare, before.compare);
  assert.deepEqual(
    after.platform.clusters.map(({ name, nodes }) => [name, nodes]),
    [
      ['fast', 16],
      ['large', 48],
    ],
  );
  await acts.panel('Grid');
  await page.getByText('Read from cluster.xml.').waitFor();
  assert.deepEqual(await visit.accessibility(), []);
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Read from cluster.xml.').waitFor({ state: 'detached' });
  assert.deepEqual((await scenario(page)).platform, before.platform);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

test('a platform file is chosen, tried from an example, and saved for SimGrid', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 360, height: 740 }, colorScheme: 'dark' });
  const page = await visit.goto('#ex=fcfs-vs-easy');
  const acts = actions(page);
  await page.locator('gantt-chart').first().waitFor();
  await acts.panel('Grid');
  await page.getByRole('button', { name: 'Open a platform file' }).waitFor();
  const input = page.locator('grid-builder input[type=file]');
  const table = { name: 'm.csv', mimeType: 'text/csv', buffer: Buffer.from('name,nodes,cores\nA,3,4\n') };
  await page.getByRole('checkbox', { name: 'Make each core a node' }).uncheck();
  await input.setInputFiles(table);
  await page
    .getByRole('status')
    .getByText(/^m\.csv: 1 cluster with 3 nodes read/)
    .waitFor();
  await input.setInputFiles({ ...table, buffer: Buffer.from('name,nodes,cores\nA,x,4\n') });
  await page
    .getByText(/the number of nodes `x` is not a number/i)
    .first()
    .waitFor();
  await page.getByRole('combobox', { name: 'Examples of platform files' }).selectOption({ label: 'DSLab system' });
  await page
    .getByRole('status')
    .getByText(/^mixed-system-dslab\.yaml: 2 clusters with 36 nodes read/)
    .waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save for SimGrid' }).click()]);
  const saved = await readFile(await download.path(), 'utf8');
  assert.match(saved, /<cluster id="12 Gflop\/s" prefix="12 Gflop\/s-" suffix="" radical="0-31"/);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

const TRACE = '1 1 0 1 node 0 10 20\n2 1 1 1 other 1 0 99\n';

test('a platform, a log and a failure trace are one scenario, together and in a zip archive', async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } });
  const page = await visit.goto('#ex=fcfs-vs-easy');
  const acts = actions(page);
  await page.locator('gantt-chart').first().waitFor();
  const before = await scenario(page);
  const files = [
    ['event_trace.tab', Buffer.from(TRACE)],
    ['log.swf', await example('lublin-256-1000.swf')],
    ['cluster.xml', await example('two-clusters-simgrid.xml')],
  ];
  const told =
    /^3 of 3 files read: cluster\.xml, log\.swf, event_trace\.tab \(64 nodes, 1.000 jobs, .*absence.*\)\..* They run together, as one scenario\./;
  for (const drop of [() => acts.dropAll(files), () => acts.drop('day.zip', zip(files))]) {
    await drop();
    await page.getByRole('status').getByText(told).waitFor();
    const { platform, workload, background } = await scenario(page);
    assert.deepEqual([platform.clusters.length, workload.length, workload[0].file.name], [2, 1, 'log.swf']);
    assert.deepEqual([background.length, background[0].file.name], [1, 'event_trace.tab']);
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await page.waitForFunction(
      (text) => JSON.stringify(document.querySelector('ganttlet-app').page.store.get().scenario) === text,
      JSON.stringify(before),
    );
  }
  await acts.drop('nested.zip', zip([files[0], ['inner.zip', zip(files)]]));
  await page.getByRole('status').getByText('nested.zip could not be read: the archive holds another archive: inner.zip.').waitFor();
  assert.deepEqual(visit.faults, []);
  await visit.close();
});
