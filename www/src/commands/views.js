/** @file What special views show of the runs: asked for now and then while a run is computed, and once more when it is done. */

import { same } from '../state/store.js';
import { ask } from './runs.js';

/** @import { Page } from './page.js' */
/** @import { Variant } from '../types.js' */

/** A run that goes on is asked at most this often, ms. */
const AGAIN_MS = 400;

/** Keeps what the views know of all runs up to date, for as long as the page lives. */
export function watchViews(/** @type {Page} */ page) {
  /** Of each run: when it was asked last, and whether there is something new. @type {{at: number, busy: boolean, again: boolean}[]} */
  const asked = [];

  const renew = async (/** @type {number} */ index) => {
    const mine = (asked[index] ??= { at: -Infinity, busy: false, again: false });
    if (mine.busy) {
      mine.again = true;
      return;
    }
    const { layout, status } = page.store.get().variants[index] ?? {};
    if (status !== 'done' && performance.now() - mine.at < AGAIN_MS) return;
    mine.busy = true;
    mine.again = false;
    mine.at = performance.now();
    try {
      const seen = await look(page, index);
      // The layout is new with each run: an answer about another run says nothing.
      if (page.store.get().variants[index]?.layout === layout) keep(page, index, seen);
    } catch {
      // A run that was replaced has nothing to say.
    }
    mine.busy = false;
    if (mine.again) void renew(index);
  };

  page.store.subscribe(({ variants }, before) => {
    if (variants === before.variants) return;
    variants.forEach(({ status, progress }, index) => {
      const old = before.variants[index];
      const moved = progress !== old?.progress || status !== old?.status;
      if (moved && progress !== null && (status === 'running' || status === 'done')) void renew(index);
    });
  });
}

/**
 * The tables of a run, and what each view has to show of it.
 * @param {Page} page
 * @param {number} index
 * @returns {Promise<Pick<Variant, 'tables'|'views'>>}
 */
async function look(page, index) {
  const tables = await ask(page, index, 'tables');
  const shown = new Set(page.views.flatMap(({ needs }) => (typeof needs === 'string' ? [] : needs)));
  /** @type {Variant['views']} */
  const views = {};
  for (const { id, needs, look: see } of page.views) {
    const mine = tables.filter((table) => (needs === 'rest' ? !shown.has(table.id) : needs !== 'run' && needs.includes(table.id)));
    const seen =
      see && (needs === 'run' || mine.length > 0)
        ? await see((method, ...values) => ask(page, index, method, ...values), mine, page, page.store.get().variants[index]?.layout)
        : null;
    if (seen !== null) views[id] = seen;
  }
  return { tables, views };
}

/**
 * @param {Page} page
 * @param {number} index
 * @param {Pick<Variant, 'tables'|'views'>} seen
 */
function keep(page, index, seen) {
  const { variants } = page.store.get();
  const old = variants[index];
  if (seen.tables.length === 0 && old?.tables.length === 0 && same(seen.views, old.views)) return;
  page.store.set({ variants: variants.map((variant, at) => (at === index ? { ...variant, ...seen } : variant)) });
}

/**
 * Takes what the reader chose in a view.
 * @param {Page} page
 * @param {string} view its id
 * @param {any} choice
 */
export function chooseInView(page, view, choice) {
  page.store.set({ choices: { ...page.store.get().choices, [view]: choice } });
}
