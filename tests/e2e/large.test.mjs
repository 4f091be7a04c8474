// Large logs, dropped on the page: they are read, run and drawn, and the page stays responsive. The test prints its
// measurements. `GANTTLET_JOBS` is the number of generated jobs.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { actions } from './actions.mjs';
import { root, test } from './support.mjs';

const data = process.env.GANTTLET_DATA ?? `${root}../shared/data`;
const absent = existsSync(data) ? false : `no reference data in ${data} (set GANTTLET_DATA)`;

/** Records the messages of the runs' workers, with their times. */
function listen() {
  globalThis.heard = [];
  globalThis.Worker = class extends Worker {
    constructor(place, options) {
      super(place, options);
      const worker = (globalThis.workers = (globalThis.workers ?? 0) + 1);
      if (options?.name !== 'run') return;
      let current;
      this.addEventListener('message', ({ data: { type, run, seconds, value } }) => {
        // Pictures are in answers, which do not contain the run.
        current = run ?? current;
        const cost = value?.cost_ms;
        const what = cost === undefined ? type : 'frame';
        globalThis.heard.push({ worker, type: what, run: current, seconds, cost, at: performance.now() });
      });
    }
  };
}

/**
 * The duration of the last runs in seconds: on the page, from the first ready run to the last complete run, and in the
 * engine.
 */
async function times(page) {
  const heard = await page.evaluate(() => globalThis.heard);
  const workers = [...new Set(heard.map(({ worker }) => worker))];
  const last = workers.map((one) => {
    const list = heard.filter(({ worker }) => worker === one);
    const of = list.filter(({ run }) => run === list.at(-1).run);
    const [loaded, done] = [of.find(({ type }) => type === 'loaded'), of.find(({ type }) => type === 'done')];
    const pictures = of.filter(({ type, at }) => type === 'frame' && at < done.at).map(({ cost }) => cost / 1000);
    return { loaded: loaded.at / 1000, done: done.at / 1000, engine: done.seconds, pictures };
  });
  const page_s = Math.max(...last.map(({ done }) => done)) - Math.min(...last.map(({ loaded }) => loaded));
  return { page_s, engine_s: Math.max(...last.map(({ engine }) => engine)), last };
}

const JOBS = Number(process.env.GANTTLET_JOBS ?? 200_000);
const GENERATED = JSON.stringify({
  version: 1,
  name: 'Much work',
  platform: { preset: 'one-cluster', parameters: { nodes: 256 } },
  workload: [{ generator: 'poisson', parameters: { jobs: JOBS, load: 0.85, estimates: 'factor', nodes_max: 64 } }],
  system: { kind: 'batch', policies: { local: 'fcfs' } },
  // The slowest of the policies, so that the page has seconds for drawing during the run.
  compare: [{ kind: 'batch', policies: { local: 'conservative' } }],
});

test(`${JOBS} jobs run in little more time than the engine needs, and are shown meanwhile`, async ({ site }) => {
  const visit = await site.visit({ viewport: { width: 1366, height: 768 } });
  await visit.page.addInitScript(listen);
  const page = await visit.goto();
  const { story, drop, finish } = actions(page);
  await story(/FCFS/);
  await drop('much-work.json', Buffer.from(GENERATED));
  await story(new RegExp(`${new Intl.NumberFormat('en').format(JOBS).replace(/\D/g, '.')} jobs`));
  await finish();
  const { page_s, engine_s, last } = await times(page);
  const drawn = last.map(({ pictures }) => `${pictures.length} pictures in ${pictures.reduce((sum, cost) => sum + cost, 0).toFixed(2)} s`);
  console.log(`page ${page_s.toFixed(2)} s, engine ${engine_s.toFixed(2)} s; ${drawn.join(', ')}`);
  const slowest = last.reduce((one, other) => (other.engine > one.engine ? other : one));
  assert.ok(slowest.pictures.length > 0, 'a run is seen before it is done');
  for (const { engine, pictures } of last) {
    // After each picture the run computes four times as long, at most a quarter of a second
    // (www/src/run/time-budget.js): the run continues between two pictures, even if this machine draws slowly.
    const earned = pictures.slice(0, -1).reduce((sum, cost) => sum + Math.min(4 * cost, 0.25), 0);
    assert.ok(earned < engine, `${pictures.length} pictures leave the run ${earned} s, the engine took ${engine} s`);
  }
  // The cost of pictures has a limit; it depends on the speed and the load of the machine.
  const drawing_s = last.flatMap(({ pictures }) => pictures).reduce((sum, cost) => sum + cost, 0);
  assert.ok(page_s < 4 * engine_s + drawing_s + 2, `the page took ${page_s} s, the engine ${engine_s} s, pictures ${drawing_s} s`);
  assert.deepEqual(visit.faults, []);
  await visit.close();
});

for (const [name, jobs] of [
  ['KTH-SP2-1996-2.swf.gz', /28.487 jobs on the same 100 nodes/],
  ['LCG-2005-1.swf.gz', /188.041 jobs on the same 24.\d+ nodes/],
]) {
  test(`${name} is read, run and drawn`, async ({ site }) => {
    test.skip(absent !== false, String(absent));
    const visit = await site.visit({ viewport: { width: 1366, height: 768 } });
    await visit.page.addInitScript(listen);
    const page = await visit.goto();
    const { story, drop, finish, ink } = actions(page);
    await story(/FCFS/);
    let begin = 0;
    await drop(name, await readFile(`${data}/swf/${name}`), async () => {
      await page.evaluate(() => {
        globalThis.longest = 0;
        new PerformanceObserver((list) => {
          for (const { duration } of list.getEntries()) globalThis.longest = Math.max(globalThis.longest, duration);
        }).observe({ type: 'longtask' });
      });
      begin = performance.now();
    });
    await story(jobs);
    const read = performance.now() - begin;
    await finish();
    const run = performance.now() - begin;
    // The colours are paper, shares of the nodes and their edge. In one of these logs no job waits, so all jobs have
    // the same colour.
    await ink(3);
    const drawn = performance.now() - begin;
    const longest = await page.evaluate(() => globalThis.longest);
    const { page_s, engine_s } = await times(page);
    console.log(`page ${page_s.toFixed(2)} s, engine ${engine_s.toFixed(2)} s`);
    console.log(
      `dropped to read ${read.toFixed(0)} ms, to run ${run.toFixed(0)} ms, to drawn ${drawn.toFixed(0)} ms; longest task of the page ${longest.toFixed(0)} ms`,
    );
    await visit.screenshot(name.split('.')[0]);
    assert.ok(longest < 2000, `the page stood still for ${longest} ms`);
    assert.deepEqual(visit.faults, []);
    await visit.close();
  });
}
