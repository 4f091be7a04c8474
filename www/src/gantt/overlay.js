/** @file What is drawn over the picture: labels, the outlines of the selected and the hovered bar, the playhead. */

/** @import { Frame } from '../run/protocol.js' */

/**
 * @param {CanvasRenderingContext2D} context sized like the picture
 * @param {Frame} frame
 * @param {number} scale device pixels per CSS pixel
 * @param {Record<string, string>} colours of the tokens paper, ink, accent
 * @param {{font: string, size: number, playhead: boolean}} style size: of label text, CSS pixels
 */
export function drawOverlay(context, frame, scale, colours, style) {
  const { width, height, from_s, to_s, now_s } = frame.view;
  context.clearRect(0, 0, width, height);
  drawLabels(context, frame, scale, style);
  const [selected = [], hovered = []] = frame.outlines;
  drawOutline(context, hovered, scale, colours, 1.5);
  drawOutline(context, selected, scale, colours, 2.5);
  if (!style.playhead) return;
  const x = ((now_s - from_s) / (to_s - from_s)) * width;
  if (x < -2 || x > width + 2) return;
  context.fillStyle = colours.paper ?? '#fff';
  context.fillRect(Math.round(x - 1.5 * scale), 0, Math.ceil(3.5 * scale), height);
  context.fillStyle = colours.accent ?? '#000';
  context.fillRect(Math.round(x - 0.75 * scale), 0, Math.max(1, Math.round(1.5 * scale)), height);
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Frame} frame
 * @param {number} scale
 * @param {{font: string, size: number}} style
 */
function drawLabels(context, { labels, view }, scale, { font, size }) {
  if (labels.length === 0) return;
  context.font = `${Math.round(size * scale)}px ${font}`;
  context.textBaseline = 'middle';
  context.textAlign = 'center';
  for (const { x, y, w, h, text, light } of labels) {
    // Text stays on the visible part of a bar that reaches over the edge.
    const left = Math.max(x, 0);
    const right = Math.min(x + w, view.width);
    if (h < (size + 1) * scale || context.measureText(text).width > right - left - 4 * scale) continue;
    context.fillStyle = light ? '#fff' : '#111';
    context.fillText(text, (left + right) / 2, y + h / 2 + 0.5 * scale);
  }
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {readonly import('../types.js').Box[]} boxes
 * @param {number} scale
 * @param {Record<string, string>} colours
 * @param {number} weight CSS pixels
 */
function drawOutline(context, boxes, scale, colours, weight) {
  for (const { x, y, w, h } of boxes) {
    // A bar thinner than its outline still shows a mark.
    const width = Math.max(w, 3 * scale);
    const height = Math.max(h, 3 * scale);
    context.lineWidth = (weight + 2) * scale;
    context.strokeStyle = colours.paper ?? '#fff';
    context.strokeRect(x, y, width, height);
    context.lineWidth = weight * scale;
    context.strokeStyle = colours.ink ?? '#000';
    context.strokeRect(x, y, width, height);
  }
}
