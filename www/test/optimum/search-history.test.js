import { expect, it } from 'vitest';
import { extendHistory, historyPlot, startHistory } from '../../src/optimum/search-history.js';

/** A progress of a search. */
const progress = (/** @type {number} */ nodes, /** @type {number|null} */ value_s, share = 0) =>
  /** @type {import('../../src/engine/types.js').OptimumProgress} */ ({
    report: 0,
    share,
    nodes,
    value_s,
    lower_s: 50,
    gap: '',
    bars: null,
    rows: 1,
  });

it('keeps every better value and the last state of a long search', () => {
  /** @type {import('../../src/optimum/search-history.js').SearchPoint[]} */
  let history = [];
  for (let at = 0; at < 2000; at += 1) history = extendHistory(history, progress(at, at < 777 ? 90 : at < 1333 ? 80 : 70));
  expect(history.length).toBeLessThanOrEqual(400);
  expect(history.at(-1)?.nodes).toBe(1999);
  const better = history.filter(({ value_s }, at) => at > 0 && value_s !== history[at - 1]?.value_s);
  expect(better.map(({ nodes }) => nodes)).toEqual([777, 1333]);
});

it('begins with the best variant that has ended', () => {
  const variants = /** @type {any} */ ([{ value_s: 95 }, { value_s: null }, { value_s: 90 }]);
  expect(startHistory({ variants, lower_s: 50 })).toEqual([{ nodes: 0, share: 0, value_s: 90, lower_s: 50 }]);
  expect(startHistory({ variants: [], lower_s: 50 })[0]?.value_s).toBeNull();
});

it('plots values and bounds over partial schedules, with a line for each variant that has ended', () => {
  const history = [progress(10, 90), progress(30, 80)];
  const variants = /** @type {any} */ ([
    { variant: 'EASY', value_s: 95 },
    { variant: 'FCFS', value_s: null },
  ]);
  const { x, lines } = historyPlot(history, { variants });
  expect(x.title).toBe('Partial schedules explored');
  expect(lines.map(({ name }) => name)).toEqual(['', 'Best so far', 'Lower bound', 'EASY']);
  expect(lines[1]).toMatchObject({ x: [10, 30], y: [90, 80] });
  expect(lines[3]).toMatchObject({ x: [10, 30], y: [95, 95] });
});

it('plots over the share of a local search, which counts no partial schedules', () => {
  const { x, lines } = historyPlot([progress(0, 90, 0.25), progress(0, 80, 0.5)], { variants: [] });
  expect(x.title).toBe('Share of the search, %');
  expect(lines[1]?.x).toEqual([25, 50]);
});
