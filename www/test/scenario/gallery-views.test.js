import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { COLOURS } from '../../src/text/colours.js';

const load = (/** @type {string} */ path) => JSON.parse(readFileSync(new URL(`../../../static/${path}`, import.meta.url), 'utf8'));
/** @type {import('../../src/scenario/gallery-list.js').Gallery} */
const { examples } = load('gallery/index.json');

it('views of examples name windows of time, existing variants of which one stays open, and colourings', () => {
  const views = examples.filter(({ view }) => view);
  expect(views.length).toBeGreaterThan(10);
  for (const { id, view } of views) {
    const { window, folded = [], colour } = /** @type {NonNullable<typeof view>} */ (view);
    const variants = 1 + (load(`gallery/${id}.json`).compare?.length ?? 0);
    if (window) expect(window.to_s, id).toBeGreaterThan(window.from_s);
    for (const pane of folded) expect(pane, id).toBeLessThan(variants);
    expect(new Set(folded).size, id).toBeLessThan(variants);
    if (colour) expect(Object.keys(COLOURS), id).toContain(colour);
  }
});
