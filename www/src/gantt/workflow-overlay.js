/** @file The dependencies of a workflow, drawn over its frame: file transfers, the critical path, arrows between tasks. */

import { drawArrow } from './difference-overlay.js';

/** @import { Flow } from '../engine/types.js' */

/** @typedef {{font: string, size: number}} Style */

/**
 * Outlines the bars of the critical path and connects them by lines, below the names.
 * @param {CanvasRenderingContext2D} context
 * @param {Flow} flow
 * @param {number} scale device pixels per CSS pixel
 * @param {Record<string, string>} colours
 */
export function drawCriticalPath(context, { critical, path }, scale, { paper = '#fff', ink = '#000' }) {
  for (const {
    from: [x0, y0],
    to: [x1, y1],
  } of path) {
    const handle = (x1 - x0) / 2;
    context.beginPath();
    context.moveTo(x0, y0);
    context.bezierCurveTo(x0 + handle, y0, x1 - handle, y1, x1, y1);
    for (const [colour, wide] of /** @type {const} */ ([
      [paper, 2.5],
      [ink, 1],
    ])) {
      context.strokeStyle = colour;
      context.lineWidth = wide * scale;
      context.stroke();
    }
  }
  context.strokeStyle = ink;
  context.lineWidth = scale;
  // Around the bars: inside the thinnest ones it would hide their colour.
  for (const { x, y, w, h } of critical) context.strokeRect(x - scale / 2, y - scale / 2, w + scale, h + scale);
}

/**
 * Draws file transfers, and arrows from parents and to children, over everything.
 * @param {CanvasRenderingContext2D} context
 * @param {Flow} flow
 * @param {number} scale
 * @param {Record<string, string>} colours
 * @param {Style} style
 */
export function drawTransfers(context, { strips, arrows, cut, names }, scale, colours, { font, size }) {
  const { paper = '#fff', accent = '#000' } = colours;
  const grey = colours['ink-soft'] ?? '#555';
  for (const { x, y, w, h, marked, fill } of strips) {
    context.fillStyle = marked ? accent : (fill ?? grey);
    context.fillRect(x, y, Math.max(w, scale), h);
  }
  for (const arrow of arrows) drawArrow(context, arrow, scale, colours);
  context.font = `${Math.round(size * scale)}px ${font}`;
  context.textBaseline = 'top';
  for (const { x, y, h, text } of strips) if (text) drawText(context, text, [x, y + h + 2 * scale], scale, { paper, ink: accent });
  for (const { x, y, text } of names) drawText(context, text, [x, y], scale, { paper, ink: colours.ink ?? '#000' });
  const at = arrows[0];
  if (cut > 0 && at)
    drawText(context, `and ${cut} more arrows`, [at.to[0] + 4 * scale, at.to[1] + 8 * scale], scale, { paper, ink: accent });
}

/**
 * Draws a text with a light outline, inside the frame.
 * @param {CanvasRenderingContext2D} context
 * @param {string} text
 * @param {readonly [number, number]} at its upper left corner
 * @param {number} scale
 * @param {{paper: string, ink: string}} colours
 */
function drawText(context, text, [x, y], scale, { paper, ink }) {
  const { width, height } = context.canvas;
  const left = Math.max(4 * scale, Math.min(x, width - context.measureText(text).width - 4 * scale));
  const top = Math.min(y, height - 14 * scale);
  context.textAlign = 'left';
  context.lineJoin = 'round';
  context.strokeStyle = paper;
  context.lineWidth = 4 * scale;
  context.strokeText(text, left, top);
  context.fillStyle = ink;
  context.fillText(text, left, top);
}
