/** @file The sentences of the morph. */

import { formatCount, formatNumber } from '../text/numbers.js';
import { formatTime } from '../text/time.js';

/**
 * The progress of the drawing, as text.
 * @param {{placed: number, moving: number, following: number, staying: number}} counts
 * @param {string} things in the plural
 */
export function progressText({ placed, moving, following }, things) {
  const is = (/** @type {number} */ count) => (count === 1 ? 'is' : 'are');
  return `${formatCount(placed, things)} ${is(placed)} in place, ${formatNumber(moving)} ${is(moving)} moving, ${formatNumber(following)} ${following === 1 ? 'follows' : 'follow'}.`;
}

/**
 * The jobs that do not move.
 * @param {number} count
 * @param {string} things
 */
export function stayingText(count, things) {
  return `${formatCount(count, things)} ${count === 1 ? 'keeps its nodes and start time' : 'keep their nodes and start times'}.`;
}

/**
 * The text of a stop: the mean wait of that run, compared with the previous one.
 * @param {string} name
 * @param {number|null} wait_s
 * @param {{name: string, wait_s: number|null}|null} other
 */
export function stopText(name, wait_s, other) {
  if (wait_s === null) return `${name}.`;
  const own = `${name}: mean wait ${formatTime(wait_s)}`;
  if (!other || other.wait_s === null) return `${own}.`;
  const change = wait_s - other.wait_s;
  if (Math.abs(change) < 0.05) return `${own}, the same as ${other.name}.`;
  return `${own}, ${formatTime(Math.abs(change))} ${change < 0 ? 'less' : 'more'} than ${other.name}.`;
}

/**
 * The position of the knob as text.
 * @param {number} share
 * @param {string} from
 * @param {string} to
 */
export function positionText(share, from, to) {
  const way = Math.abs(share - 0.5) < 0.025 ? 'half-way' : `${Math.round(share * 100)} % of the way`;
  return `${way} from ${from} to ${to}`;
}

/** The text in place of a morph of too many jobs. @param {number} most */
export const denseText = (most) => `Too dense to morph: zoom in to ${most} jobs or fewer.`;
