import { expect, it } from 'vitest';
import { COLOURS } from '../../src/text/colours.js';

// The folder of examples is not part of the sources of the page.
const list = 'index';
const { default: gallery } = await import(`../../../static/gallery/${list}.json`);
/** Number of variants of the widest example. */
const MOST_VARIANTS = 4;

it('views of examples name windows of time, variants of which one stays open, and colourings', () => {
  const views = /** @type {import('../../src/scenario/gallery-list.js').Example[]} */ (gallery.examples).filter(({ view }) => view);
  expect(views.length).toBeGreaterThan(10);
  for (const { id, view } of views) {
    const { window, folded = [], colour } = /** @type {NonNullable<typeof view>} */ (view);
    if (window) expect(window.to_s, id).toBeGreaterThan(window.from_s);
    expect(new Set(folded).size, id).toBe(folded.length);
    for (const pane of folded) expect(pane, id).toBeLessThan(MOST_VARIANTS);
    expect(folded.length, id).toBeLessThan(MOST_VARIANTS);
    if (colour) expect(Object.keys(COLOURS), id).toContain(colour);
  }
});
