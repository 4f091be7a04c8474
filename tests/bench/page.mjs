/**
 * @file How fast the built page is, in Chromium without a graphics processor: `node tests/bench/page.mjs`, or only some parts of it
 * (`cold`, `pan`, `play`, `levels`), after `cargo xtask build`. Times are of this machine; the yardstick of the same run tells how fast that was at the moment.
 *
 * - cold: from the navigation to the first bars, in a fresh profile;
 * - pan and zoom: how far apart the refreshes are that show the chart in another window while the wheel turns at every refresh
 *   of the screen, over `GANTTLET_BARS` (a million) bars; how many pictures were drawn meanwhile, and how long after the last
 *   turn the picture of the last window came;
 * - levels: from the drop to the end of a run of 2,300 tasks over 214 days on three levels of grids, and what the processes of the
 *   browser used of the processors meanwhile, which other work on the machine changes less than the time;
 * - play: the longest task of the main thread while `GANTTLET_JOBS` (188,000) jobs are computed and played.
 *
 * Tasks of the main thread are told by the clock, and by what they used of a processor: where other work keeps the processors busy only
 * the latter says something of the page.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { actions } from '../e2e/actions.mjs';
import { FLAGS } from '../e2e/playwright.config.mjs';
import serve from '../e2e/server.mjs';
import { Site } from '../e2e/support.mjs';

const BARS = Number(process.env.GANTTLET_BARS ?? 1_000_000);
const JOBS = Number(process.env.GANTTLET_JOBS ?? 188_000);
/** Bars of a job of the work below, on average: its nodes are seldom side by side. */
const BARS_OF_A_JOB = 2.5;
const VIEWPORT = { width: 1440, height: 900 };
/** Turns of the wheel of each gesture. */
const TURNS = 150;

/** @param {number} jobs @param {string[]} policies */
const work = (jobs, policies) =>
  JSON.stringify({
    version: 1,
    name: 'Much work',
    platform: { preset: 'one-cluster', parameters: { nodes: 256 } },
    workload: [{ generator: 'poisson', parameters: { jobs, load: 0.85, estimates: 'factor', nodes_max: 64 } }],
    system: { kind: 'batch', policies: { local: policies[0] } },
    compare: policies.slice(1).map((local) => ({ kind: 'batch', policies: { local } })),
  });

/** @param {number[]} values @param {number} share */
function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
}

const ms = (/** @type {number} */ value) => `${value.toFixed(1)} ms`;

const yardstick = () => {
  const begin = performance.now();
  let x = 1;
  for (let i = 0; i < 20_000_000; i++) x = (Math.imul(x, 1664525) + 1013904223) | 0;
  return performance.now() - begin + (x & 0);
};

/** Notes long tasks, and when which pictures were shown. */
function watch() {
  const seen = /** @type {any} */ (globalThis);
  seen.tasks = [];
  new PerformanceObserver((list) => seen.tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask' });
}

/**
 * What the tasks of the main thread of a page use of a processor while something is done, in ms, the longest first.
 * @param {import('@playwright/test').Page} page
 * @param {() => Promise<unknown>} work
 */
async function usedByTasks(page, work) {
  const client = await page.context().newCDPSession(page);
  const events = /** @type {any[]} */ ([]);
  client.on('Tracing.dataCollected', ({ value }) => events.push(...value));
  await client.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'devtools.timeline', '__metadata'] },
  });
  await work();
  const ended = new Promise((done) => client.once('Tracing.tracingComplete', done));
  await client.send('Tracing.end');
  await ended;
  await client.detach();
  const thread = (/** @type {any} */ { pid, tid }) => `${pid} ${tid}`;
  const mains = new Set(events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(thread));
  // The page is the one whose frames are told to the tools; others are spare processes.
  const calls = new Map();
  for (const event of events)
    if (event.name === 'FunctionCall' && mains.has(thread(event))) calls.set(thread(event), (calls.get(thread(event)) ?? 0) + 1);
  const [own] = [...calls].sort(([, one], [, other]) => other - one)[0] ?? [];
  return events
    .filter((event) => event.name === 'ThreadControllerImpl::RunTask' && thread(event) === own)
    .map(({ tdur = 0 }) => tdur / 1000)
    .sort((a, b) => b - a);
}

