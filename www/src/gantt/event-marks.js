/**
 * @file The marks of events: a triangle up for growth, down for shrinking, a cross for a lost node, two bars for a suspension, a triangle
 * sideways for a resumption, two squares for a replica.
 */

/** @import { MarkSpot } from '../engine/types.js' */

/** Half the size of a mark, CSS pixels. */
const HALF = 4;

/** Strokes of each mark around zero, in halves of its size. @type {Record<string, {points: [number, number][][], closed: boolean}>} */
const SIGNS = {
  grow: {
    points: [
      [
        [-1, 0.8],
        [0, -1],
        [1, 0.8],
      ],
    ],
    closed: true,
  },
  shrink: {
    points: [
      [
        [-1, -0.8],
        [0, 1],
        [1, -0.8],
      ],
    ],
    closed: true,
  },
  preempt: {
    points: [
      [
        [-1, -1],
        [1, 1],
      ],
      [
        [1, -1],
        [-1, 1],
      ],
    ],
    closed: false,
  },
  lost: {
    points: [
      [
        [-1, -1],
        [1, 1],
      ],
      [
        [1, -1],
        [-1, 1],
      ],
    ],
    closed: false,
  },
  suspend: {
    points: [
      [
        [-0.6, -1],
        [-0.6, 1],
      ],
      [
        [0.6, -1],
        [0.6, 1],
      ],
    ],
    closed: false,
  },
  resume: {
    points: [
      [
        [-0.8, -1],
        [1, 0],
        [-0.8, 1],
      ],
    ],
    closed: true,
  },
  copy: {
    points: [
      [
        [-1, -1],
        [0.3, -1],
        [0.3, 0.3],
        [-1, 0.3],
      ],
      [
        [-0.3, -0.3],
        [1, -0.3],
        [1, 1],
        [-0.3, 1],
      ],
    ],
    closed: true,
  },
  decline: {
    points: [
      [
        [-1, 0],
        [1, 0],
      ],
    ],
    closed: false,
  },
};
/** The mark of all other kinds of events: a diamond. */
const OTHER = {
  points: [
    [
      [-1, 0],
      [0, -1],
      [1, 0],
      [0, 1],
    ],
  ],
  closed: true,
};

/**
 * Draws the mark of an event.
 * @param {CanvasRenderingContext2D} context
 * @param {MarkSpot} mark
 * @param {number} scale
 * @param {Record<string, string>} colours
 */
export function drawMark(context, { x, y, kind }, scale, colours) {
  const { points, closed } = SIGNS[kind] ?? OTHER;
  const size = HALF * scale;
  context.beginPath();
  for (const line of points) {
    line.forEach(([dx = 0, dy = 0], i) => {
      const [px, py] = [x + dx * size, y + dy * size];
      if (i === 0) context.moveTo(px, py);
      else context.lineTo(px, py);
    });
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
