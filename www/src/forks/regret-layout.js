/** @file The layout of the bars of the regret strip. */

import { axisTicks } from '../text/ticks.js';

/** @import { Regret } from './regret-runs.js' */

/** Maximum and minimum width of a bar; height of the tick of a start without effect, CSS pixels. */
export const BAR = { most: 6, least: 1.5, tick: 4 };
/** Smaller changes have no bar, s. */
const NO_EFFECT_S = 0.05;

/**
 * @typedef {object} RegretBar
 * @property {number} at its index among the regrets
 * @property {number} x its left edge
 * @property {number} y its upper edge
 * @property {number} w
 * @property {number} h
 * @property {'raises'|'lowers'|'none'|'unknown'} kind the effect of holding the job on the mean wait
 * @typedef {{bars: RegretBar[], zero: number, ticks: {y: number, value_s: number}[]}} RegretLayout zero: the height of no change
 */

/**
 * The bars of all starts.
 * @param {readonly Regret[]} regrets
 * @param {{from_s: number, to_s: number}} window
 * @param {{width: number, height: number}} size CSS pixels
 * @returns {RegretLayout}
 */
export function layoutRegrets(regrets, { from_s, to_s }, { width, height }) {
  const known = regrets.flatMap(({ change_s }) => (Number.isFinite(change_s) ? [change_s] : []));
  const high = Math.max(1, ...known);
  const low = Math.min(-high / 4, ...known);
  const y = (/** @type {number} */ value) => ((high - value) / (high - low)) * height;
  const zero = y(0);
  const w = Math.max(BAR.least, Math.min(BAR.most, width / Math.max(1, regrets.length)));
  const bars = regrets.map(({ start_s, change_s }, at) => {
    const x = ((start_s - from_s) / (to_s - from_s)) * width - w / 2;
    if (!Number.isFinite(change_s)) return { at, x, y: zero - 0.5, w, h: 1, kind: /** @type {const} */ ('unknown') };
    if (Math.abs(change_s) < NO_EFFECT_S) return { at, x, y: zero - BAR.tick / 2, w, h: BAR.tick, kind: /** @type {const} */ ('none') };
    const top = Math.min(zero, y(change_s));
    const kind = /** @type {'raises'|'lowers'} */ (change_s > 0 ? 'raises' : 'lowers');
    return { at, x, y: top, w, h: Math.max(1, Math.abs(y(change_s) - zero)), kind };
  });
  const ticks = axisTicks(low, high, 4, { kind: 'time' }).map((value_s) => ({ y: y(value_s), value_s }));
  return { bars, zero, ticks };
}

/**
 * The bar nearest to a point in time; -1 without bars.
 * @param {readonly RegretBar[]} bars
 * @param {number} x
 */
export function nearestBar(bars, x) {
  let best = -1;
  let distance = Infinity;
  for (const bar of bars) {
    const away = Math.abs(bar.x + bar.w / 2 - x);
    // Of starts at the same time the one with the larger effect.
    if (away < distance - 0.01 || (away < distance + 0.01 && bar.h > (bars[best]?.h ?? 0))) [best, distance] = [bar.at, away];
  }
  return best;
}
