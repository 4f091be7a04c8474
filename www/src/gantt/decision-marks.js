/** @file Marks of the decision at the playhead: started jobs are outlined, the blocking or overtaken job is dashed. */

import { drawOutline } from './bar-outline.js';

/** @import { Box } from '../engine/types.js' */
/** @import { Frame } from '../run/run-protocol.js' */

/** The weight of outlines, the dashes, the room of words beside a bar, CSS pixels. */
const WEIGHT = 2;
const DASH = [4, 2.5];
const BESIDE = 6;

/**
 * Draws the marks of a decision.
 * @param {CanvasRenderingContext2D} context
 * @param {NonNullable<Frame['decision']>} decision
 * @param {string} title of the job that prevents the start
 * @param {number} scale device pixels per CSS pixel
 * @param {Record<string, string>} colours
 * @param {{font: string, size: number}} style
 */
export function drawDecision(context, { decided, behind, later }, title, scale, colours, style) {
  const { paper = '#fff', accent = '#000' } = colours;
  for (const boxes of decided) drawOutline(context, boxes, scale, colours, WEIGHT, accent);
  for (const { x, y, w, h } of behind) {
    for (const [colour, wide] of /** @type {const} */ ([
      [paper, WEIGHT + 2],
      [accent, WEIGHT],
    ])) {
      context.strokeStyle = colour;
      context.lineWidth = wide * scale;
      context.setLineDash(colour === paper ? [] : DASH.map((part) => part * scale));
      context.strokeRect(x, y, w, h);
    }
    context.setLineDash([]);
  }
  const largest = behind.toSorted((one, other) => other.w * other.h - one.w * one.h)[0];
  // The job has no bar yet, so the mark is labelled. Its earliest start by the estimates is in the decision bar.
  if (later && largest && title) drawLabelBeside(context, `${title} starts here in this run`, largest, scale, { paper, accent }, style);
}

/**
 * Draws a text beside a box, or inside if it is wide enough.
 * @param {CanvasRenderingContext2D} context
 * @param {string} words
 * @param {Box} box
 * @param {number} scale
 * @param {{paper: string, accent: string}} colours
 * @param {{font: string, size: number}} style
 */
function drawLabelBeside(context, words, { x, y, w, h }, scale, { paper, accent }, { font, size }) {
  context.font = `600 ${Math.round(size * scale)}px ${font}`;
  context.textBaseline = 'middle';
  context.textAlign = 'left';
  const { width } = context.measureText(words);
  const beside = BESIDE * scale;
  const within = width + 2 * beside <= w;
  const left = within ? x + (w - width) / 2 : x + w + beside + width <= context.canvas.width ? x + w + beside : x - beside - width;
  if (left < 0) return;
  context.lineJoin = 'round';
  context.lineWidth = 4 * scale;
  context.strokeStyle = paper;
  context.strokeText(words, left, y + h / 2);
  context.fillStyle = accent;
  context.fillText(words, left, y + h / 2);
}
