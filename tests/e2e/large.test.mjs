// Real logs, dropped on the page: read, run, drawn, and the page answers all the while. Prints what it measured.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { actions } from './actions.mjs';
import { root, start } from './support.mjs';

const data = process.env.GANTTLET_DATA ?? `${root}../shared/data`;
const absent = existsSync(data) ? false : `no reference data in ${data} (set GANTTLET_DATA)`;

/** @type {import('./support.mjs').Site} */
let site;
before(async () => {
  if (!absent) site = await start();
});
after(() => site?.close());

for (const [name, jobs] of [
  ['KTH-SP2-1996-2.swf.gz', /28.489 jobs on the same 100 nodes/],
  ['LCG-2005-1.swf.gz', /188.041 jobs on the same 24.\d+ nodes/],
]) {
  test(`${name} is read, run and drawn`, { skip: absent }, async (context) => {
    const visit = await site.visit({ viewport: { width: 1366, height: 768 } });
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
    await ink();
    const drawn = performance.now() - begin;
    const longest = await page.evaluate(() => globalThis.longest);
    context.diagnostic(
      `dropped to read ${read.toFixed(0)} ms, to run ${run.toFixed(0)} ms, to drawn ${drawn.toFixed(0)} ms; longest task of the page ${longest.toFixed(0)} ms`,
    );
    await visit.screenshot(name.split('.')[0]);
    assert.ok(longest < 2000, `the page stood still for ${longest} ms`);
    assert.deepEqual(visit.faults, []);
    await visit.close();
  });
}
