/** @file Zones of the handles of a bar, and the values of their movements. Lengths are CSS pixels. */

/** @import { Box } from '../engine/types.js' */

/** @typedef {'run_s'|'nodes'|'submit_s'} Handle */

/** Half the width of the zone around an edge for a mouse. */
export const REACH = 6;
/** Minimum size of a bar in a direction with a handle. */
export const LEAST_BAR = 8;
/** A bar with one edge needs at least this share of itself for clicks. */
const INNER_SHARE = 1 / 3;

/**
 * The boxes of a job, joined where they touch: the largest rectangle, which has the handles.
 * @param {readonly Box[]} boxes
 * @returns {Box|null}
 */
export function handleBox(boxes) {
  const joined = joinRows(boxes);
  return joined.reduce((/** @type {Box|null} */ best, box) => (!best || box.w * box.h > best.w * best.h ? box : best), null);
}

/** Boxes above each other with the same times become one. @param {readonly Box[]} boxes */
function joinRows(boxes) {
  /** @type {Box[]} */
  const joined = [];
  for (const box of [...boxes].sort((a, b) => a.y - b.y)) {
    const last = joined.at(-1);
    const touches = last && Math.abs(last.y + last.h - box.y) <= 1 && Math.abs(last.x - box.x) <= 1 && Math.abs(last.w - box.w) <= 1;
    if (touches) last.h = box.y + box.h - last.y;
    else joined.push({ ...box });
  }
  return joined;
}

/**
 * The handles of a bar.
 * @param {Pick<Box, 'w'|'h'>} box
 * @returns {{run_s: boolean, nodes: boolean}}
 */
export function offeredHandles({ w, h }) {
  return { run_s: w >= LEAST_BAR, nodes: h >= LEAST_BAR };
}

/**
 * The handle at a point; null for none.
 * @param {Box} box
 * @param {number} x
 * @param {number} y
 * @param {{selected: boolean}} how the body of a selected bar is a handle too
 * @returns {Handle|null}
 */
export function handleAt(box, x, y, { selected }) {
  const { run_s, nodes } = offeredHandles(box);
  const inner = (/** @type {number} */ size) => Math.min(REACH, size * INNER_SHARE);
  const right = x - (box.x + box.w);
  const low = y - (box.y + box.h);
  const inRows = y >= box.y && low <= 0;
  const inTime = x >= box.x && right <= 0;
  const nearRight = run_s && inRows && right >= -inner(box.w) && right <= REACH;
  const nearLow = nodes && inTime && low >= -inner(box.h) && low <= REACH;
  // In a corner the nearer edge is used.
  if (nearRight && nearLow) return Math.abs(right) <= Math.abs(low) ? 'run_s' : 'nodes';
  if (nearRight) return 'run_s';
  if (nearLow) return 'nodes';
  return selected && inRows && inTime ? 'submit_s' : null;
}

/**
 * The step of a time: a minute, or the time of a pixel if that is more, rounded up to a round number.
 * @param {number} pixel_s seconds per pixel
 * @param {boolean} fine a sixth of it
 */
export function timeStep(pixel_s, fine) {
  if (fine) return 10;
  const steps = [60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 21_600, 43_200, 86_400];
  return steps.find((step) => step >= pixel_s) ?? Math.ceil(pixel_s / 86_400) * 86_400;
}

/**
 * A value in whole steps within its limits. Near the value before the gesture it snaps to that value.
 * @param {number} value
 * @param {number} step
 * @param {{from: number, low: number, high: number}} limits
 */
export function snapValue(value, step, { from, low, high }) {
  if (Math.abs(value - from) < step / 2) return from;
  return Math.min(high, Math.max(low, Math.round(value / step) * step));
}

/**
 * The next value of a key press: a step from a value.
 * @param {number} value
 * @param {number} by the signed step
 * @param {{low: number, high: number}} limits
 */
export function stepValue(value, by, { low, high }) {
  return Math.min(high, Math.max(low, value + by));
}
