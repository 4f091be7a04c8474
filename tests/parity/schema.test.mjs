// The JSON Schema is a schema, and says yes to what the engine reads and no to what it refuses.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import Ajv from 'ajv/dist/2020.js';
import { natively } from './native.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const accepts = new Ajv({ allErrors: true, strict: false }).compile(JSON.parse(natively('schema')));

test('every scenario of the gallery is accepted', async () => {
  const gallery = `${root}static/gallery`;
  const names = (await readdir(gallery)).filter((name) => name !== 'index.json');
  assert.ok(names.length >= 8);
  for (const name of names) {
    const good = accepts(JSON.parse(await readFile(`${gallery}/${name}`, 'utf8')));
    assert.ok(good, `${name}: ${JSON.stringify(accepts.errors)}`);
  }
});

test('the twelve scenarios of the parity list are accepted', async () => {
  for (const { id, scenario } of JSON.parse(await readFile(`${root}tests/parity/scenarios.json`, 'utf8'))) {
    assert.ok(accepts(scenario), `${id}: ${JSON.stringify(accepts.errors)}`);
  }
});

test('scenarios as they were written once are accepted', async () => {
  const golden = `${root}crate/document/tests/golden`;
  const names = (await readdir(golden)).filter((name) => name.startsWith('scenario-v'));
  assert.ok(names.length >= 5);
  for (const name of names) {
    const good = accepts(JSON.parse(await readFile(`${golden}/${name}`, 'utf8')));
    assert.ok(good, `${name}: ${JSON.stringify(accepts.errors)}`);
  }
});

const good = {
  version: 1,
  platform: { preset: 'one-cluster', parameters: { nodes: 4 } },
  workload: [{ generator: 'poisson' }],
  system: { kind: 'batch', policies: { local: 'easy' } },
};

for (const [what, change] of [
  ['no platform', { platform: undefined }],
  ['a policy nobody knows', { system: { kind: 'batch', policies: { local: 'esay' } } }],
  ['a negative seed', { seed: -1 }],
  ['a parameter out of range', { platform: { preset: 'one-cluster', parameters: { nodes: 0 } } }],
  ['a later version', { version: 99 }],
  ['a grid job that has two sizes', { workload: [{ grid_jobs: [{ nodes: 4, run_s: 1, sweep: { tasks: 1, run_s: 1 } }] }] }],
  ['a malleable job that never ends', { workload: [{ grid_jobs: [{ malleable: { min: 1, max: 2 } }] }] }],
  ['a cluster of nothing', { platform: { clusters: [{ name: 'A' }] } }],
  ['a cluster of no machines', { platform: { clusters: [{ machines: [] }] } }],
  ['a machine that is open at hour 25', { platform: { clusters: [{ machines: [{ hours: [14, 25] }] }] } }],
  ['an application with two lists of tasks', { workload: [{ applications: [{ tasks_s: [1], batches_s: [[1]] }] }] }],
  ['iterations of batches that are written', { workload: [{ applications: [{ iterations: 2, batches_s: [[1]] }] }] }],
  ['a range of one number', { workload: [{ applications: [{ tasks_s: [1], needs: { mips: [600] } }] }] }],
  ['an absence without an end', { background: [{ absences: [{ machine: 0, from_s: 1 }] }] }],
]) {
  test(`${what} is refused`, () => {
    assert.ok(accepts(good), JSON.stringify(accepts.errors));
    assert.ok(!accepts(JSON.parse(JSON.stringify({ ...good, ...change }))));
  });
}
