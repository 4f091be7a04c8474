/** @file The logarithmic scale of the speed control, fitted to the run. */

import { clamp } from '../state/chart-window.js';
import { formatNumber } from '../text/numbers.js';

/**
 * The slowest and the fastest speed: the whole run in half an hour, and in half a second.
 * @param {number} span_s length of the run
 * @returns {[number, number]} simulated seconds per second
 */
export function speedRange(span_s) {
  const span = Math.max(span_s, 1e-3);
  return [span / 1800, span * 2];
}

/**
 * The speed at a share of the slider, on a logarithmic scale.
 * @param {number} share of the control, 0 to 1
 * @param {[number, number]} range
 * @returns {number} simulated seconds per second
 */
export function speedAtShare(share, [slow, fast]) {
  return slow * (fast / slow) ** clamp(share, 0, 1);
}

/**
 * The share of the slider for a speed.
 * @param {number} speed simulated seconds per second
 * @param {[number, number]} range
 * @returns {number} share of the control, 0 to 1
 */
export function shareOfSpeed(speed, [slow, fast]) {
  return clamp(Math.log(Math.max(speed, 1e-12) / slow) / Math.log(fast / slow), 0, 1);
}

/**
 * A speed as text: simulated seconds per second.
 * @param {number} speed simulated seconds per second
 * @returns {string} `1 290\u00d7`: how many times faster than the simulated time
 */
export function formatSpeed(speed) {
  return `${formatNumber(Number(speed.toPrecision(3)))}\u00d7`;
}
