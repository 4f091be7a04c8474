// Files are read by one package and run by another: the digests are those of the native engine, which does both, and what is
// wrong is said in the same words.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { Engine } from './engine.mjs';
import { sha256 as digestOf, inspect, readers, runFiles } from './readers.mjs';

const at = (path) => new URL(`../../${path}`, import.meta.url);
const scenarios = JSON.parse(await readFile(at('tests/parity/files.json'), 'utf8'));
const fileOf = (name, bytes) => ({ name, bytes, sha256: digestOf(bytes) });

for (const { id, files, scenario, digests } of scenarios) {
  test(`${id}: the same digests as natively`, async () => {
    const given = await Promise.all(files.map(async (name) => fileOf(name, new Uint8Array(await readFile(at(`static/example/${name}`))))));
    for (const { name, bytes, sha256 } of given) {
      const report = inspect(name, bytes);
      assert.deepEqual([report.sha256, report.diagnostics.filter(({ severity }) => severity === 'error')], [sha256, []]);
    }
    // All variants get the same bytes.
    const shared = runFiles(JSON.stringify(scenario), given);
    digests.forEach((expected, variant) => {
      const run = new Engine(JSON.stringify(scenario), variant, shared, 1000);
      while (!run.advance(997, NaN).done);
      assert.equal(run.report(NaN).digest.whole, expected);
      run.free();
    });
  });
}

/** What is wrong with a run of a log. */
function refusal(named, files, handed = runFiles) {
  const scenario = {
    version: 1,
    platform: { preset: 'one-cluster' },
    workload: [{ file: { name: 'a.swf', sha256: named, format: 'swf' } }],
    system: { kind: 'batch' },
  };
  try {
    new Engine(JSON.stringify(scenario), 0, handed(JSON.stringify(scenario), files), 0).free();
  } catch (error) {
    return error;
  }
  return assert.fail('it runs');
}

test('what is wrong with a file is said as natively', () => {
  const other = '0123456789abcdef'.repeat(4);
  const bad = fileOf('b.swf', new TextEncoder().encode('1 2 3\n4 x 6\n'));
  assert.match(refusal(other, []).message, /^error: \/workload\/0\/file: "a\.swf" is missing \(SHA-256 0123456789ab…\)/);
  const another = refusal(other, [{ ...bad, sha256: other }]).message;
  assert.ok(
    another.startsWith(
      `error: /workload/0/file/sha256: "b.swf" is not the file "a.swf" of the scenario: its SHA-256 is ${bad.sha256.slice(0, 12)}…`,
    ),
    another,
  );
  const [first] = refusal(bad.sha256, [bad]).diagnostics;
  const [same] = inspect('b.swf', bad.bytes).diagnostics;
  assert.deepEqual([first.severity, first.file, same.file], ['error', 'b.swf', 'b.swf']);
  const otherSettings = (text, files) => runFiles(text, files).map((file) => ({ ...file, settings: '{}' }));
  assert.match(refusal(bad.sha256, [bad], otherSettings).message, /the file was not read with these settings/);
});

test('the engine holds no reader', async () => {
  const engine = await readFile(at('www/pkg/ganttlet_wasm_bg.wasm'));
  for (const sentence of [' file is damaged or truncated (', 'neither 0 nor 1', '<adag>']) {
    assert.deepEqual([readers.includes(sentence), engine.includes(sentence)], [true, false], sentence);
  }
});
