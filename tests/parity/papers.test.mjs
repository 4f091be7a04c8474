// Published experiments give the same numbers in wasm as natively, bit for bit.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { initSync, Study, experiments } from '../../www/pkg-papers/ganttlet_papers.js';
import { natively } from './native.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
initSync({ module: await readFile(`${root}www/pkg-papers/ganttlet_papers_bg.wasm`) });

/** What the command line says of an experiment. */
const reproduced = (...words) => JSON.parse(natively('reproduce', ...words, '--json'));

/** JSON has no NaN: both sides say null. */
const plain = (value) => JSON.parse(JSON.stringify(value));

for (const [id, seed] of [['E2.4', 1], ['E2.9', 7], ['M4', 1], ['M14', 3]]) {
  test(`${id}: the numbers of every run and the findings are those of the native engine`, () => {
    const native = reproduced(id, '--quick', '--seed', String(seed));
    const study = new Study(id, seed, true);
    assert.equal(study.count(), native.runs.length);
    const outcomes = native.runs.map(({ label, numbers }, run) => {
      assert.equal(study.label(run), label);
      const ours = study.run(run);
      assert.ok(ours instanceof Float64Array && ours.length === numbers.length);
      numbers.forEach((number, at) => assert.ok(Object.is(ours[at], number), `${label}: ${ours[at]}, ${number}`));
      return ours;
    });
    assert.deepEqual(plain(study.findings(outcomes)), native.findings);
    study.free();
  });
}

test('findings can be asked for while runs are missing, and gaps are NaN', () => {
  const study = new Study('E2.6', 1, true);
  const { plots, targets } = study.findings([]);
  assert.ok(Number.isNaN(plots[0].lines[0].y[0]));
  assert.deepEqual(targets, []);
  study.free();
});

test('the list says what each experiment is and how many runs it takes', () => {
  const list = experiments();
  assert.deepEqual(plain(list), reproduced('--list'));
  assert.ok(list.every(({ runs, quick_runs, notes }) => runs >= quick_runs && notes.length > 0));
});

test('the scenario of a run is a document that others can open', () => {
  const study = new Study('E2.3', 1, false);
  const scenario = JSON.parse(study.scenario(0));
  assert.equal(scenario.version, 1);
  assert.throws(() => study.scenario(5), /there is no run 5/);
  study.free();
});

test('what is not there is refused with a sentence', () => {
  assert.throws(() => new Study('E2.33', 1, true), (error) => {
    assert.match(error.message, /there is no experiment "E2.33"/);
    assert.equal(error.diagnostics[0].severity, 'error');
    return true;
  });
  assert.throws(() => new Study('E2.3', -1, true), /the seed is -1/);
  assert.throws(() => new Study('E2.3', 0.5, true), /the seed is 0.5/);
});
