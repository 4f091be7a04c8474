// How fast the shipped package is: `node crate/wasm/benches/speed.mjs [log.swf.gz ...]`, after `cargo xtask wasm`.
// Prints medians of five runs; the yardstick is fixed work to compare machines with.
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { Engine, file_inputs, initSync } from '../../../www/pkg/ganttlet_wasm.js';
import { initSync as initReaders, inspect, read, sha256 } from '../../../www/pkg-formats/ganttlet_formats.js';

const wasm = (path) => readFile(new URL(`../../../www/${path}_bg.wasm`, import.meta.url));
initSync({ module: await wasm('pkg/ganttlet_wasm') });
initReaders({ module: await wasm('pkg-formats/ganttlet_formats') });

const ROUNDS = 5;
const SLICE = 50_000;

/** Median time of a function in milliseconds, and what it returned last. */
function median(work) {
  const times = [];
  let result;
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    result = work();
    times.push(performance.now() - start);
  }
  return { ms: times.sort((a, b) => a - b)[ROUNDS >> 1], result };
}

function scenario(workload, nodes, policy) {
  return JSON.stringify({
    version: 1,
    platform: { preset: 'one-cluster', parameters: { nodes } },
    workload: [workload],
    system: { kind: 'batch', policies: { local: policy } },
  });
}

function run(text, files) {
  const inputs = file_inputs(text).map((input) => {
    const { bytes } = files.find((file) => file.sha256 === input.sha256);
    return { ...input, found: sha256(bytes), work: read(input.name, bytes, input.format, input.settings) };
  });
  const engine = new Engine(text, 0, inputs, 0);
  const start = performance.now();
  let progress;
  do progress = engine.advance(SLICE, NaN);
  while (!progress.done);
  return { engine, progress, ms: performance.now() - start };
}

function simulate(name, text, files, subjects) {
  const times = [];
  let last;
  for (let round = 0; round < ROUNDS; round++) {
    last?.engine.free();
    last = run(text, files);
    times.push(last.ms);
  }
  const ms = times.sort((a, b) => a - b)[ROUNDS >> 1];
  const rate = Math.round((subjects ?? last.progress.subjects) / ms * 1000);
  console.log(`${name}: ${ms.toFixed(1)} ms, ${rate.toLocaleString('en')} jobs/s`);
  return last.engine;
}

function pictures(name, engine) {
  const { rows } = engine.layout();
  const { end_s: end } = engine.advance(0, NaN);
  for (const [what, share] of [['whole', 1], ['5 % window', 0.05]]) {
    const view = {
      from_s: end * (0.5 - share / 2), to_s: end * (0.5 + share / 2), first_row: 0, rows, width: 1600, height: 800,
      now_s: Infinity, colour: 'job', theme: 'light', selected: -1, query: '',
    };
    console.log(`${name}, picture of the ${what}: ${median(() => engine.frame({ view, outlines: [], labels: false })).ms.toFixed(1)} ms`);
  }
}

const yardstick = median(() => {
  let x = 1;
  for (let i = 0; i < 20_000_000; i++) x = (Math.imul(x, 1664525) + 1013904223) | 0;
  return x;
});
console.log(`yardstick (20 million multiplications in JS): ${yardstick.ms.toFixed(1)} ms`);

const poisson = { generator: 'poisson', parameters: { jobs: 100_000, load: 0.7, nodes_max: 64 } };
for (const policy of ['fcfs', 'easy', 'easy-sjbf', 'conservative']) {
  try {
    const engine = simulate(`100,000 generated jobs, 256 nodes, ${policy}`, scenario(poisson, 256, policy), []);
    if (policy === 'easy') pictures('generated', engine);
  } catch (error) {
    console.log(`${policy}: ${error}`);
  }
}
for (const path of process.argv.slice(2)) {
  const bytes = new Uint8Array(await readFile(path));
  const name = basename(path);
  const { ms, result } = median(() => inspect(name, bytes));
  console.log(`${name}: read in ${ms.toFixed(0)} ms (${result.jobs} jobs)`);
  const file = { sha256: result.sha256, name, bytes };
  const part = { file: { name, sha256: file.sha256, format: result.format } };
  const nodes = result.processors;
  const engine = simulate(`${name}, ${nodes} nodes, easy`, scenario(part, nodes, 'easy'), [file]);
  pictures(name, engine);
}
