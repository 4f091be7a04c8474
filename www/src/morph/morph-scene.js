/** @file The shapes of a morph, and their drawing on a canvas and as SVG. */

import { interpolate, moveShare, waitFill, waitingSpans } from './morph-geometry.js';

/** @import { JobMove, WaitClass } from './morph-geometry.js' */

/**
 * A shape. Lengths are CSS pixels.
 * @typedef {{kind: 'rect', x: number, y: number, w: number, h: number, fill?: string, stroke?: string, line?: number, dash?: number[], opacity?: number}
 *   | {kind: 'line', x1: number, y1: number, x2: number, y2: number, stroke: string, line: number, dash?: number[], opacity?: number}
 *   | {kind: 'ring', x: number, y: number, r: number, stroke: string}
 *   | {kind: 'text', x: number, y: number, text: string, fill: string, size: number, anchor: 'middle'|'start'|'end', bold?: boolean, halo?: string}} Shape
 * @typedef {object} Stage
 * @property {number} width
 * @property {number} height
 * @property {number} from_s
 * @property {number} to_s
 * @property {number} rows
 * @typedef {object} Look
 * @property {Record<string, string>} colours of the tokens
 * @property {readonly WaitClass[]} waits classes of waits
 * @property {[string, string]} names of both systems
 * @property {[number, number]} ends_s of the last jobs
 * @property {[string, string]} endTexts
 */

/** The font of names. */
export const FONT = 'system-ui, sans-serif';
/** Minimum height of a bar with a name, size of the name, and space on both sides, CSS pixels. */
const NAME = { height: 13, size: 11, room: 4 };

/**
 * The shapes of a drawing between two schedules.
 * @param {readonly JobMove[]} moves
 * @param {number} share
 * @param {Stage} stage
 * @param {Look} look
 * @returns {Shape[]}
 */
export function morphScene(moves, share, { width, height, from_s, to_s, rows }, look) {
  const { paper = '#fff', ink = '#000', hole = '#eda', edge = '#777' } = look.colours;
  const x = (/** @type {number} */ time_s) => ((time_s - from_s) / (to_s - from_s)) * width;
  const y = (/** @type {number} */ row) => (row / rows) * height;
  /** @type {Shape[]} */
  const under = waitingSpans(moves, share).map(([from, to]) => {
    const [left, right] = [Math.max(0, x(from)), Math.min(width, x(to))];
    return { kind: 'rect', x: left, y: 0, w: Math.max(0, right - left), h: height, fill: hole, opacity: 0.4 };
  });
  /** @type {Shape[]} */
  const resting = [];
  /** @type {Shape[]} */
  const trails = [];
  /** @type {Shape[]} */
  const moving = [];
  for (const move of moves) {
    const u = moveShare(move.rank, share);
    const start = interpolate(move.start_s, u);
    const [left, right] = [x(start), x(interpolate(move.end_s, u))];
    const moves = u > 0 && u < 1 && !move.stays;
    const fill = waitFill(start - interpolate(move.ready_s, u), look.waits);
    const largest = move.pieces.reduce((best, piece) => (piece.rows > best.rows ? piece : best), { from: 0, to: 0, rows: 0 });
    for (const piece of move.pieces) {
      const top = y(interpolate([piece.from, piece.to], u));
      const box = { x: left, y: top, w: Math.max(1, right - left), h: y(piece.rows) };
      if (moves) {
        const [before, after] = [x(move.start_s[0]), x(move.start_s[1])];
        under.push({ kind: 'rect', ...box, x: before, y: y(piece.from), stroke: edge, line: 1, dash: [2, 2] });
        moving.push({ kind: 'rect', ...box, stroke: paper, line: 3 }, { kind: 'rect', ...box, fill, stroke: ink, line: 0.75 });
        if (piece === largest) {
          const middle = top + box.h / 2;
          const end = y(piece.to) + box.h / 2;
          trails.push({ kind: 'line', x1: left, y1: middle, x2: after, y2: end, stroke: ink, line: 1, opacity: 0.55 });
          trails.push({ kind: 'ring', x: after, y: end, r: 2.2, stroke: ink });
        }
      } else resting.push({ kind: 'rect', ...box, fill, stroke: paper, line: 0.75 });
      const text = String(move.number);
      const seen = Math.min(right, width) - Math.max(left, 0);
      if (piece === largest && box.h >= NAME.height && seen >= text.length * 7 + 2 * NAME.room)
        (moves ? moving : resting).push({
          kind: 'text',
          x: (Math.max(left, 0) + Math.min(right, width)) / 2,
          y: top + box.h / 2,
          text,
          fill: textColour(fill),
          size: NAME.size,
          anchor: 'middle',
        });
    }
  }
  return [...under, ...resting, ...trails, ...moving, ...endLines(x, width, height, share, look)];
}

