// What the page offers to vary in a scenario is what the engine can set in it.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import test from 'node:test';
import { apply_overrides, study_knobs } from '../../www/pkg/ganttlet_wasm.js';
import { whole } from './engine.mjs';

whole();
const at = (path) => new URL(`../../${path}`, import.meta.url);
const examples = (await readdir(at('static/gallery'))).filter((name) => name.endsWith('.json') && name !== 'index.json');

for (const name of examples) {
  test(`${name}: the engine can set all that the page offers to vary`, async () => {
    const text = await readFile(at(`static/gallery/${name}`), 'utf8');
    const knobs = study_knobs(text);
    assert.ok(knobs.length > 0);
    for (const { id, value } of knobs) {
      const { diagnostics } = apply_overrides(text, { [id]: String(value) });
      assert.deepEqual(
        diagnostics.filter(({ severity }) => severity !== 'note'),
        [],
        id,
      );
    }
  });
}
