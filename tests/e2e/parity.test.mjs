// The package that ships gives, in Chromium, the digests that the native engine gives: tests/parity/scenarios.json.
import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { root, start } from './support.mjs';

/** @type {import('./support.mjs').Site} */
let site;
before(async () => {
  site = await start();
});
after(() => site?.close());

test('the scenarios have their digests in Chromium', async () => {
  const scenarios = JSON.parse(await readFile(`${root}tests/parity/scenarios.json`, 'utf8'));
  const assets = await readdir(`${root}dist/assets`);
  const wasm = assets.find((name) => name.startsWith('ganttlet_wasm') && name.endsWith('.wasm'));
  const glue = await readFile(`${root}www/pkg/ganttlet_wasm.js`, 'utf8');
  const visit = await site.visit();
  const page = await visit.goto();
  const digests = await page.evaluate(
    async ({ glue, wasm, scenarios }) => {
      const address = URL.createObjectURL(new Blob([glue], { type: 'text/javascript' }));
      const { default: init, Engine } = await import(address);
      await init({ module_or_path: new URL(`assets/${wasm}`, location.href) });
      return scenarios.map(({ scenario, digests }) =>
        digests.map((_, variant) => {
          const engine = new Engine(JSON.stringify(scenario), variant, [], 1000);
          while (!engine.advance(1009, NaN).done);
          const { whole } = engine.report(NaN).digest;
          engine.free();
          return whole;
        }),
      );
    },
    { glue, wasm, scenarios },
  );
  assert.ok(digests.length >= 16);
  assert.deepEqual(digests, scenarios.map(({ digests }) => digests));
  await visit.close();
});
