// The published package computes the digests of the native engine (tests/parity/scenarios.json) in Chromium, and in
// Firefox and WebKit if they are installed. A link made in one browser has the same results in the others.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { actions } from './actions.mjs';
import { startFirefox, startWebKit } from './engines.mjs';
import { root, test } from './support.mjs';

/** @type {{ glue: string, wasm: string, deferred: string, scenarios: { scenario: unknown, digests: string[] }[] }} */
let given;
/** The link made in Chromium. @type {string} */
let link;
test.beforeAll(async () => {
  const scenarios = JSON.parse(await readFile(`${root}tests/parity/scenarios.json`, 'utf8'));
  const assets = await readdir(`${root}dist/assets`);
  const [wasm, deferred] = ['bg', 'deferred'].map((part) =>
    assets.find((name) => name.startsWith(`ganttlet_wasm_${part}`) && name.endsWith('.wasm')),
  );
  assert.ok(wasm && deferred, 'the page is built');
  given = { glue: await readFile(`${root}www/pkg/ganttlet_wasm.js`, 'utf8'), wasm, deferred, scenarios };
});

/** All digests, computed in slices of other sizes than in the other tests. */
async function digestsOf({ glue, wasm, deferred, scenarios }) {
  const address = URL.createObjectURL(new Blob([glue], { type: 'text/javascript' }));
  const { default: init, load_deferred, Engine } = await import(address);
  await init({ module_or_path: new URL(`assets/${wasm}`, location.href) });
  await load_deferred(await WebAssembly.compileStreaming(fetch(new URL(`assets/${deferred}`, location.href))));
  return scenarios.map(({ scenario, digests }) =>
    digests.map((_, variant) => {
      const engine = new Engine(JSON.stringify(scenario), variant, [], 1000);
      while (!engine.advance(1009, NaN).done);
      const { whole } = engine.report(NaN).digest;
      engine.free();
      return whole;
    }),
  );
}

/** Waits until the page reports the result of its link, and returns the sentence. */
async function verdictOf() {
  const texts = (/** @type {ParentNode} */ top) => [
    top.textContent ?? '',
    ...[...top.querySelectorAll('*')].flatMap((one) => (one.shadowRoot ? texts(one.shadowRoot) : [])),
  ];
  for (const until = Date.now() + 60_000; Date.now() < until; ) {
    const said = texts(document.body)
      .join(' ')
      .match(/Reproduced, identical|[^.]*differs[^.]*/i);
    if (said) return said[0];
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return 'nothing';
}

test('the scenarios have their digests in Chromium', async ({ site }) => {
  const visit = await site.visit();
  const page = await visit.goto();
  assert.ok(given.scenarios.length >= 16);
  assert.deepEqual(
    await page.evaluate(digestsOf, given),
    given.scenarios.map(({ digests }) => digests),
  );
  await visit.close();
  const maker = await site.visit();
  const made = await maker.goto('#ex=fcfs-vs-easy&seed=9&load=0.8');
  // The scenario is changed, since the address of an example stays short.
  const { story, panel, choose } = actions(made);
  await story(/FCFS/);
  await panel('Policy');
  await choose('policy-picker', 'easy-sjbf');
  await made.waitForFunction(() => /&r=[0-9a-f]{16}/.test(location.hash), undefined, { timeout: 60_000 });
  link = await made.evaluate(() => location.hash);
  await maker.close();
});

for (const [name, startEngine] of /** @type {const} */ ([
  ['Firefox', startFirefox],
  ['WebKit', startWebKit],
])) {
  test(`the scenarios and a link have their digests in ${name}`, async ({ site }) => {
    const engine = await startEngine();
    if (typeof engine === 'string') return test.skip(true, engine);
    try {
      await engine.goto(site.address);
      assert.deepEqual(
        await engine.run(digestsOf, given),
        given.scenarios.map(({ digests }) => digests),
      );
      await engine.goto('about:blank');
      await engine.goto(site.address + link);
      assert.equal(await engine.run(verdictOf, undefined), 'Reproduced, identical');
    } finally {
      await engine.close();
    }
  });
}
