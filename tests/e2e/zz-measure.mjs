import { readFileSync, readdirSync } from 'node:fs';
import { actions } from './actions.mjs';
import { start } from './support.mjs';
const site = await start();
const visit = await site.visit({ viewport: { width: 1440, height: 900 } });
const page = await visit.goto('');
const { story, drop } = actions(page);
await story(/FCFS/);
await new Promise((n) => setTimeout(n, 3000));
const cpu = () => {
  // all processes below this one
  const all = new Map();
  for (const pid of readdirSync('/proc').filter((x) => /^\d+$/.test(x))) {
    try {
      const t = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const r = t.slice(t.lastIndexOf(')') + 2).split(' ');
      all.set(Number(pid), { parent: Number(r[1]), time: (Number(r[11]) + Number(r[12])) / 100, name: readFileSync(`/proc/${pid}/cmdline`, 'utf8').match(/--type=(\w+)/)?.[1] ?? 'x' });
    } catch {}
  }
  const mine = (pid) => { let p = pid; while (p > 1) { if (p === process.pid) return true; p = all.get(p)?.parent ?? 0; } return false; };
  const sums = {};
  for (const [pid, { time, name }] of all) if (mine(pid)) sums[name] = (sums[name] ?? 0) + time;
  return sums;
};
const before = cpu();
const begin = performance.now();
await drop('big.json', readFileSync('/tmp/levels/big.json'));
await story(/2.300 tasks|Superlink/);
console.log('shown', performance.now() - begin);
for (;;) {
  const s = await page.evaluate(() => {
    const app = document.querySelector('ganttlet-app').shadowRoot;
    const section = app.querySelector('chart-section');
    const charts = [...section.shadowRoot.querySelector('gantt-stack').shadowRoot.querySelectorAll('gantt-chart')];
    return { status: charts.map((c) => c.seen.value.status), progress: !!app.querySelector('progress') };
  });
  if (s.status.every((x) => x === 'done')) break;
  await new Promise((n) => setTimeout(n, 250));
}
console.log('done', performance.now() - begin);
const after = cpu();
for (const pid of readdirSync('/proc').filter((x) => /^\d+$/.test(x))) {
  try {
    if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--type=renderer')) continue;
    for (const tid of readdirSync(`/proc/${pid}/task`)) {
      const t = readFileSync(`/proc/${pid}/task/${tid}/stat`, 'utf8');
      const r = t.slice(t.lastIndexOf(')') + 2).split(' ');
      const time = (Number(r[11]) + Number(r[12])) / 100;
      if (time > 0.3) console.log(pid, t.slice(t.indexOf('('), t.lastIndexOf(')') + 1), time);
    }
  } catch {}
}
for (const k of Object.keys(after)) console.log(k, (after[k] - (before[k] ?? 0)).toFixed(2));
await visit.screenshot('big');
console.log(visit.faults);
await site.close();
