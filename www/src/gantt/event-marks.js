/**
 * @file The marks of events: a triangle up for growth, down for shrinking, a cross for a lost node, two bars for a suspension, a triangle
 * sideways for a resumption, two squares for a replica.
 */

/** @import { MarkSpot } from '../engine/types.js' */

/** Half the size of a mark, CSS pixels. */
const HALF = 4;

const CROSS = {
  strokes: [
    [-1, -1, 1, 1],
    [1, -1, -1, 1],
  ],
  closed: false,
};
/** Strokes of each mark: x and y of their points around zero, in halves of its size. @type {Record<string, {strokes: number[][], closed: boolean}>} */
const SIGNS = {
  preempt: CROSS,
  lost: CROSS,
  grow: { strokes: [[-1, 0.8, 0, -1, 1, 0.8]], closed: true },
  shrink: { strokes: [[-1, -0.8, 0, 1, 1, -0.8]], closed: true },
  suspend: {
    strokes: [
      [-0.6, -1, -0.6, 1],
      [0.6, -1, 0.6, 1],
    ],
    closed: false,
  },
  resume: { strokes: [[-0.8, -1, 1, 0, -0.8, 1]], closed: true },
  copy: {
    strokes: [
      [-1, -1, 0.3, -1, 0.3, 0.3, -1, 0.3],
      [-0.3, -0.3, 1, -0.3, 1, 1, -0.3, 1],
    ],
    closed: true,
  },
  decline: { strokes: [[-1, 0, 1, 0]], closed: false },
};
/** The mark of all other kinds of events: a diamond. */
const OTHER = { strokes: [[-1, 0, 0, -1, 1, 0, 0, 1]], closed: true };

/**
 * Draws the mark of an event.
 * @param {CanvasRenderingContext2D} context
 * @param {MarkSpot} mark
 * @param {number} scale
 * @param {Record<string, string>} colours
 */
export function drawMark(context, { x, y, kind }, scale, colours) {
  const { strokes, closed } = SIGNS[kind] ?? OTHER;
  const size = HALF * scale;
  context.beginPath();
  for (const stroke of strokes) {
    for (let i = 0; i < stroke.length; i += 2) {
      const [px, py] = [x + (stroke[i] ?? 0) * size, y + (stroke[i + 1] ?? 0) * size];
      if (i === 0) context.moveTo(px, py);
      else context.lineTo(px, py);
    }
    if (closed) context.closePath();
  }
  context.lineJoin = 'round';
  context.lineCap = 'round';
  context.lineWidth = (closed ? 2.5 : 4) * scale;
  context.strokeStyle = colours.paper ?? '#fff';
  context.stroke();
  if (closed) {
    context.fillStyle = colours.ink ?? '#000';
    context.fill();
  } else {
    context.lineWidth = 2 * scale;
    context.strokeStyle = colours.ink ?? '#000';
    context.stroke();
  }
}