/**
 * The lines at the ends of both schedules.
 * @param {(time_s: number) => number} x
 * @param {number} width
 * @param {number} height
 * @param {number} share
 * @param {Look} look
 * @returns {Shape[]}
 */
function endLines(x, width, height, share, { colours, names, ends_s, endTexts }) {
  const { paper = '#fff', ink = '#000', 'ink-soft': soft = '#555' } = colours;
  return [0, 1].flatMap((which) => {
    const at = x(ends_s[which] ?? NaN);
    if (!(at >= 0 && at <= width) || (share === 0 && which === 1) || (share === 1 && which === 0)) return [];
    const stroke = which === 0 ? soft : ink;
    const right = at > width - 120;
    return /** @type {Shape[]} */ ([
      { kind: 'line', x1: at, x2: at, y1: 0, y2: height, stroke, line: 1.25, dash: share === which ? [] : which === 0 ? [5, 3] : [1.5, 3] },
      {
        kind: 'text',
        x: right ? at - 6 : at + 6,
        y: height - 12 - which * 16,
        text: `${names[which]} ends ${endTexts[which]}`,
        fill: stroke,
        size: 11,
        anchor: right ? 'end' : 'start',
        bold: true,
        halo: paper,
      },
    ]);
  });
}

/** Black or white, whichever is readable on a colour. @param {string} fill `#rrggbb` */
export function textColour(fill) {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => Number.parseInt(fill.slice(at, at + 2), 16) / 255);
  const linear = (/** @type {number} */ value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b) > 0.2 ? '#111' : '#fff';
}

/**
 * Draws shapes on a canvas whose unit is a CSS pixel.
 * @param {CanvasRenderingContext2D} context
 * @param {readonly Shape[]} shapes
 * @param {string} font
 */
export function drawScene(context, shapes, font) {
  context.textBaseline = 'middle';
  for (const shape of shapes) {
    context.globalAlpha = 'opacity' in shape ? (shape.opacity ?? 1) : 1;
    context.setLineDash('dash' in shape ? (shape.dash ?? []) : []);
    if (shape.kind === 'rect') {
      if (shape.fill) {
        context.fillStyle = shape.fill;
        context.fillRect(shape.x, shape.y, shape.w, shape.h);
      }
      if (shape.stroke) {
        context.strokeStyle = shape.stroke;
        context.lineWidth = shape.line ?? 1;
        context.strokeRect(shape.x, shape.y, shape.w, shape.h);
      }
    } else if (shape.kind === 'line') {
      context.strokeStyle = shape.stroke;
      context.lineWidth = shape.line;
      context.beginPath();
      context.moveTo(shape.x1, shape.y1);
      context.lineTo(shape.x2, shape.y2);
      context.stroke();
    } else if (shape.kind === 'ring') {
      context.strokeStyle = shape.stroke;
      context.lineWidth = 1;
      context.beginPath();
      context.arc(shape.x, shape.y, shape.r, 0, 2 * Math.PI);
      context.stroke();
    } else {
      context.font = `${shape.bold ? '600 ' : ''}${shape.size}px ${font}`;
      context.textAlign = shape.anchor === 'middle' ? 'center' : shape.anchor;
      if (shape.halo) {
        context.strokeStyle = shape.halo;
        context.lineWidth = 4;
        context.lineJoin = 'round';
        context.strokeText(shape.text, shape.x, shape.y);
      }
      context.fillStyle = shape.fill;
      context.fillText(shape.text, shape.x, shape.y);
    }
  }
  context.globalAlpha = 1;
  context.setLineDash([]);
}

