/**
 * @file Draws the changes of an edit over a chart: the held bar with its old edge, trails of moved bars, ends of the
 * schedule, gliding bars.
 */

/** @import { Box } from '../engine/types.js' */
/** @import { Move, Trail } from './bar-positions.js' */

/** @typedef {Record<'paper'|'surface'|'ink'|'ink-soft'|'accent', string>} Colours */

/** The size of a tile of the lines that fill the added part of a bar. */
const HATCH = 7;
/** Distance of the text about the end from the upper edge. */
const END_TEXT = 11;

/**
 * The held bar: outline, the part that the edit adds, and the old edge.
 * @param {CanvasRenderingContext2D} context in CSS pixels
 * @param {Box} box with the edit
 * @param {{x: number|null, y: number|null, requested: number|null}} marks the old right and lower edge where they differ, and the requested end if it differs
 * @param {Colours} colours
 */
export function drawHeldBar(context, box, { x, y, requested }, colours) {
  const added = [
    ...(x !== null && x < box.x + box.w ? [{ x, y: box.y, w: box.x + box.w - x, h: box.h }] : []),
    ...(y !== null && y < box.y + box.h ? [{ x: box.x, y, w: box.w, h: box.y + box.h - y }] : []),
  ];
  for (const part of added) drawHatch(context, part, colours);
  context.lineWidth = 1.25;
  context.strokeStyle = colours.ink;
  context.setLineDash([3, 2]);
  if (x !== null) drawLine(context, x, box.y, x, box.y + box.h);
  if (y !== null) drawLine(context, box.x, y, box.x + box.w, y);
  context.strokeStyle = colours.accent;
  context.setLineDash([2, 3]);
  if (requested !== null) drawLine(context, requested, box.y, requested, box.y + box.h);
  context.setLineDash([]);
  // As wide as the outline of a selected bar, which it covers.
  context.lineWidth = 3;
  context.strokeRect(box.x - 1, box.y - 1, box.w + 2, box.h + 2);
}

/**
 * Fills a part with lines. They are a pattern: strokes inside a clipped path cost several milliseconds.
 * @param {CanvasRenderingContext2D} context
 * @param {Box} box
 * @param {Colours} colours
 */
function drawHatch(context, { x, y, w, h }, colours) {
  const tile = new OffscreenCanvas(HATCH, HATCH);
  const pen = tile.getContext('2d');
  if (!pen) return;
  pen.globalAlpha = 0.85;
  pen.fillStyle = colours.paper;
  pen.fillRect(0, 0, HATCH, HATCH);
  pen.globalAlpha = 0.6;
  pen.strokeStyle = colours.accent;
  // At the corners the line continues in the next tile.
  for (const shift of [-HATCH, 0, HATCH]) drawLine(pen, shift - 1, HATCH + 1, shift + HATCH + 1, -1);
  context.fillStyle = context.createPattern(tile, 'repeat') ?? colours.paper;
  context.fillRect(x, y, w, h);
}

/**
 * @param {CanvasRenderingContext2D|OffscreenCanvasRenderingContext2D} context
 * @param {number} x0
 * @param {number} y0
 * @param {number} x1
 * @param {number} y1
 */
function drawLine(context, x0, y0, x1, y1) {
  context.beginPath();
  context.moveTo(x0, y0);
  context.lineTo(x1, y1);
  context.stroke();
}

/**
 * Trails from the old to the new starts, with a ring at the old one.
 * @param {CanvasRenderingContext2D} context
 * @param {readonly Trail[]} trails
 * @param {Colours} colours
 * @param {number} weight 1, or more for projectors
 */
export function drawTrails(context, trails, colours, weight) {
  const strong = context.globalAlpha;
  for (const [colour, wide, opacity] of /** @type {const} */ ([
    [colours.paper, weight > 1 ? 5 : 4, 0.7],
    [colours.ink, 1.25 * weight, 1],
  ])) {
    context.globalAlpha = strong * opacity;
    context.strokeStyle = colour;
    context.lineWidth = wide;
    for (const { from, to, y } of trails) drawLine(context, from, y, to, y);
  }
  context.globalAlpha = strong;
  context.fillStyle = colours.paper;
  context.lineWidth = 1.25 * weight;
  for (const { from, y } of trails) {
    context.beginPath();
    context.arc(from, y, 2.2 * weight, 0, 2 * Math.PI);
    context.fill();
    context.stroke();
  }
}

/**
 * The old and the new end of the schedule, and the difference as text.
 * @param {CanvasRenderingContext2D} context
 * @param {{before: number, now: number, text: string}} ends places, and the text at the new one
 * @param {{height: number, width: number, size: number}} frame size: of letters
 * @param {Colours} colours
 */
export function drawEnds(context, { before, now, text }, { height, width, size }, colours) {
  context.strokeStyle = colours['ink-soft'];
  context.lineWidth = 1.25;
  context.setLineDash([3, 2]);
  drawLine(context, before, 0, before, height);
  context.setLineDash([]);
  context.strokeStyle = colours.ink;
  context.lineWidth = 1.5;
  drawLine(context, now, 0, now, height);
  context.font = `600 ${size}px system-ui, sans-serif`;
  context.textBaseline = 'middle';
  const wide = context.measureText(text).width + 8;
  const left = Math.max(0, Math.min(now + 6, width - wide));
  context.fillStyle = colours.surface;
  context.fillRect(left, END_TEXT - size / 2 - 3, wide, size + 6);
  context.fillStyle = colours.ink;
  context.textAlign = 'left';
  context.fillText(text, left + 4, END_TEXT);
}

/**
 * A line across a chart with the time or the edge that is held, and the old one.
 * @param {CanvasRenderingContext2D} context
 * @param {{from: readonly [number, number, number, number], to: readonly [number, number, number, number]}} lines from a point to a point
 * @param {Colours} colours
 */
export function drawHeldLine(context, { from, to }, colours) {
  context.strokeStyle = colours.ink;
  context.lineWidth = 1.25;
  context.setLineDash([3, 2]);
  drawLine(context, ...from);
  context.setLineDash([]);
  context.strokeStyle = colours.accent;
  context.lineWidth = 2;
  drawLine(context, ...to);
}

/**
 * Gliding bars: the previous frame fades, and bars are drawn at their intermediate positions.
 * @param {CanvasRenderingContext2D} context
 * @param {{before: CanvasImageSource|null, now: CanvasImageSource}} pictures of the whole frames
 * @param {readonly Move[]} moves
 * @param {{positions: ReadonlyMap<string, {x: number, y: number}>, share: number}} at share: of the way
 * @param {{width: number, height: number, scale: number}} frame in CSS pixels; scale: device pixels per CSS pixel
 */
export function drawGlide(context, { before, now }, moves, { positions, share }, { width, height, scale }) {
  context.globalAlpha = 1 - share;
  if (before) context.drawImage(before, 0, 0, width, height);
  context.globalAlpha = 1;
  for (const { bar } of moves) {
    const at = positions.get(bar.name);
    if (at) context.drawImage(now, bar.x * scale, bar.y * scale, bar.w * scale, bar.h * scale, at.x, at.y, bar.w, bar.h);
  }
}
