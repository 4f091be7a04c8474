/** @file What the distribution plot draws: curves named where they run, and the percentile that is read off. */

import { lineStyle } from '../elements/theme.js';
import { formatNumber, formatShare } from '../text/numbers.js';
import { formatTime, timeTicks } from '../text/time.js';
import { nameShares, quantile } from './curves.js';
import { logarithmicTicks } from './ticks.js';

/** @import { Pen, Sheet } from './canvas.js' */
/** @import { Curve } from './curves.js' */

/** @typedef {{ name: string, at: number, curve: Curve }} Named */

/** What lies within so many CSS pixels of the axis cannot be told from it. */
const EDGE = 8;
/** The longest name beside a curve, letters. */
const NAME_LETTERS = 28;

/**
 * @param {object} needs
 * @param {() => readonly Named[]} needs.curves
 * @param {boolean} needs.logarithmic
 * @param {string} needs.unit
 * @param {() => number} needs.percentile the one read off
 * @param {(percentile: number) => void} needs.point the pointer is at this percentile
 * @returns {Sheet}
 */
export function curveSheet({ curves, logarithmic, unit, percentile, point }) {
  const times = unit === 's';
  const ticks = (/** @type {number} */ low, /** @type {number} */ high, /** @type {number} */ most) =>
    logarithmic ? logarithmicTicks(low, high, times, most) : timeTicks(low, high, most).map(({ time_s }) => time_s);
  return {
    // Room for a label at the right end of the axis.
    padding: [8, 28, 0, 0],
    cursor: 'y',
    across: {
      logarithmic,
      axis: { size: 32, space: 80, grid: true, words: times ? formatTime : formatNumber, ...(logarithmic || times ? { ticks } : {}) },
    },
    left: { size: 52, space: 30, grid: true, top: () => 1, words: formatShare },
    lines: curves().map(({ at }) => ({ ...lineStyle(at), steps: true })),
    over: (pen) => {
      const y = Math.round(pen.y(percentile() / 100)) + 0.5;
      pen.rule([pen.box.left, y], [pen.box.right, y], 0.5);
      drawNames(pen, curves(), logarithmic);
    },
    point: (at) => at && point(Math.min(100, Math.max(1, Math.round(at.y * 100)))),
  };
}

/**
 * Writes each curve's name beside it, at heights that differ, so that no legend has to be looked up.
 * @param {Pen} pen
 * @param {readonly Named[]} curves
 * @param {boolean} logarithmic
 */
function drawNames(pen, curves, logarithmic) {
  const { ctx, box, ratio } = pen;
  ctx.save();
  pen.font(12);
  ctx.textBaseline = 'middle';
  ctx.textAlign = 'left';
  const shares = nameShares(
    curves.map(({ curve }) => curve),
    pen.valueAt(EDGE),
  );
  curves.forEach(({ name, at, curve }, index) => {
    const share = shares[index] ?? 0;
    const value = quantile(curve, share);
    if (value === undefined || (logarithmic && value <= 0)) return;
    const text = name.length > NAME_LETTERS ? `${name.slice(0, NAME_LETTERS - 1)}\u2026` : name;
    const last = box.right - ctx.measureText(text).width - 4 * ratio;
    pen.write(text, Math.max(box.left + 4 * ratio, Math.min(pen.x(value) + 8 * ratio, last)), pen.y(share), lineStyle(at).token);
  });
  ctx.restore();
}