/**
 * Shapes as elements of SVG.
 * @param {readonly Shape[]} shapes
 */
export function sceneElements(shapes) {
  return shapes.map(shapeElement).join('\n');
}

/** The SVG element of a shape. @param {Shape} shape */
function shapeElement(shape) {
  const n = (/** @type {number} */ value) => Number(value.toFixed(2));
  const dash = 'dash' in shape && shape.dash?.length ? ` stroke-dasharray="${shape.dash.join(' ')}"` : '';
  const opacity = 'opacity' in shape && shape.opacity !== undefined ? ` opacity="${shape.opacity}"` : '';
  if (shape.kind === 'rect') {
    const stroke = shape.stroke ? ` stroke="${shape.stroke}" stroke-width="${shape.line ?? 1}"` : '';
    return `<rect x="${n(shape.x)}" y="${n(shape.y)}" width="${n(shape.w)}" height="${n(shape.h)}" fill="${shape.fill ?? 'none'}"${stroke}${dash}${opacity}/>`;
  }
  if (shape.kind === 'line')
    return `<line x1="${n(shape.x1)}" y1="${n(shape.y1)}" x2="${n(shape.x2)}" y2="${n(shape.y2)}" stroke="${shape.stroke}" stroke-width="${shape.line}"${dash}${opacity}/>`;
  if (shape.kind === 'ring') return `<circle cx="${n(shape.x)}" cy="${n(shape.y)}" r="${shape.r}" fill="none" stroke="${shape.stroke}"/>`;
  const halo = shape.halo ? ` stroke="${shape.halo}" stroke-width="4" paint-order="stroke" stroke-linejoin="round"` : '';
  return `<text x="${n(shape.x)}" y="${n(shape.y)}" font-size="${shape.size}"${shape.bold ? ' font-weight="600"' : ''} text-anchor="${shape.anchor}" dominant-baseline="central" fill="${shape.fill}"${halo}>${escapeXml(shape.text)}</text>`;
}

/** @param {string} text */
function escapeXml(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/**
 * A still as an SVG document, with a title above and a line below.
 * @param {readonly Shape[]} shapes
 * @param {{width: number, height: number, title: string, foot: string, ticks: readonly {x: number, text: string}[], colours: Record<string, string>, font: string}} how
 */
export function stillSvg(shapes, { width, height, title, foot, ticks, colours, font }) {
  const { paper = '#fff', ink = '#000', 'ink-soft': soft = '#555' } = colours;
  const margin = { left: 16, top: 56, right: 16, bottom: 40 };
  const [w, h] = [width + margin.left + margin.right, height + margin.top + margin.bottom];
  const labels = ticks.map(({ x, text }) => `<text x="${x.toFixed(1)}" y="-8" font-size="11" fill="${soft}">${escapeXml(text)}</text>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}" font-family="${font.replaceAll('"', "'")}">
<title>${escapeXml(title)}</title>
<rect width="${w}" height="${h}" fill="${paper}"/>
<text x="${margin.left}" y="24" font-size="15" font-weight="600" fill="${ink}">${escapeXml(title)}</text>
<svg x="${margin.left}" y="${margin.top}" width="${width}" height="${height}" overflow="hidden">
${sceneElements(shapes)}
</svg>
<g transform="translate(${margin.left} ${margin.top})">${labels.join('')}</g>
<text x="${margin.left}" y="${h - 14}" font-size="11" fill="${soft}">${escapeXml(foot)}</text>
</svg>
`;
}