/** Opens the page with a scenario that is dropped on it, and waits for all runs. */
async function opened(site, scenario) {
  const visit = await site.visit({ viewport: VIEWPORT });
  await visit.page.addInitScript(watch);
  const page = await visit.goto('');
  const { story, drop, finish, ink } = actions(page);
  await story(/FCFS/);
  await drop('much-work.json', Buffer.from(scenario));
  await story(/Much work|0.000 jobs|8.000 jobs/);
  return { visit, page, finish, ink };
}

async function cold(site) {
  const times = [];
  for (let round = 0; round < 5; round++) {
    const visit = await site.visit({ viewport: VIEWPORT });
    await visit.page.addInitScript(() => {
      document.addEventListener('shown', () => /** @type {any} */ ((globalThis.first ??= performance.now())), true);
      const attach = Element.prototype.attachShadow;
      Element.prototype.attachShadow = function (options) {
        const root = attach.call(this, options);
        root.addEventListener('shown', () => /** @type {any} */ ((globalThis.first ??= performance.now())), true);
        return root;
      };
    });
    const page = await visit.goto('');
    times.push(await (await page.waitForFunction(() => /** @type {any} */ (globalThis).first)).jsonValue());
    await visit.page.context().close();
  }
  console.log(`first bars, cold: median ${ms(quantile(times, 0.5))}, worst ${ms(Math.max(...times))} of ${times.length}`);
}

/** Turns the wheel once a refresh of the screen; tells when pictures were shown and how late each was. */
async function gesture(page, turn) {
  return page.evaluate(
    async ({ turn, turns }) => {
      const charts = [
        ...document
          .querySelector('ganttlet-app')
          .shadowRoot.querySelector('chart-section')
          .shadowRoot.querySelector('gantt-stack')
          .shadowRoot.querySelectorAll('gantt-chart'),
      ];
      const chart = charts[0];
      const shown = [];
      let [drawn, last] = [0, 0];
      // What is moved and drawn between two refreshes is seen once.
      const note = ({ type }) => {
        const now = performance.now();
        if (type === 'shown') [drawn, last] = [drawn + 1, now];
        if (refresh !== seen) [shown[shown.length], seen] = [now, refresh];
      };
      let [refresh, seen] = [0, -1];
      chart.addEventListener('shown', note);
      chart.addEventListener('moved', note);
      const surface = chart.shadowRoot.querySelector('.surface');
      const box = surface.getBoundingClientRect();
      const costs = [];
      const before = /** @type {any} */ (globalThis).tasks.length;
      for (let at = 0; at < turns; at++) {
        const way = at < turns / 2 ? 1 : -1;
        const wheel = new WheelEvent('wheel', {
          bubbles: true,
          cancelable: true,
          composed: true,
          clientX: box.left + box.width / 3,
          clientY: box.top + box.height / 2,
          ctrlKey: turn.zoom,
          shiftKey: !turn.zoom,
          deltaY: way * turn.by,
        });
        surface.dispatchEvent(wheel);
        await new Promise((next) => requestAnimationFrame(next));
        refresh += 1;
        costs.push(chart.frame.cost_ms);
      }
      const [turned, pictures] = [performance.now(), drawn];
      const wanted = chart.page.store.get().view;
      while (chart.frame.view.from_s !== wanted.from_s || chart.frame.view.to_s !== wanted.to_s)
        await new Promise((next) => requestAnimationFrame(next));
      chart.removeEventListener('shown', note);
      chart.removeEventListener('moved', note);
      const gaps = shown.slice(1).map((time, at) => time - shown[at]);
      return { gaps, costs, pictures, sharp: Math.max(0, last - turned), tasks: /** @type {any} */ (globalThis).tasks.slice(before) };
    },
    { turn, turns: TURNS },
  );
}

