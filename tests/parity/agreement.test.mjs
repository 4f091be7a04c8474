// What is told of a run in several places is one thing: the report that columns, tables, sentences and embeds are made of, the bracket
// between two charts, the numbers at the playhead, and the exports, from which every measure is worked out again here.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { deltaText } from '../../www/src/text/measure-values.js';
import { check, Engine, whole } from './engine.mjs';
import { runFiles } from './readers.mjs';

// Exports are in the second file.
whole();
const at = (path) => new URL(`../../${path}`, import.meta.url);

/** Kinds of subjects that measures do not count; where there are tasks on machines all but these. */
const BESIDE = ['local job', 'sweep task', 'reservation', 'unit', 'machine', 'estimation'];
const near = (one, other, what) =>
  assert.ok(Math.abs(one - other) <= 1e-9 * Math.max(1, Math.abs(one), Math.abs(other)), `${what}: ${one} is not ${other}`);

/** The rows of a CSV file, whose cells hold no commas but in quotes. */
function rows(text) {
  const [head, ...lines] = text
    .trim()
    .split('\r\n')
    .map((line) => [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/gu)].map(([, cell]) => cell));
  return lines.map((cells) => Object.fromEntries(head.map((name, i) => [name, cells[i]])));
}

function finished(text, variant, files = []) {
  const run = new Engine(text, variant, runFiles(text, files), 0);
  let progress;
  do progress = run.advance(100_000, NaN);
  while (!progress.done);
  return { run, progress, report: run.report(NaN), jobs: rows(run.export_text('jobs')), intervals: rows(run.export_text('intervals')) };
}

const metricValue = ({ rows: all }, id) => all.find((row) => row.id === id)?.value;
const latest = (all) => all.reduce((last, { finish_s: end }) => Math.max(last, end === '' ? -Infinity : Number(end)), -Infinity);

/** Those whom measures count. */
function counted(jobs) {
  // Nodes that fail are machines beside jobs.
  const onMachines = ['machine', 'task'].every((one) => jobs.some(({ kind }) => kind === one));
  return jobs.filter(({ kind }) => (onMachines ? kind === 'task' : !BESIDE.includes(kind)));
}

/** What holds of one run, whatever the system. */
function agrees({ run, progress, report, jobs, intervals }) {
  const own = counted(jobs);
  near(report.last_end_s, latest(own), 'end of the last job');
  near(progress.end_s, Math.max(latest(jobs), latest(intervals)), 'end of the axis');
  const makespan = metricValue(report, 'makespan');
  if (makespan !== null && makespan !== undefined)
    near(makespan, report.last_end_s - Math.min(...own.map(({ submit_s: submit }) => Number(submit))), 'makespan');
  const wait = metricValue(report, 'wait');
  if (typeof wait === 'number') near(run.state(progress.end_s).mean_wait_s, wait, 'mean wait at the end');
  // At any playhead both are of those that have started; how long all takes is not known yet.
  const early = report.last_end_s * 0.4;
  const [then, { mean_wait_s: waited }] = [run.report(early), run.state(early)];
  if (typeof wait === 'number') near(metricValue(then, 'wait') ?? -1, waited ?? -1, 'mean wait at the playhead');
  assert.equal(metricValue(then, 'makespan') ?? null, null);
  assert.equal(then.last_end_s, undefined);
}

/** What the bracket between two charts says is what the columns beside them say. */
function bracketAgrees(first, other, rowsOf) {
  if (!other.run.compare(first.run.baseline())) return;
  const to_s = Math.max(first.progress.end_s, other.progress.end_s);
  const view = {
    from_s: 0,
    to_s,
    first_row: 0,
    rows: rowsOf,
    width: 800,
    height: 200,
    now_s: to_s,
    colour: null,
    theme: 'light',
    selected: -1,
    query: '',
  };
  const { ends } = other.run.view('difference', view);
  const apart = Math.abs(other.report.last_end_s - first.report.last_end_s);
  if (ends) assert.equal(ends.text, `ends ${deltaText(other.report.last_end_s, first.report.last_end_s, 's', true)}`);
  else assert.ok(apart < 300, `ends ${apart} s apart and no bracket says so`);
}

