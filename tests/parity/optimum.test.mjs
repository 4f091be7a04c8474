// The package of the page and the command line find the same optimum, with the same certificate, however the search is sliced.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import init, { Optimum } from '../../www/pkg-optimum/ganttlet_optimum.js';
import { natively } from './native.mjs';

const at = (path) => new URL(`../../${path}`, import.meta.url);
await init({ module_or_path: await readFile(at('www/pkg-optimum/ganttlet_optimum_bg.wasm')) });

/** The reports after the search for an objective in slices of so many partial schedules. */
function search(text, flow, slice) {
  const optimum = new Optimum(text, []);
  optimum.begin(flow);
  let bars = [];
  for (let progress = optimum.advance(slice); progress; progress = optimum.advance(slice)) bars = progress.bars ?? bars;
  const { reports } = optimum.reports();
  optimum.free();
  return { report: reports.find(({ objective }) => objective === (flow ? 'total-flow' : 'makespan')), bars };
}

for (const file of [
  'static/boards/six-jobs.json',
  'crate/cli/tests/optimum/three-wide-jobs.json',
  'crate/cli/tests/optimum/fourteen-jobs.json',
  'static/gallery/fcfs-vs-easy.json',
]) {
  for (const objective of ['makespan', 'flow']) {
    test(`${file}: bounds, value, gaps and certificate of the ${objective} are those of the command line`, async () => {
      const native = JSON.parse(natively('optimum', file, '--objective', objective, '--json'));
      const { engine, diagnostics, ...wanted } = native;
      const text = await readFile(at(file), 'utf8');
      const { report, bars } = search(text, objective === 'flow', 777);
      assert.deepEqual(report, wanted);
      if (file.includes('crate/')) assert.equal(report.status, 'proven');
      // The bars that were drawn last are those of the best schedule.
      const ends = bars.map(({ end_s }) => end_s);
      if (objective === 'makespan') assert.ok(Math.abs(Math.max(...ends) - report.best.value_s) < 1e-6);
    });
  }
}
