import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createPage } from '../../src/commands/page.js';
import { setStops } from '../../src/commands/playback-stops.js';
import { askRun } from '../../src/commands/runs.js';

vi.mock('../../src/commands/runs.js', async (original) => ({ .../** @type {object} */ (await original()), askRun: vi.fn() }));

/** When something worth seeing happens, in each of two runs. */
const STOPS = [[30, 60], [45]];

/** @param {number} computed_s how far both runs are computed */
function pageOf(computed_s) {
  const page = createPage();
  const layout = { from_s: 0 };
  page.store.set({
    canonical: 'a',
    playing: true,
    variants: /** @type {any} */ (
      STOPS.map((_, at) => ({
        name: `v${at}`,
        status: 'running',
        views: {},
        tables: [],
        layout,
        progress: { now_s: computed_s, end_s: computed_s },
      }))
    ),
  });
  return page;
}

beforeEach(() => {
  vi.mocked(askRun)
    .mockReset()
    .mockImplementation(
      /** @type {any} */ (
        async (/** @type {unknown} */ _page, /** @type {number} */ at, /** @type {string} */ method, /** @type {number} */ time_s) =>
          method === 'next_notable' ? (STOPS[at]?.find((stop) => stop > time_s) ?? NaN) : []
      ),
    );
});
const settle = () => new Promise((resolve) => setTimeout(resolve));

describe('playing that stops where something is worth seeing', () => {
  it('moves only over time without stops, and to the next stop of any run', async () => {
    const page = pageOf(100);
    setStops(page, true);
    const limit = () => page.player.limit?.();
    expect(limit()).toBe(0);
    await settle();
    expect(limit()).toBe(30);
    page.store.set({ playhead_s: 30 });
    expect(limit()).toBe(30);
    expect(page.store.get().playing).toBe(false);
    // Who plays on comes to the next one.
    page.store.set({ playing: true });
    limit();
    await settle();
    expect(limit()).toBe(45);
    expect(page.store.get().playing).toBe(true);
  });

  it('looks again where more has been computed, or something else runs', async () => {
    const page = pageOf(20);
    setStops(page, true);
    page.player.limit?.();
    await settle();
    expect(page.player.limit?.()).toBe(20);
    page.store.set({ playhead_s: 15, variants: pageOf(100).store.get().variants });
    page.player.limit?.();
    await settle();
    expect(page.player.limit?.()).toBe(30);
    page.store.set({ canonical: 'b', playhead_s: 2 });
    expect(page.player.limit?.()).toBe(2);
    await settle();
    expect(page.player.limit?.()).toBe(30);
    setStops(page, false);
    expect(page.player.limit).toBe(undefined);
  });
});
