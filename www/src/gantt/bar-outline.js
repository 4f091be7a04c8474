/** @file The outline of the bars of one job or task. */

/** @import { Box } from '../engine/types.js' */

/** The thinnest outline, CSS pixels. */
const THINNEST = 1.25;

/**
 * Outlines all boxes of a subject as one shape, without lines where boxes touch. The outline is outside the boxes, so that the thinnest bar
 * stays visible.
 * @param {CanvasRenderingContext2D} context
 * @param {readonly Box[]} boxes
 * @param {number} scale
 * @param {Record<string, string>} colours
 * @param {number} weight CSS pixels
 * @param {string} [ink] of the outline
 */
export function drawOutline(context, boxes, scale, colours, weight, ink = colours.ink ?? '#000') {
  const ring = (/** @type {string} */ colour, /** @type {number} */ more) => {
    context.fillStyle = colour;
    for (const { x, y, w, h } of boxes) {
      // A thick line would hide a thin bar.
      const wide = (Math.min(weight, Math.max(THINNEST, h / scale / 4)) + more) * scale;
      context.fillRect(x - wide, y - wide, w + 2 * wide, h + 2 * wide);
    }
  };
  ring(colours.paper ?? '#fff', 1);
  ring(ink, 0);
  for (const { x, y, w, h } of boxes) context.clearRect(x, y, w, h);
}
