/** @file Data of special views: queried periodically during a run and once at its end. */

import { shallowEqual } from '../state/store.js';
import { askRun } from './runs.js';

/** @import { Page } from './page.js' */
/** @import { Variant } from '../types.js' */

/** Minimum interval between two queries of a run, ms. */
const REFRESH_MS = 400;

/** Keeps the data of special views up to date, for as long as the page lives. */
export function watchViews(/** @type {Page} */ page) {
  /** For each run the time of the last query, and whether another one is needed. @type {{at: number, busy: boolean, again: boolean}[]} */
  const asked = [];

  /** Reads the special views of a variant again, at most once per interval until its run is done. */
  const refreshViews = async (/** @type {number} */ index) => {
    const mine = (asked[index] ??= { at: -Infinity, busy: false, again: false });
    if (mine.busy) {
      mine.again = true;
      return;
    }
    const { layout, status } = page.store.get().variants[index] ?? {};
    if (status !== 'done' && performance.now() - mine.at < REFRESH_MS) return;
    mine.busy = true;
    mine.again = false;
    mine.at = performance.now();
    try {
      const seen = await readViews(page, index);
      // Answers of other runs, which have other layouts, are ignored.
      if (page.store.get().variants[index]?.layout === layout) storeViews(page, index, seen);
    } catch {
      // The run was replaced meanwhile.
    }
    mine.busy = false;
    if (mine.again) void refreshViews(index);
  };

  page.store.subscribe(({ variants }, before) => {
    if (variants === before.variants) return;
    variants.forEach(({ status, progress }, index) => {
      const old = before.variants[index];
      const moved = progress !== old?.progress || status !== old?.status;
      if (moved && progress !== null && (status === 'running' || status === 'done')) void refreshViews(index);
    });
  });
}

/**
 * Asks a run for its tables and the data of each view.
 * @param {Page} page
 * @param {number} index
 * @returns {Promise<Pick<Variant, 'tables'|'views'>>}
 */
async function readViews(page, index) {
  const tables = await askRun(page, index, 'tables');
  const shown = new Set(page.views.flatMap(({ needs }) => (typeof needs === 'string' ? [] : needs)));
  /** @type {Variant['views']} */
  const views = {};
  for (const { id, needs, fetchData: see } of page.views) {
    const mine = tables.filter((table) => (needs === 'rest' ? !shown.has(table.id) : needs !== 'run' && needs.includes(table.id)));
    const seen =
      see && (needs === 'run' || mine.length > 0)
        ? await see((method, ...values) => askRun(page, index, method, ...values), mine, page, page.store.get().variants[index]?.layout)
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
function storeViews(page, index, seen) {
  const { variants } = page.store.get();
  const old = variants[index];
  if (seen.tables.length === 0 && old?.tables.length === 0 && shallowEqual(seen.views, old.views)) return;
  page.store.set({ variants: variants.map((variant, at) => (at === index ? { ...variant, ...seen } : variant)) });
}

/**
 * Stores a choice of the reader in a special view.
 * @param {Page} page
 * @param {string} view its id
 * @param {any} choice
 */
export function chooseInView(page, view, choice) {
  page.store.set({ choices: { ...page.store.get().choices, [view]: choice } });
}
