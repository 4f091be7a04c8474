/** @file A picture of a Gantt chart to paste into slides: the bars as the engine paints them, with title, rows and axis. */
import { drawHoles } from '../gantt/overlay.js';
import { timeTicks } from '../text/time.js';

/** @import { ClusterPlace, Hole, Label, Layout, View } from '../engine/types.js' */

/** Pixels around the bars, before scaling: room for the title, the names of the bands, the axis. */
const ROOM = { top: 44, right: 16, bottom: 40, left: 96 };

/** Largest side of a picture in pixels; browsers refuse larger canvases. */
const LARGEST = 8192;

/**
 * What a picture is made from.
 * @typedef {object} PictureParts
 * @property {Uint8Array} pixels RGBA of `view`
 * @property {readonly Label[]} labels
 * @property {readonly Hole[]} holes
 * @property {readonly ClusterPlace[]} places
 * @property {View} view
 * @property {Layout} layout
 * @property {string} title
 * @property {string} note under the axis, small: where the numbers come from
 * @property {Record<string, string>} colours of the tokens of the page
 * @property {number} scale device pixels a CSS pixel
 */

/**
 * The size of the bars in a picture of this width.
 * @param {number} width of the picture, CSS pixels
 * @param {number} rows
 * @param {number} scale
 * @returns {{ width: number, height: number }} device pixels
 */
export function barArea(width, rows, scale) {
  const inner = Math.max(100, width - ROOM.left - ROOM.right);
  // Rows as high as they are seen on a screen, within what a slide has room for.
  const height = Math.max(160, Math.min(inner * 0.6, rows * 14));
  const fit = Math.min(1, LARGEST / ((inner + ROOM.left + ROOM.right) * scale));
  return { width: Math.round(inner * scale * fit), height: Math.round(height * scale * fit) };
}

/**
 * Composes the picture.
 * @param {PictureParts} parts
 * @returns {Promise<Blob>} PNG
 */
export async function composePicture(parts) {
  const { view, scale, colours } = parts;
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(view.width + (ROOM.left + ROOM.right) * scale);
  canvas.height = Math.round(view.height + (ROOM.top + ROOM.bottom) * scale);
  const ctx = canvas.getContext('2d');
  if (!ctx) throw new Error('this browser gives no canvas');
  ctx.fillStyle = colours.paper ?? '';
  ctx.fillRect(0, 0, canvas.width, canvas.height);
  const bars = new ImageData(new Uint8ClampedArray(parts.pixels), view.width, view.height);
  ctx.putImageData(bars, Math.round(ROOM.left * scale), Math.round(ROOM.top * scale));
  ctx.scale(scale, scale);
  const font = getComputedStyle(document.body).fontFamily;
  ctx.save();
  ctx.translate(ROOM.left, ROOM.top);
  ctx.scale(1 / scale, 1 / scale);
  drawHoles(ctx, parts.holes, scale, { font, size: 11, ink: colours['hole-ink'] ?? '' });
  ctx.restore();
  drawLabels(ctx, parts, font);
  drawFrame(ctx, parts, font);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the browser ran out of memory'))), 'image/png');
  });
}

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {PictureParts} parts
 * @param {string} font
 */
function drawLabels(ctx, { labels, scale }, font) {
  ctx.textBaseline = 'middle';
  ctx.textAlign = 'center';
  for (const { x, y, w, h, text, light } of labels) {
    const size = Math.min(11, (h / scale) * 0.8);
    ctx.font = `${size}px ${font}`;
    ctx.fillStyle = light ? '#ffffff' : '#000000';
    ctx.save();
    ctx.beginPath();
    ctx.rect(ROOM.left + x / scale, ROOM.top + y / scale, w / scale, h / scale);
    ctx.clip();
    ctx.fillText(text, ROOM.left + (x + w / 2) / scale, ROOM.top + (y + h / 2) / scale);
    ctx.restore();
  }
}

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {PictureParts} parts
 * @param {string} font
 */
function drawFrame(ctx, { view, layout, places, title, note, colours, scale }, font) {
  const [width, height] = [view.width / scale, view.height / scale];
  const [left, top] = [ROOM.left, ROOM.top];
  const { ink = '', 'ink-soft': soft = '', line = '' } = colours;
  ctx.textBaseline = 'alphabetic';
  ctx.textAlign = 'left';
  ctx.fillStyle = ink;
  ctx.font = `600 15px ${font}`;
  ctx.fillText(title, 16, 26, width + left - 16);
  ctx.font = `11px ${font}`;
  ctx.textAlign = 'right';
  for (const { first, last, y, h } of places) {
    const [from, to] = [y / scale, (y + h) / scale];
    if (to - from < 8) continue;
    const names = layout.bands.slice(first, last + 1).map(({ name }) => name);
    ctx.fillText(names.join(', '), left - 8, top + (from + to) / 2 + 4, left - 16);
    ctx.strokeStyle = line;
    ctx.strokeRect(left - 0.5, top + from, 0, to - from);
  }
  ctx.fillStyle = soft;
  ctx.textAlign = 'center';
  for (const { time_s, text } of timeTicks(view.from_s, view.to_s, width / 90)) {
    const x = left + ((time_s - view.from_s) / (view.to_s - view.from_s)) * width;
    ctx.fillRect(x, top + height, 1, 4);
    ctx.fillText(text, x, top + height + 16);
  }
  ctx.textAlign = 'left';
  ctx.font = `10px ${font}`;
  ctx.fillText(note, 16, top + height + 34, width + left - 16);
}
