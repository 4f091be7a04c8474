/** @file The course of a search: the best value and the proven bound by the extent of the search, as a plot. */

import { formatNumber } from '../text/numbers.js';
import { formatTime } from '../text/time.js';

/** @import { OptimumProgress, OptimumReport } from '../engine/types.js' */
/** @import { Line, Plot } from '../plot/plot-layout.js' */

/** Most points of a course; above it every second one is dropped, but no better value. */
const MOST_POINTS = 400;

/**
 * The state of a search at one moment.
 * @typedef {{nodes: number, share: number, value_s: number|null, lower_s: number}} SearchPoint
 */

/**
 * The course before the search: the best variant and the proven bound.
 * @param {Pick<OptimumReport, 'variants'|'lower_s'>} report
 * @returns {SearchPoint[]}
 */
export function startHistory({ variants, lower_s }) {
  const values = variants.flatMap(({ value_s }) => value_s ?? []);
  return [{ nodes: 0, share: 0, value_s: values.length > 0 ? Math.min(...values) : null, lower_s }];
}

/**
 * The course with one more state.
 * @param {readonly SearchPoint[]} history
 * @param {OptimumProgress} progress
 * @returns {SearchPoint[]}
 */
export function extendHistory(history, { nodes, share, value_s, lower_s }) {
  const longer = [...history, { nodes, share, value_s, lower_s }];
  if (longer.length <= MOST_POINTS) return longer;
  const changes = (/** @type {number} */ at) =>
    longer[at]?.value_s !== longer[at - 1]?.value_s || longer[at]?.lower_s !== longer[at - 1]?.lower_s;
  return longer.filter((_, at) => at % 2 === 0 || at === longer.length - 1 || changes(at));
}

/**
 * The plot of a course: steps of the best value and of the bound, the gap between them, and a line for each variant.
 * @param {readonly SearchPoint[]} history
 * @param {Pick<OptimumReport, 'variants'>} report
 * @returns {Plot}
 */
export function historyPlot(history, { variants }) {
  const counted = history.some(({ nodes }) => nodes > 0);
  const x = history.map(({ nodes, share }) => (counted ? nodes : 100 * share));
  const [first = 0, last = 0] = [x[0], x.at(-1)];
  const values = history.map(({ value_s }) => value_s);
  const bounds = history.map(({ lower_s }) => lower_s);
  const line = (/** @type {Partial<Line> & Pick<Line, 'name'|'y'>} */ parts) =>
    /** @type {Line} */ ({ token: 'ink', dash: [], x, steps: true, marked: false, ...parts });
  return {
    margin: { top: 10, bottom: 40 },
    x: {
      title: counted ? 'Partial schedules explored' : 'Share of the search, %',
      kind: 'number',
      space: 80,
      words: formatNumber,
    },
    y: { kind: 'time', space: 30, words: formatTime, grid: true, ends: (low, high) => widened(low, high) },
    lines: [
      line({ name: '', token: 'hole', y: values.map(() => null), low: bounds, high: values }),
      line({ name: 'Best so far', y: values }),
      line({ name: 'Lower bound', token: 'good', y: bounds }),
      ...variants.flatMap(({ variant, value_s }) =>
        value_s === null ? [] : [line({ name: variant, token: 'ink-soft', dash: [4, 4], x: [first, last], y: [value_s, value_s] })],
      ),
    ],
    names: 'beside',
  };
}

/** The ends of an axis around these values. @param {number} low @param {number} high @returns {[number, number]} */
function widened(low, high) {
  const room = high > low ? 0.08 * (high - low) : Math.max(1, 0.02 * Math.abs(high));
  return [low - room, high + room];
}