async function panAndZoom(site, policies) {
  const { visit, page, finish, ink } = await opened(site, work(Math.ceil(BARS / BARS_OF_A_JOB), policies));
  await finish();
  await ink(3);
  const view = (part) =>
    page.evaluate((part) => {
      const app = document.querySelector('ganttlet-app');
      const charts = app.shadowRoot
        .querySelector('chart-section')
        .shadowRoot.querySelector('gantt-stack')
        .shadowRoot.querySelector('gantt-chart');
      return charts.page.store.get()[part];
    }, part);
  console.log(`${policies.join(' and ')}, about ${BARS} bars each:`);
  for (const [name, turn, prepare] of [
    ['zoom in from the whole and out again', { zoom: true, by: -12 }, 0],
    ['pan over a tenth', { zoom: false, by: 24 }, 1],
    ['pan over a hundredth', { zoom: false, by: 24 }, 2],
  ]) {
    await page.keyboard.press('Escape');
    await page.evaluate((depth) => {
      const stack = document
        .querySelector('ganttlet-app')
        .shadowRoot.querySelector('chart-section')
        .shadowRoot.querySelector('gantt-stack');
      const surface = stack.shadowRoot.querySelector('gantt-chart').shadowRoot.querySelector('.surface');
      const box = surface.getBoundingClientRect();
      const wheel = (deltaY) =>
        surface.dispatchEvent(
          new WheelEvent('wheel', {
            bubbles: true,
            cancelable: true,
            composed: true,
            ctrlKey: true,
            deltaY,
            clientX: box.left + box.width / 2,
            clientY: box.top + 20,
          }),
        );
      for (let at = 0; at < 30; at++) wheel(60);
      for (let at = 0; at < depth * 7; at++) wheel(-60);
    }, prepare);
    await page.waitForTimeout(500);
    const { from_s, to_s } = await view('view');
    let seen = /** @type {Awaited<ReturnType<typeof gesture>>|undefined} */ (undefined);
    const used = await usedByTasks(page, async () => (seen = await gesture(page, turn)));
    const { gaps, costs, pictures, sharp, tasks } = /** @type {Awaited<ReturnType<typeof gesture>>} */ (seen);
    console.log(
      `  ${name} (${Math.round((to_s - from_s) / 3600)} h): ${gaps.length + 1} windows seen, ${ms(quantile(gaps, 0.5))} apart, p95 ${ms(quantile(gaps, 0.95))} ` +
        `(${(1000 / quantile(gaps, 0.95)).toFixed(0)} a second), worst ${ms(Math.max(...gaps))}; ${pictures} pictures, the last after ${ms(sharp)}; drawing ${ms(quantile(costs, 0.5))}, p95 ${ms(quantile(costs, 0.95))}; longest task ${ms(Math.max(0, ...tasks))}, of a processor ${ms(used[0] ?? 0)}, all tasks ${ms(used.reduce((sum, one) => sum + one, 0) / (gaps.length + 1))} a window`,
    );
  }
  await visit.page.context().close();
}

async function play(site) {
  const { visit, page, finish } = await opened(site, work(JOBS, ['fcfs', 'easy']));
  await page.evaluate(() => /** @type {any} */ ((globalThis.tasks.length = 0)));
  const used = await usedByTasks(page, async () => {
    await page.keyboard.press('Home');
    await page.keyboard.press('Space');
    await page.waitForTimeout(2000);
    await finish();
    await page.keyboard.press('Home');
    await page.keyboard.press('Space');
    await page.waitForTimeout(5000);
  });
  const tasks = await page.evaluate(() => /** @type {any} */ (globalThis).tasks);
  const sum = used.reduce((all, one) => all + one, 0);
  console.log(
    `${JOBS} jobs computed and played: ${tasks.length} tasks over 50 ms by the clock, longest ${ms(Math.max(0, ...tasks))}; ` +
      `of a processor ${used.filter((one) => one > 50).length} over 50 ms, longest ${ms(used[0] ?? 0)}, ${used.length} tasks in ${ms(sum)}`,
  );
  await visit.page.context().close();
}

