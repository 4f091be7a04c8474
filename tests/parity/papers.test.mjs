// Published experiments give the same numbers in wasm as natively, bit for bit.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { StudyPlan, whole } from './engine.mjs';
import { natively } from './native.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
await whole();

const document = (id) => readFile(`${root}static/papers/${id}.json`, 'utf8');

/** JSON has no NaN: both sides say null. */
const plain = (value) => JSON.parse(JSON.stringify(value));

for (const [id, seed] of [
  ['C2', 1],
  ['E2.4', 1],
  ['E2.9', 7],
  ['M4', 1],
  ['M14', 3],
]) {
  test(`${id}: the result and the findings are those of the native engine`, async () => {
    const native = JSON.parse(natively('reproduce', id, '--quick', '--seed', String(seed), '--json'));
    const plan = new StudyPlan(await document(id), true, seed);
    assert.equal(plan.count(), native.runs);
    const numbers = Array.from({ length: plan.count() }, (_, run) => plan.run(run));
    const { summary, findings, unfit } = plan.findings(numbers);
    // It depends on every bit of every number.
    assert.equal(summary.digest, native.digest);
    assert.deepEqual(plain(findings), native.findings);
    assert.deepEqual(unfit, []);
    plan.free();
  });
}

test('findings can be asked for while runs are missing, and gaps are NaN', async () => {
  const plan = new StudyPlan(await document('E2.6'), true);
  const { summary, findings } = plan.findings([]);
  assert.ok(Number.isNaN(findings.plots[0].lines[0].y[0]));
  assert.deepEqual(findings.targets, []);
  assert.equal(summary.digest, null);
  plan.free();
});

test('a seed that is none is refused with a sentence', async () => {
  const text = await document('E2.3');
  assert.throws(() => new StudyPlan(text, true, -1), /the seed is -1/);
  assert.throws(() => new StudyPlan(text, true, 0.5), /the seed is 0.5/);
});