/** The measures of jobs in queues, from the exports alone. */
function measuresAgree({ report, jobs, intervals }, nodes) {
  const ran = jobs
    .filter(({ start_s: start }) => start !== '')
    .map((job) => ({ submit: Number(job.submit_s), start: Number(job.start_s), end: Number(job.finish_s) }));
  const held = intervals.map(({ start_s: start, finish_s: end, nodes: count }) => ({
    start: Number(start),
    end: Number(end),
    count: Number(count),
  }));
  const mean = (of) => ran.reduce((sum, job) => sum + of(job), 0) / ran.length;
  const from = Math.min(...ran.map(({ submit }) => submit));
  const busy = held.reduce((sum, { start, end, count }) => sum + (end - start) * count, 0);
  near(
    metricValue(report, 'wait'),
    mean(({ submit, start }) => start - submit),
    'wait',
  );
  near(
    metricValue(report, 'bounded-slowdown'),
    mean(({ submit, start, end }) => Math.max(1, (end - submit) / Math.max(end - start, 10))),
    'bounded slowdown',
  );
  near(metricValue(report, 'utilisation'), (100 * busy) / (nodes * (report.last_end_s - from)), 'utilisation');
  const changes = [
    ...held.flatMap(({ start, end, count }) => [
      [start, -count, 0],
      [end, count, 0],
    ]),
    ...ran.flatMap(({ submit, start }) => [
      [submit, 0, 1],
      [start, 0, -1],
    ]),
  ].sort(([one], [other]) => one - other);
  let [free, waiting, since, idle] = [nodes, 0, from, 0];
  for (const [time, more, comes] of changes) {
    if (waiting > 0) idle += free * (time - since);
    [free, waiting, since] = [free + more, waiting + comes, time];
  }
  assert.ok(
    Math.abs(metricValue(report, 'idle-while-waiting') - idle / 3600) < 1e-6,
    `idle while waiting: ${metricValue(report, 'idle-while-waiting')} is not ${idle / 3600}`,
  );
}

const MEASURES = ['wait', 'bounded-slowdown', 'utilisation', 'makespan', 'idle-while-waiting'];
const { examples } = JSON.parse(await readFile(at('static/gallery/index.json'), 'utf8'));

for (const { id } of examples) {
  test(`${id}: what is told in several places agrees`, async () => {
    const scenario = JSON.parse(await readFile(at(`static/gallery/${id}.json`), 'utf8'));
    // Makespans are of any work.
    const text = JSON.stringify({ ...scenario, measures: scenario.measures && [...new Set([...scenario.measures, 'makespan'])] });
    const { variants, platform, diagnostics } = check(text);
    assert.deepEqual(
      diagnostics.filter(({ severity }) => severity === 'error'),
      [],
    );
    const nodes = platform.clusters.reduce((sum, cluster) => sum + cluster.nodes, 0);
    const runs = variants.map((_, variant) => finished(text, variant));
    runs.forEach(agrees);
    runs.slice(1).forEach((run) => bracketAgrees(runs[0], run, nodes));
    runs.forEach(({ run }) => run.free());
  });
}

test('the policies of a log: what is told in several places agrees', async () => {
  const bytes = new Uint8Array(await readFile(at('static/example/lublin-256-1000.swf')));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const system = (local) => ({ kind: 'batch', policies: { local, routing: 'home' } });
  const [first, ...others] = ['fcfs', 'easy', 'easy-sjbf', 'conservative', 'sjf', 'ljf', 'easy-node-exact'];
  const text = JSON.stringify({
    version: 1,
    platform: { preset: 'one-cluster', parameters: { nodes: 256 } },
    workload: [{ file: { name: 'a.swf', sha256, format: 'swf' } }],
    system: system(first),
    compare: others.map(system),
    measures: MEASURES,
  });
  const runs = [first, ...others].map((_, variant) => finished(text, variant, [{ name: 'a.swf', bytes, sha256 }]));
  for (const run of runs) {
    agrees(run);
    measuresAgree(run, 256);
  }
  runs.slice(1).forEach((run) => bracketAgrees(runs[0], run, 256));
  runs.forEach(({ run }) => run.free());
});

test('jobs without length at one instant are given the nodes that there are', () => {
  const jobs = [
    [0, 100, 1],
    [10, 0, 4],
    [20, 0, 4],
    [20, 0, 4],
    [20, 50, 4],
  ];
  const log = jobs.map(([submit, run, nodes], i) => `${i + 1} ${submit} 0 ${run} ${nodes} -1 -1 ${nodes} 100 -1 1 1 1 1 1 1 -1 -1`);
  const bytes = new TextEncoder().encode(`; MaxProcs: 4\n${log.join('\n')}\n`);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const text = JSON.stringify({
    version: 1,
    platform: { preset: 'one-cluster', parameters: { nodes: 4 } },
    workload: [{ file: { name: 'a.swf', sha256, format: 'swf' } }],
    system: { kind: 'batch', policies: { local: 'fcfs', routing: 'home' } },
  });
  const run = new Engine(text, 0, runFiles(text, [{ name: 'a.swf', bytes, sha256 }]), 1000);
  while (!run.advance(1000, NaN).done);
  assert.deepEqual(
    run.decided(100).map(({ name, given, starts, spread }) => [name, given, starts, spread]),
    [
      ['2', 4, true, false],
      ['3', 4, true, false],
      ['4', 4, true, false],
      ['5', 4, true, false],
    ],
  );
  assert.deepEqual([run.state(100).free_by_cluster, run.state(100).busy], [[4], 4]);
  run.free();
});
