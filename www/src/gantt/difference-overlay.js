/**
 * @file The difference of a run from the baseline, drawn over its frame: ghosts, triangles, arrows, the bracket between
 * the ends.
 */

/** @import { Difference } from '../engine/types.js' */

/** Half the height and the depth of a triangle, and the length of the head of an arrow, CSS pixels. */
const HALF = 4;
const DEEP = 6;
const HEAD = 7;
/** Distance of the bracket from the upper edge, CSS pixels. */
const BRACKET = 11;

/** @typedef {{font: string, size: number}} Style */

/**
 * Draws the positions in the baseline, except that of the selected job, below all else.
 * @param {CanvasRenderingContext2D} context
 * @param {Difference} difference
 * @param {number} scale device pixels per CSS pixel
 * @param {Record<string, string>} colours
 * @param {Style} style
 */
export function drawGhosts(context, { ghosts }, scale, colours, { font, size }) {
  context.font = `${Math.round(size * scale)}px ${font}`;
  context.textBaseline = 'middle';
  context.textAlign = 'center';
  context.lineWidth = scale;
  context.setLineDash([2 * scale, 2 * scale]);
  context.strokeStyle = colours.edge ?? '#777';
  context.fillStyle = colours.edge ?? '#777';
  for (const { x, y, w, h, text, asked } of ghosts) {
    if (asked) continue;
    context.strokeRect(x + 0.5 * scale, y + 0.5 * scale, w - scale, h - scale);
    if (text) context.fillText(text, x + w / 2, y + h / 2 + 0.5 * scale);
  }
  context.setLineDash([]);
}

/**
 * Draws triangles, the ghost of the selected job and arrows: over bars and below their names.
 * @param {CanvasRenderingContext2D} context
 * @param {Difference} difference
 * @param {number} scale
 * @param {Record<string, string>} colours
 */
export function drawDifference(context, { moved, ghosts, arrows }, scale, colours) {
  const { paper = '#fff', ink = '#000' } = colours;
  for (const { x, y, earlier } of moved) drawTriangle(context, { x, y, earlier }, scale, { paper, ink });
  for (const { x, y, w, h } of ghosts.filter(({ asked }) => asked)) {
    for (const [colour, wide] of /** @type {const} */ ([
      [paper, 4],
      [ink, 1.5],
    ])) {
      context.strokeStyle = colour;
      context.lineWidth = wide * scale;
      context.setLineDash(colour === paper ? [] : [4 * scale, 3 * scale]);
      context.strokeRect(x, y, w, h);
    }
    context.setLineDash([]);
  }
  for (const arrow of arrows) drawArrow(context, arrow, scale, colours);
}

/**
 * A filled triangle left of the start for earlier, a hollow one right of it for later.
 * @param {CanvasRenderingContext2D} context
 * @param {Difference['moved'][number]} moved
 * @param {number} scale
 * @param {{paper: string, ink: string}} colours
 */
function drawTriangle(context, { x, y, earlier }, scale, { paper, ink }) {
  const deep = (earlier ? -DEEP : DEEP) * scale;
  // At the edge of the picture it moves inside.
  const edge = Math.max(x, earlier ? DEEP * scale : 0);
  context.beginPath();
  context.moveTo(edge, y - HALF * scale);
  context.lineTo(edge + deep, y);
  context.lineTo(edge, y + HALF * scale);
  context.closePath();
  context.lineJoin = 'round';
  context.strokeStyle = earlier ? paper : ink;
  context.lineWidth = (earlier ? 1.5 : 1.25) * scale;
  context.fillStyle = earlier ? ink : paper;
  context.stroke();
  context.fill();
}

/**
 * Draws a curved arrow.
 * @param {CanvasRenderingContext2D} context
 * @param {Difference['arrows'][number]} arrow
 * @param {number} scale
 * @param {Record<string, string>} colours
 */
export function drawArrow(context, { from: [x0, y0], to: [x1, y1] }, scale, { paper = '#fff', accent = '#000' }) {
  const way = x1 < x0 ? -1 : 1;
  const tip = x1 - way * HEAD * scale;
  const handle = (x1 - x0) / 2;
  context.beginPath();
  context.moveTo(x0, y0);
  context.bezierCurveTo(x0 + handle, y0, x1 - handle, y1, tip, y1);
  for (const [colour, wide] of /** @type {const} */ ([
    [paper, 3.5],
    [accent, 1.5],
  ])) {
    context.strokeStyle = colour;
    context.lineWidth = wide * scale;
    context.stroke();
  }
  context.beginPath();
  context.moveTo(x1, y1);
  context.lineTo(tip, y1 - HALF * scale);
  context.lineTo(tip, y1 + HALF * scale);
  context.closePath();
  context.strokeStyle = paper;
  context.lineWidth = 1.5 * scale;
  context.stroke();
  context.fillStyle = accent;
  context.fill();
}

/**
 * Draws a line at the end of this run and an arrow to it from the end of the baseline, with a text over the names of bars.
 * @param {CanvasRenderingContext2D} context
 * @param {Difference} difference
 * @param {number} scale
 * @param {Record<string, string>} colours
 * @param {Style} style
 */
export function drawEndBracket(context, { ends }, scale, colours, { font, size }) {
  if (!ends) return;
  const { baseline, own, earlier, text } = ends;
  const { width, height } = context.canvas;
  const colour = (earlier ? colours.good : colours['ink-soft']) ?? '#000';
  const y = BRACKET * scale;
  const [left, right] = [Math.max(0, Math.min(baseline, own)), Math.min(width, Math.max(baseline, own))];
  if (right - left < 2 * HEAD * scale) return;
  context.strokeStyle = colour;
  context.fillStyle = colour;
  context.lineWidth = 1.5 * scale;
  context.beginPath();
  context.moveTo(own, 0);
  context.lineTo(own, height);
  context.moveTo(left, y);
  context.lineTo(right, y);
  context.moveTo(baseline, y - HALF * scale);
  context.lineTo(baseline, y + HALF * scale);
  context.stroke();
  if (own >= 0 && own <= width) {
    const back = own + (own < baseline ? HEAD : -HEAD) * scale;
    context.beginPath();
    context.moveTo(own, y);
    context.lineTo(back, y - HALF * scale);
    context.lineTo(back, y + HALF * scale);
    context.fill();
  }
  context.font = `600 ${Math.round(size * scale)}px ${font}`;
  context.textBaseline = 'middle';
  const words = context.measureText(text).width;
  const room = (4 + HEAD) * scale;
  // Beside a bracket that is shorter than its text.
  const middle =
    right - left > words + 3 * room ? (left + right) / 2 : left - room - words / 2 > 0 ? left - room - words / 2 : right + room + words / 2;
  context.fillStyle = colours.paper ?? '#fff';
  context.fillRect(middle - words / 2 - 4 * scale, y - (size / 2 + 2) * scale, words + 8 * scale, (size + 4) * scale);
  context.fillStyle = colour;
  context.textAlign = 'center';
  context.fillText(text, middle, y + 0.5 * scale);
}
