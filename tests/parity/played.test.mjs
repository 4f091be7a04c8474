// Played schedules and forks in the engine that ships: choices repeat a run to its digest, and a fork of nothing is the run it departs from.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import test from 'node:test';
import { Engine, whole } from './engine.mjs';

whole();
const GALLERY = new URL('../../static/gallery/', import.meta.url);

/** A finished run of the first variant. */
function finished(scenario) {
  const run = new Engine(JSON.stringify(scenario), 0, [], 0);
  while (!run.advance(100_000, Number.NaN).done);
  return run;
}

const digest = (run) => run.report(Number.NaN).digest.whole;

const examples = [];
for (const name of (await readdir(GALLERY)).filter((file) => file.endsWith('.json') && file !== 'index.json')) {
  const example = JSON.parse(await readFile(new URL(name, GALLERY), 'utf8'));
  if (example.system.kind === 'batch' && example.workload.every(({ file }) => !file)) {
    examples.push([name, { ...example, compare: [] }]);
  }
}

test('the choices of each example give its digest again', () => {
  for (const [name, example] of examples) {
    const run = finished(example);
    const { policies, parameters } = example.system;
    const system = { ...example.system, policies: { ...policies, local: 'played' } };
    system.parameters = { ...parameters, choices: run.choices() };
    delete system.parameters.queue_rank;
    delete system.parameters.backfilling;
    assert.equal(digest(finished({ ...example, system })), digest(run), name);
  }
  assert.ok(examples.length > 10);
});

test('a fork that changes nothing, and edits that are undone, give the digest of the run', () => {
  for (const [name, example] of examples) {
    const run = finished(example);
    const moments = [];
    for (let at = run.next_decision(-1); !Number.isNaN(at) && moments.length < 200; at = run.next_decision(at)) {
      moments.push(at);
    }
    for (let k = 0; k < 4; k += 1) {
      const at_s = moments.length > 0 ? moments[Math.floor((moments.length * k) / 4)] : 10 * k;
      const forked = { ...example, system: { ...example.system, fork: { at_s } }, edits: [] };
      assert.equal(digest(finished(forked)), digest(run), `${name} at ${at_s}`);
    }
  }
});

test('subjects that a run does not have are drawn nowhere', () => {
  const [, example] = examples[0];
  const run = new Engine(JSON.stringify(example), 0, [], 100);
  const view = {
    from_s: 0,
    to_s: 100,
    first_row: 0,
    rows: 4,
    width: 80,
    height: 40,
    scale: 1,
    now_s: 50,
    colour: null,
    theme: 'light',
    selected: 9_999,
    query: '',
  };
  const decision = { decided: [7, 1e6], behind: 12, ahead: true };
  // Before the first event the run has no jobs; afterwards it has some, but not these.
  for (let events = 0; events < 3; events += 1) {
    const frame = run.frame({ view, outlines: [1e6, -1], followed: 1e6, labels: true, decision, region: null });
    assert.deepEqual(frame.outlines, [[], []]);
    assert.deepEqual(frame.decision.decided[1], []);
    assert.deepEqual(run.boxes(view, 1e6), []);
    assert.deepEqual(run.neighbours(1e6), { previous: -1, next: -1 });
    run.advance(events, Number.NaN);
  }
});
