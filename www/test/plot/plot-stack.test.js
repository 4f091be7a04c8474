import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { summaryText } from '../../src/plot/metric-plot.js';
import { PlotStack } from '../../src/plot/plot-stack.js';

const series = (/** @type {number} */ value) =>
  /** @type {any} */ ({
    time: new Float64Array([0, 1]),
    queued: new Float64Array([value, value]),
    running: new Float64Array(2),
    busy: new Float64Array(2),
    by_kind: [],
  });

/** The state at the playhead, where all work has ended. */
const MOMENT = { queued: 0, running: 0, busy: 0, nodes: 8 };

/**
 * The plots of some runs, as far as they ask for their lines.
 * @param {(() => Promise<any>)[]} answers of each run
 */
function stackOf(answers) {
  const state = { view: { from_s: 0, to_s: 1 }, playhead_s: 1, variants: answers.map((_, i) => ({ name: `v${i}`, status: 'done' })) };
  const page = {
    store: { get: () => state },
    runs: {
      clients: answers.map((answer) => ({
        call: (/** @type {string} */ method) => (method === 'state' ? Promise.resolve(MOMENT) : answer()),
      })),
      missed: -Infinity,
    },
  };
  const stack = /** @type {any} */ ({
    page,
    clientWidth: 500,
    gutter: 76,
    visible: true,
    busy: false,
    stale: false,
    failures: 0,
    retry: undefined,
    series: null,
    measureWidth: () => undefined,
    loadSeries: PlotStack.prototype.loadSeries,
    seriesLines: PlotStack.prototype.seriesLines,
  });
  return { stack, state };
}

const looks = { visibilityState: 'visible' };

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', looks);
  looks.visibilityState = 'visible';
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the plots under the charts', () => {
  it('ask again where a run was replaced while it was asked, though nothing changes any more', async () => {
    const answer = vi.fn().mockRejectedValueOnce(new Error('Superseded.')).mockResolvedValue(series(3));
    const { stack } = stackOf([answer]);
    await stack.loadSeries();
    expect(stack.series).toBe(null);
    await vi.advanceTimersByTimeAsync(1000);
    expect(answer).toHaveBeenCalledTimes(2);
    expect([...stack.seriesLines('queued').values[0]]).toEqual([3, 3]);
  });

  it('describe the state at the playhead, not the last mean of a line', async () => {
    const { stack } = stackOf([async () => series(3), async () => series(5)]);
    await stack.loadSeries();
    expect(summaryText(stack.seriesLines('queued'), String)).toBe('At the playhead: v0 0, v1 0');
    expect(summaryText(stack.seriesLines('busy'), String)).toBe('At the playhead: v0 0, v1 0');
  });

  it('do not ask for ever', async () => {
    const answer = vi.fn().mockRejectedValue(new Error('Nothing is loaded.'));
    const { stack } = stackOf([answer]);
    await stack.loadSeries();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(answer).toHaveBeenCalledTimes(7);
  });

  it('show the other runs where one has failed', async () => {
    const { stack, state } = stackOf([() => Promise.reject(new Error('it failed')), async () => series(5)]);
    /** @type {any} */ (state.variants[0]).status = 'failed';
    await stack.loadSeries();
    expect(stack.seriesLines('queued').values.map((/** @type {Float64Array} */ line) => [...line])).toEqual([
      [NaN, NaN],
      [5, 5],
    ]);
  });

  it('keep no line of runs that are gone', async () => {
    const { stack, state } = stackOf([async () => series(5)]);
    await stack.loadSeries();
    await vi.advanceTimersByTimeAsync(200);
    state.variants = [];
    await stack.loadSeries();
    expect(stack.series).toBe(null);
  });

  it('of a hidden page ask when it is shown', async () => {
    const answer = vi.fn().mockResolvedValue(series(1));
    const { stack } = stackOf([answer]);
    looks.visibilityState = 'hidden';
    await stack.loadSeries();
    expect([answer.mock.calls.length, stack.stale]).toEqual([0, true]);
    looks.visibilityState = 'visible';
    const plots = Object.assign(new PlotStack(), { stale: true, loadSeries: vi.fn() });
    plots.shown();
    expect(plots.loadSeries).toHaveBeenCalledTimes(1);
  });
});
