/**
 * @file Calls the engine as a first view does, for the build: `node first-view.mjs WASM PREFIX` runs over an instrumented copy of the
 * engine, which exports a global for each function whose name begins with the prefix, and prints the indices of the executed
 * functions. All others are deferred (crate/wasm-split).
 *
 * A first view is an example of jobs on clusters, in the app or embedded: drawn, played, pointed at, compared, shared.
 */

import { readFile } from 'node:fs/promises';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import {
  apply_overrides,
  catalog,
  check,
  document_kind,
  Engine,
  initSync,
  judge,
  link_fragment,
  link_text,
  most_unpacked,
  packed_in_link,
  sha256,
  tell,
  unpacked_link,
  verify,
} from './pkg/ganttlet_wasm.js';

const EXAMPLES = [
  'fcfs-vs-easy',
  'easy-vs-conservative',
  'estimates-matter',
  'sjf-starvation',
  'one-server',
  'lublin-easy-sjbf',
  'bounds-of-waits',
  'your-own-policy',
  'das2-routing',
  'das3-speeds',
];
/** What the variant before is compared with. @type {Uint8Array|undefined} */
let before;

const at = (/** @type {string} */ path) => new URL(path, import.meta.url);
const [, , wasm, prefix] = process.argv;
const exported = initSync({ module: await readFile(wasm) });
const stories = await readFile(at('../static/sentences.json'), 'utf8');
catalog();
for (const id of EXAMPLES) {
  const text = await readFile(at(`../static/gallery/${id}.json`), 'utf8');
  check(JSON.stringify({ ...JSON.parse(text), background: [], horizon_s: null }));
  const { scenario, variants } = check(text);
  // The page runs the scenario with all its values; trials of an expression are short.
  const whole = JSON.stringify(scenario);
  for (const variant of variants.keys()) run(text, variant);
  document_kind(text);
  document_kind(text.slice(0, 100));
  const reports = variants.map((_, variant) => run(whole, variant));
  share(
    text,
    reports.map(({ digest }) => digest),
  );
  const told = variants.map((name, variant) => ({ name, rows: reports[variant]?.rows }));
  const facts = JSON.stringify({ subjects: 70, nodes: 32, clusters: 1, variants: told });
  tell(stories, facts);
  judge(
    JSON.stringify({
      question: 'Which waits less?',
      choices: [{ text: 'The first', if: 'a_wait < b_wait' }, { text: 'The second' }],
      answer: [{ text: 'See {a_wait; s}.' }],
    }),
    facts,
  );
}
for (const [name, executed] of Object.entries(exported))
  if (name.startsWith(prefix) && executed.value) process.stdout.write(`${name.slice(prefix.length)}\n`);

/**
 * Runs a variant and asks for all that its chart, its numbers and its reasons show; gives what another is compared with.
 * @param {string} text
 * @param {number} variant
 */
function run(text, variant) {
  const engine = new Engine(text, variant, [], 200_000);
  const { rows, subjects } = engine.layout();
  /** @type {import('./src/engine/types.d.ts').View} */
  const view = {
    from_s: 0,
    to_s: 20_000,
    first_row: 0,
    rows,
    folded: true,
    shares: true,
    width: 900,
    height: 300,
    now_s: 9_000,
    colour: null,
    theme: 'light',
    selected: -1,
    query: '',
  };
  look(engine, { ...view, scale: 1 });
  engine.advance(100, 5_000);
  look(engine, { ...view, selected: 3 });
  while (!engine.advance(1_000, Infinity).done);
  const report = engine.report(NaN);
  engine.report(9_000);
  for (const theme of /** @type {const} */ (['light', 'dark', 'projector'])) {
    look(engine, { ...view, theme, now_s: Infinity, scale: 2 });
    look(engine, { ...view, theme, from_s: 3_000, to_s: 3_500, first_row: 2.5, rows: 4, query: 'user:1' });
  }
  for (const colour of /** @type {const} */ (['user', 'size', 'wait', 'passed', 'kind'])) {
    try {
      look(engine, { ...view, colour });
    } catch {
      // It is not a colour of this run.
    }
  }
  // Steps of waits are as long as the longest wait asks for.
  for (const longest_s of [report.waits[0] ?? 0, 200, 2, 0])
    look(engine, { ...view, now_s: Infinity, colour: 'wait', waits: [longest_s, ...report.waits.slice(1)] });
  for (let subject = 0; subject < Math.min(subjects, 100); subject += 1) {
    for (const at of [0, 1_000, 4_000, Infinity]) engine.subject(subject, at);
    engine.neighbours(subject);
  }
  for (const query of ['1', 'user:2', 'nodes>4', 'no such']) engine.find(query);
  engine.series(0, 20_000, 300, Infinity);
  engine.series(0, 20_000, 300, 4_000);
  for (const go of /** @type {const} */ ([
    'next_event',
    'previous_event',
    'next_decision',
    'previous_decision',
    'next_notable',
    'previous_notable',
  ]))
    engine[go](4_000);
  engine.notable();
  for (let at = 20_000; at > 0; at -= 200) {
    engine.decided(engine.next_decision(at));
    engine.state(at);
    engine.waiting(at);
    engine.previous_event(at);
  }
  engine.cdf('wait', 100);
  engine.table(0, 30, 'wait', true);
  engine.table(0, 30, '', false);
  engine.exports();
  for (const { id } of engine.tables()) {
    engine.table_rows(id);
    engine.last_rows(id, 9_000, -1, 10);
  }
  const baseline = engine.baseline();
  if (before) {
    engine.compare(before);
    engine.compare(before);
    for (const now_s of [0, 2_000, 9_000, Infinity]) look(engine, { ...view, now_s });
  }
  before = baseline;
  engine.free();
  // One that is left while it goes on.
  const left = new Engine(text, variant, [], 200_000);
  left.advance(100, Infinity);
  left.free();
  return report;
}

/**
 * Asks for all that a picture shows.
 * @param {Engine} engine
 * @param {import('./src/engine/types.d.ts').View} view
 */
function look(engine, view) {
  for (const request of [
    { view, outlines: [], labels: false },
    { view, outlines: [-1, -1], labels: true, followed: -1, decision: null, region: null },
    {
      view,
      outlines: [7, 2],
      labels: true,
      followed: 2,
      decision: { decided: [3], behind: 4, ahead: true },
      region: { from_s: 0, to_s: 9_000, first_row: 0, rows: 4 },
    },
  ])
    engine.frame(request);
  engine.legend(view);
  engine.places(view);
  for (let y = 5; y < view.height; y += 50)
    for (let x = 5; x < view.width; x += 50) engine.boxes(view, Math.max(0, engine.hit(view, x, y)));
}

/**
 * Makes a link and opens it, says what differs, and tells what is true of both.
 * @param {string} text
 * @param {import('./src/engine/types.d.ts').Digest[]} digests
 */
function share(text, digests) {
  const packed = deflateRawSync(link_text(text));
  const fragment = link_fragment(packed, digests);
  if (most_unpacked() > 0)
    unpacked_link(
      fragment,
      packed_in_link(fragment).map((bytes) => inflateRawSync(bytes)),
    );
  unpacked_link('ex=fcfs-vs-easy&seed=7&load=0.8', []);
  apply_overrides(text, { seed: '7', load: '0.8' });
  verify(digests[0], digests[0], 100);
  sha256(packed);
}
