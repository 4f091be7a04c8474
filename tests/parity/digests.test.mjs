// The package that ships gives, in Node, the digests that the native engine gives: tests/parity/scenarios.json.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { check, Engine } from './engine.mjs';

const at = (path) => new URL(path, import.meta.url);
const scenarios = JSON.parse(await readFile(at('scenarios.json'), 'utf8'));

/** Runs a variant in slices of so many events. */
function digest(text, variant, slice) {
  const engine = new Engine(text, variant, [], 1000);
  while (!engine.advance(slice, NaN).done);
  const { whole } = engine.report(NaN).digest;
  engine.free();
  return whole;
}

for (const { id, scenario, digests } of scenarios) {
  test(`${id}: the same digests as natively`, () => {
    const text = JSON.stringify(scenario);
    const { diagnostics, variants } = check(text);
    assert.deepEqual(diagnostics, []);
    assert.equal(variants.length, digests.length);
    digests.forEach((expected, variant) => {
      assert.equal(digest(text, variant, 1e9), expected);
      assert.equal(digest(text, variant, 997), expected);
    });
  });
}
