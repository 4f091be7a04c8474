/** @file Distribution curves: cumulative steps of many runs on one axis, percentiles, and their plot. */

import { lineStyle } from '../elements/theme.js';
import { formatNumber, formatShare } from '../text/numbers.js';
import { formatTime } from '../text/time.js';

/** @import { Plot } from './plot-layout.js' */

/** @typedef {{ x: ArrayLike<number>, y: ArrayLike<number> }} Curve  y, from 0 to 1, is the share of values up to x */

/**
 * The smallest value that at least the share `p` of all values does not exceed.
 * @param {Curve} curve
 * @param {number} p from 0 to 1
 * @returns {number | undefined} undefined if the curve is empty
 */
export function quantile({ x, y }, p) {
  let low = 0;
  let high = y.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    // Shares are sums of fractions: equal ones may differ in the last bits.
    if ((y[middle] ?? 1) < p - 1e-12) low = middle + 1;
    else high = middle;
  }
  return x[Math.min(low, x.length - 1)];
}

/**
 * All curves on one list of x values, as a step plot needs them: the share up to each x.
 * @param {readonly Curve[]} curves
 * @param {boolean} logarithmic values that a logarithmic axis cannot show (0 and below) are left out, their share is not
 * @returns {number[][]} the x values, then the shares of each curve
 */
export function joinSteps(curves, logarithmic) {
  const all = new Set(curves.flatMap(({ x }) => Array.from(x)));
  const xs = [...all].filter((x) => !logarithmic || x > 0).sort((a, b) => a - b);
  const shares = curves.map(({ x, y }) => {
    let at = 0;
    return xs.map((here) => {
      while (at < x.length && (x[at] ?? Infinity) <= here) at += 1;
      return at === 0 ? 0 : (y[at - 1] ?? 0);
    });
  });
  return [xs, ...shares];
}

/**
 * Whether a logarithmic axis is better: most values are positive and span decades.
 * @param {readonly Curve[]} curves
 * @returns {boolean}
 */
export function suitsLogarithm(curves) {
  const medians = curves.map((curve) => quantile(curve, 0.5) ?? 0);
  const ends = curves.map((curve) => quantile(curve, 1) ?? 0);
  const middle = Math.min(...medians);
  return middle > 0 && Math.max(...ends) / middle > 100;
}

/**
 * The plot of some curves, with a line at the selected percentile.
 * @param {readonly {name: string, at: number, curve: Curve}[]} named at: which line style
 * @param {boolean} logarithmic
 * @param {string} unit
 * @param {number} percentile
 * @returns {Plot}
 */
export function curvePlot(named, logarithmic, unit, percentile) {
  const curves = named.map(({ curve }) => curve);
  const [xs = [], ...shares] = joinSteps(curves, logarithmic);
  const times = unit === 's';
  return {
    // Space for a label at the right end of the axis.
    margin: { top: 8, right: 28, bottom: 32, left: 52 },
    x: { logarithmic, kind: times ? 'time' : 'number', space: 80, grid: true, words: times ? formatTime : formatNumber },
    y: { ends: () => [0, 1], space: 30, grid: true, words: formatShare },
    lines: named.map(({ name, at }, order) => ({
      name,
      ...lineStyle(at),
      x: xs,
      y: shares[order] ?? [],
      steps: true,
    })),
    rules: [{ y: percentile / 100 }],
  };
}
