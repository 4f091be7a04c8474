import { expect, it } from 'vitest';
import { OptimumSearch } from '../../src/optimum/optimum-search.js';

/** A search with bounds of one report, whose slices end when `slice` is called. */
async function openedSearch() {
  /** @type {string[]} */
  const calls = [];
  /** @type {((answer: object) => void)[]} */
  const slices = [];
  const caller = {
    call: (/** @type {string} */ method) => {
      calls.push(method);
      if (method === 'advance') return new Promise((resolve) => slices.push(resolve));
      return Promise.resolve({ reports: [{ objective: 'makespan', variants: [{ value_s: 12 }], lower_s: 1 }], diagnostics: [] });
    },
    giveUp: () => {},
  };
  const page = {
    store: { get: () => ({ canonical: 'text', scenario: undefined }) },
    fileWork: { take: async () => [] },
  };
  const search = new OptimumSearch(/** @type {any} */ (page), () => {}, /** @type {any} */ (caller));
  await search.open();
  const settled = async () => {
    for (let at = 0; at < 20; at += 1) await Promise.resolve();
  };
  const slice = async (value_s = 9, done = false) => {
    const progress = { report: 0, share: 0.1, nodes: 1, value_s, lower_s: 1, gap: '', bars: null, rows: 1 };
    slices.shift()?.({ done, progress });
    await settled();
  };
  void search.start('makespan');
  await settled();
  return { search, calls, slice, settled };
}

it('advances slice after slice until the search is complete, and then reads the reports', async () => {
  const { search, calls, slice } = await openedSearch();
  await slice(9);
  await slice(8, true);
  expect(search.status).toBe('ready');
  expect(calls).toEqual(['open', 'begin', 'advance', 'advance', 'reports']);
  expect(search.histories.get(0)?.map(({ value_s }) => value_s)).toEqual([12, 9, 8]);
});

it('asks for no further slice while it is paused, and continues the same search', async () => {
  const { search, calls, slice, settled } = await openedSearch();
  search.pause();
  await slice(9);
  expect(search.status).toBe('paused');
  expect(calls).toEqual(['open', 'begin', 'advance']);
  void search.resume();
  await settled();
  await slice(8, true);
  expect(calls).toEqual(['open', 'begin', 'advance', 'advance', 'reports']);
});

it('continues with the slice under way if the pause ends before it', async () => {
  const { search, calls, slice } = await openedSearch();
  search.pause();
  void search.resume();
  await slice(9);
  expect(calls).toEqual(['open', 'begin', 'advance', 'advance']);
  expect(search.histories.get(0)).toHaveLength(2);
});

it('reads the reports when it is stopped, during a slice and during a pause', async () => {
  const running = await openedSearch();
  void running.search.stop();
  await running.slice();
  expect(running.calls.filter((call) => call === 'reports')).toHaveLength(1);
  const paused = await openedSearch();
  paused.search.pause();
  await paused.slice();
  await paused.search.stop();
  expect(paused.calls.filter((call) => call === 'reports')).toHaveLength(1);
  expect(paused.search.status).toBe('ready');
});
