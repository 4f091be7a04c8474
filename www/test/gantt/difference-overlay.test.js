import { beforeEach, describe, expect, it, vi } from 'vitest';
import { compareRuns, setDifference } from '../../src/commands/baseline-difference.js';
import { createPage } from '../../src/commands/page.js';
import { askRun } from '../../src/commands/runs.js';
import { drawOverlay } from '../../src/gantt/chart-overlay.js';
import * as drawing from '../../src/gantt/difference-overlay.js';
import { differenceSigns } from '../../src/text/difference-signs.js';

vi.mock('../../src/commands/runs.js', async (original) => ({ .../** @type {object} */ (await original()), askRun: vi.fn() }));

/** @param {string[]} statuses */
function pageOf(statuses) {
  const page = createPage();
  page.store.set({
    variants: /** @type {any} */ (
      statuses.map((status, at) => ({ name: `v${at}`, status, views: {}, tables: [], layout: null, progress: null }))
    ),
  });
  return page;
}

beforeEach(() => {
  const bytes = new Uint8Array([1, 2, 3]);
  vi.mocked(askRun)
    .mockReset()
    .mockImplementation(
      /** @type {any} */ (
        async (/** @type {unknown} */ _page, /** @type {number} */ _at, /** @type {string} */ method) =>
          method === 'baseline' ? bytes : true
      ),
    );
});
const asked = () =>
  vi.mocked(askRun).mock.calls.map(([, at, method, bytes]) => [at, method, /** @type {Uint8Array|undefined} */ (bytes)?.length]);

describe('the difference to the first variant', () => {
  it('is sent to each completed run once, when the first one is complete', async () => {
    await compareRuns(pageOf(['running', 'done']));
    expect(asked()).toEqual([]);
    const page = pageOf(['done', 'done', 'running', 'done']);
    await compareRuns(page);
    expect(asked()).toEqual([
      [0, 'baseline', undefined],
      [1, 'compare', 3],
      [3, 'compare', 3],
    ]);
    expect(page.store.get().variants.map(({ compared }) => Boolean(compared))).toEqual([false, true, false, true]);
    await compareRuns(page);
    expect(asked()).toHaveLength(3);
  });

  it('is not sent for other work, and not requested again', async () => {
    vi.mocked(askRun).mockImplementation(
      /** @type {any} */ (
        async (/** @type {unknown} */ _page, /** @type {number} */ _at, /** @type {string} */ method) =>
          method === 'baseline' ? new Uint8Array(3) : false
      ),
    );
    const page = pageOf(['done', 'done']);
    await compareRuns(page);
    expect(page.store.get().variants[1]).toMatchObject({ compared: false, otherWork: true });
    await compareRuns(page);
    expect(asked()).toHaveLength(2);
  });

  it('is forgotten where it is not wanted', async () => {
    const page = pageOf(['done', 'done']);
    await compareRuns(page);
    await setDifference(page, false);
    expect(asked().at(-1)).toEqual([1, 'compare', 0]);
    expect(page.store.get().variants[1]?.compared).toBe(false);
    await setDifference(page, true);
    expect(asked().at(-1)).toEqual([1, 'compare', 3]);
  });

  it('is counted in the order of the charts, with names for who wants them', () => {
    const one = (/** @type {number} */ earlier, /** @type {number} */ later, moved = [{ x: 1, y: 1, earlier: true }]) =>
      /** @type {any} */ ({ least: '5 min', earlier, later, ghosts: [], moved });
    const said = (/** @type {any[]} */ told, /** @type {string[]} */ names) =>
      differenceSigns(told, names, 'jobs').map(({ words, names: each }) => (each ? `${words} (${each})` : words));
    expect(said([null, one(1050, 7)], ['FCFS', 'EASY'])).toEqual(['earlier by 5 min or more: 1\u202f050 jobs', 'later: 7']);
    expect(said([null, one(1, 7)], ['FCFS', 'EASY'])[0]).toBe('earlier by 5 min or more: 1 job');
    expect(said([null, one(1, 7), one(2, 0)], ['FCFS', 'EASY', 'SJF'])).toEqual([
      'earlier by 5 min or more: EASY 1, SJF 2 (EASY: 1 job, SJF: 2 jobs)',
      'later: EASY 7, SJF 0 (EASY: 7 jobs, SJF: 0 jobs)',
    ]);
    // What was told of a variant that is gone does not count.
    expect(said([null, one(1, 7), one(2, 0)], ['FCFS', 'EASY']).at(-1)).toBe('later: 7');
    expect(said([null, null], ['FCFS', 'EASY'])).toEqual([]);
    // Nobody who counts has bars: none is none of them.
    expect(said([null, { ...one(0, 0, []), least: '' }], ['FCFS', 'EASY'])).toEqual([]);
    // Where signs would be a thicket there are none.
    expect(said([null, one(454, 7, [])], ['FCFS', 'EASY']).at(-1)).toBe('zoom in to see them');
    expect(said([null, one(0, 0, [])], ['FCFS', 'EASY'])).toHaveLength(2);
  });

  it('has ghosts below, triangles and arrows above, names over these, and the notes on the ends over all', () => {
    /** @type {(string|number)[][]} */
    const done = [];
    const context = new Proxy(/** @type {any} */ ({ canvas: { width: 100, height: 50 } }), {
      get: (target, name) => target[name] ?? ((/** @type {any[]} */ ...args) => (done.push([String(name), ...args]), { width: 10 })),
      set: () => true,
    });
    const difference = /** @type {import('../../src/engine/types.js').Difference} */ ({
      least: '5 min',
      earlier: 1,
      later: 1,
      ends: { baseline: 90, own: 40, earlier: true, text: 'ends 5 min earlier' },
      moved: [
        { x: 20, y: 10, earlier: true },
        { x: 30, y: 20, earlier: false },
      ],
      ghosts: [
        { x: 50, y: 0, w: 20, h: 10, text: '3', asked: false },
        { x: 10, y: 0, w: 20, h: 10, text: '', asked: true },
      ],
      arrows: [{ from: [50, 5], to: [30, 25] }],
    });
    const label = { x: 20, y: 0, w: 60, h: 20, text: '64', shift: '', light: false, ties: [] };
    const frame = /** @type {any} */ ({
      view: { from_s: 0, to_s: 100, width: 100, height: 50, now_s: -1000 },
      outlines: [[], []],
      places: [],
      labels: [label],
      holes: [],
      marks: [],
      difference,
    });
    drawOverlay(context, frame, 1, {}, { font: 'x', size: 11, playhead: true, difference: drawing });
    const order = done.map(([name, what]) => (name === 'fillText' ? what : name));
    // Of the two ghosts the one that is pointed at lies above with its halo.
    expect(order.filter((name) => ['strokeRect', '3', 'bezierCurveTo', '64', 'ends 5 min earlier'].includes(String(name)))).toEqual([
      'strokeRect',
      '3',
      'strokeRect',
      'strokeRect',
      'bezierCurveTo',
      '64',
      'ends 5 min earlier',
    ]);
    // The tips: to the left for earlier, to the right for later.
    expect(done).toContainEqual(['lineTo', 14, 10]);
    expect(done).toContainEqual(['lineTo', 36, 20]);
  });
});