/** The deployment on three levels of grids: as many tasks as in the seven months that were published. */
const DEPLOYMENT = JSON.stringify({
  version: 1,
  name: 'Seven months',
  platform: { preset: 'superlink-online' },
  workload: [{ generator: 'divisible-mixture', parameters: { tasks: 2300, days: 214 } }],
  background: [
    { generator: 'owner-sessions', parameters: { owners_of: 2, available_mean_s: 56_000, away_mean_s: 34_323, duration_s: 3e7 } },
    { generator: 'owner-sessions', parameters: { owners_of: 3, available_mean_s: 8000, away_mean_s: 20_369, duration_s: 3e7 } },
  ],
  system: { kind: 'hierarchy', parameters: { lonely: 'overdue' } },
});

/** Seconds that the renderers, and the thread of each worker of them, have used of the processors; where /proc tells. */
function used() {
  const of = (/** @type {string} */ path) => {
    const text = readFileSync(path, 'utf8');
    const rest = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { name: text.slice(text.indexOf('(') + 1, text.lastIndexOf(')')), seconds: (Number(rest[11]) + Number(rest[12])) / 100 };
  };
  const sums = { renderers: 0, workers: 0 };
  for (const pid of existsSync('/proc') ? readdirSync('/proc').filter((name) => /^\d+$/u.test(name)) : []) {
    try {
      if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--type=renderer')) continue;
      sums.renderers += of(`/proc/${pid}/stat`).seconds;
      for (const thread of readdirSync(`/proc/${pid}/task`)) {
        const { name, seconds } = of(`/proc/${pid}/task/${thread}/stat`);
        if (name.startsWith('DedicatedWorker')) sums.workers += seconds;
      }
    } catch {
      // It has ended meanwhile.
    }
  }
  return sums;
}

async function levels(site) {
  const visit = await site.visit({ viewport: VIEWPORT });
  const page = await visit.goto('');
  const { story, drop, ink } = actions(page);
  await story(/FCFS/);
  await ink();
  const before = used();
  const begin = performance.now();
  await drop('seven-months.json', Buffer.from(DEPLOYMENT));
  await page.waitForFunction(() => {
    const app = document.querySelector('ganttlet-app');
    const variants = app.page.store.get().variants;
    return variants.length === 1 && variants[0].status === 'done';
  });
  const took = performance.now() - begin;
  const after = used();
  console.log(
    `2,300 tasks over 214 days: ${(took / 1000).toFixed(1)} s; processors: worker ${(after.workers - before.workers).toFixed(1)} s, page and worker ${(after.renderers - before.renderers).toFixed(1)} s`,
  );
  await visit.page.context().close();
}

const only = process.argv.slice(2);
const wanted = (/** @type {string} */ part) => only.length === 0 || only.includes(part);

const stopServer = await serve();
const browser = await chromium.launch({ executablePath: process.env.CHROME, args: FLAGS });
const site = new Site(browser);
console.log(`yardstick (20 million multiplications in JS): ${ms(yardstick())}`);
if (wanted('cold')) await cold(site);
if (wanted('pan')) {
  await panAndZoom(site, ['easy']);
  await panAndZoom(site, ['fcfs', 'easy']);
}
if (wanted('play')) await play(site);
if (wanted('levels')) await levels(site);
console.log(`yardstick again: ${ms(yardstick())}`);
await browser.close();
await stopServer();
