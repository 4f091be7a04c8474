// What the page is told of the rounds of an application, of machines and of phases, in Node.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Engine, whole } from './engine.mjs';

await whole();

/** The published example of eight tasks on four machines, twice; the owner of the first is back at 12 s and stays. */
const scenario = JSON.stringify({
  version: 1,
  platform: { clusters: [{ name: 'Pool', machines: ['c20', 'c12', 'c03', 'c23'].map((name) => ({ name, kflops: 89632 })) }] },
  workload: [{ applications: [{ name: 'render', tasks_s: [8, 5, 5, 4, 3, 2, 1, 1], iterations: 2 }] }],
  background: [{ absences: [{ machine: 0, from_s: 12, to_s: 99 }] }],
  system: { kind: 'opportunistic', policies: { sizing: 'fixed' }, parameters: { workers: 4, suspend_limit_s: 0 } },
});

function run() {
  const engine = new Engine(scenario, 0, [], 1000);
  while (!engine.advance(1e6, NaN).done);
  return engine;
}

test('rounds are told as far as they are known at the playhead', () => {
  const engine = run();
  const { applications, rounds } = engine.view('rounds', NaN);
  assert.deepEqual(
    applications.map(({ name }) => name),
    ['render'],
  );
  assert.equal(rounds.length, 2);
  const [first, second] = rounds;
  assert.deepEqual([first.end_s, first.efficiency, first.time_s, first.held, first.stable], [8, 29 / 32, 8, 4, true]);
  assert.deepEqual([first.achievable, first.ratio], [29 / 8, 8 / (29 / 32)]);
  assert.match(first.text, /\d+ workers/);
  // The task of eight seconds is lost after four and begins again on the machine that has just done that of four.
  assert.deepEqual([second.end_s, second.efficiency, second.losses], [20, 29 / 40, 1]);
  const early = engine.view('rounds', 10).rounds;
  assert.deepEqual([early.length, early[1].end_s, early[1].efficiency, early[1].losses], [2, null, null, null]);
  assert.equal(engine.view('trade_off', 2), null);
  assert.throws(() => engine.view('no such', 2), /unknown view "no such"/);
  const { workers, time_s, efficiency, perfect, ideal, at, tasks } = engine.view('trade_off', 1);
  assert.deepEqual([...workers], [1, 2, 3, 4, 5, 6, 7, 8]);
  assert.deepEqual([time_s[0], time_s[3], efficiency[3], perfect, ideal, at], [29, 8, 29 / 32, 4, [4, 4], 4]);
  assert.deepEqual(
    tasks.map(({ place_before }) => place_before),
    [0, 1, 2, 3, 4, 5, 6, 7],
  );
  assert.deepEqual([tasks[0].number, tasks[0].took_s], [1, 8]);
  assert.match(engine.export_text('rounds'), /^id,name,round,.*\r\n1,render,1,.*\r\n1,render,2,/);
  engine.free();
});

test('machines have names, facts and phases', () => {
  const engine = run();
  assert.deepEqual(engine.layout().bands[0].names, ['c20', 'c12', 'c03', 'c23']);
  assert.deepEqual(
    engine.legend({}).signs.map(({ name }) => name),
    ['running', 'lost work', 'idle worker', 'unavailable'],
  );
  assert.equal(engine.state(15).busy, 3);
  const [machine] = engine.find('kind:machine job:1');
  const card = engine.subject(machine, 15);
  assert.deepEqual([card.phase, card.machines], ['away', 'c20']);
  assert.ok(card.facts.some(({ label, value }) => label === 'Floating-point speed' && value === '89632 KFlops'));
  const [lost] = engine.find('kind:task phase:lost');
  assert.deepEqual([engine.subject(lost, 11).phase, engine.subject(lost, 11).machines], ['works', 'c20']);
  assert.equal(engine.subject(lost, 15).machines, 'c23');
  engine.free();
});
