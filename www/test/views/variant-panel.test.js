import { describe, expect, it } from 'vitest';
import { VariantPanel } from '../../src/views/variant-panel.js';

let count = 0;

/** A panel of the view `sea` about runs, of which those with a name in `shown` have something for it. */
function panelOf(/** @type {string[]} */ names, /** @type {string[]} */ shown, pane = 0) {
  class Panel extends VariantPanel {
    static view = 'sea';
    get state() {
      const variants = names.map((name) => ({ name, status: 'done', views: shown.includes(name) ? { sea: true } : {} }));
      return /** @type {any} */ ({ variants, pane });
    }
  }
  count += 1;
  customElements.define(`test-panel-${count}`, Panel);
  return new Panel();
}

describe('a panel about a variant', () => {
  it('shows the variant whose chart was looked at last, until the reader chooses another', async () => {
    const panel = panelOf(['a', 'b', 'c'], ['a', 'b', 'c'], 2);
    await panel.refresh();
    expect(panel.variant).toBe(2);
    panel.setChoice({ wanted: 1 });
    await panel.refresh();
    expect(panel.variant).toBe(1);
  });

  it('offers only variants that have something for its view, or all if none has', async () => {
    const panel = panelOf(['a', 'b', 'c'], ['b', 'c'], 0);
    await panel.refresh();
    expect(panel.variantOptions.map(({ value }) => value)).toEqual([1, 2]);
    expect(panel.variant).toBe(1);
    expect(panelOf(['a', 'b'], []).variantOptions.length).toBe(2);
  });

  it('keeps the last answer of a run that is replaced while it is asked', async () => {
    const panel = panelOf(['a', 'b'], ['a', 'b']);
    const answers = panel.queryEach(['old a', 'old b'], (at) =>
      at === 0 ? Promise.resolve('new a') : Promise.reject(new Error('replaced')),
    );
    expect(await answers).toEqual(['new a', 'old b']);
    panel.readRuns = () => Promise.reject(new Error('replaced'));
    await panel.refresh();
    expect(panel.complete).toBe(true);
  });
});
