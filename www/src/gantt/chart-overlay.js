/** @file Draws over the frame of a chart: labels, outlines of the selected and the hovered bars, marks, the playhead. */

import { clusterLink, drawClusterLink, drawTies, nodeGaps } from './bar-connections.js';
import { drawOutline } from './bar-outline.js';
import { drawMark } from './event-marks.js';

/** @import { Frame } from '../run/run-protocol.js' */
/** @import { Box, ClusterPlace, Hole } from '../engine/types.js' */

/** Opacity of the veil over everything but the parts of one job: for the hovered job, for the selected one. */
const VEIL = { hovered: 0.62, selected: 0.4 };
/** Opacity of labels and marks under the veil. */
const FAINT = 0.3;

/**
 * Draws everything above the bars.
 * @param {CanvasRenderingContext2D} context sized like the picture
 * @param {Frame} frame
 * @param {number} scale device pixels per CSS pixel
 * @param {Record<string, string>} colours of the tokens paper, ink, accent
 * @param {{font: string, size: number, playhead: boolean, behind?: string, unused?: (place: ClusterPlace) => string, under?: () => void, difference?: typeof import('./difference-overlay.js')|undefined, decision?: typeof import('./decision-marks.js')|undefined, flow?: typeof import('./workflow-overlay.js')|undefined, ties?: import('./cluster-ties.js').ClusterTies|undefined}} style
 *   size: of label text, CSS pixels; behind: the name of the blocking job; unused: the names of clusters that
 *   share a line; under: draws the lowest layer; difference, decision, flow, ties: draw these parts, after they are
 *   loaded
 */
export function drawOverlay(context, frame, scale, colours, style) {
  const { width, height, from_s, to_s, now_s } = frame.view;
  context.clearRect(0, 0, width, height);
  style.under?.();
  if (frame.difference) style.difference?.drawGhosts(context, frame.difference, scale, colours, style);
  style.ties?.drawTies(context, scale, colours);
  const [selected = [], hovered = []] = frame.outlines.slice(-2);
  const link = clusterLink(hovered, frame.places) ?? clusterLink(selected, frame.places);
  if (link) {
    context.globalAlpha = clusterLink(hovered, frame.places) ? VEIL.hovered : VEIL.selected;
    context.fillStyle = colours.paper ?? '#fff';
    context.fillRect(0, 0, width, height);
    context.globalAlpha = 1;
    drawClusterLink(context, link, [...hovered, ...selected], scale, colours);
  }
  if (frame.decision) style.decision?.drawDecision(context, frame.decision, style.behind ?? '', scale, colours, style);
  const lit = link ? [...selected, ...hovered] : null;
  if (!lit) drawHoleReasons(context, frame.holes, scale, { ...style, ink: colours['hole-ink'] ?? '#000' });
  if (frame.flow) style.flow?.drawCriticalPath(context, frame.flow, scale, colours);
  drawOutline(context, hovered, scale, colours, 1.5);
  drawOutline(context, selected, scale, colours, 2.5);
  // Names are above arrows.
  if (frame.difference) style.difference?.drawDifference(context, frame.difference, scale, colours);
  drawTies(
    context,
    frame.labels.flatMap(({ ties }) => ties),
    scale,
    colours,
  );
  for (const boxes of [selected, hovered]) drawTies(context, nodeGaps(boxes, frame.places), scale, colours, true);
  drawLabels(context, frame, scale, style, lit);
  if (frame.difference) style.difference?.drawEndBracket(context, frame.difference, scale, colours, style);
  drawUnusedClusters(context, frame.places, style.unused, scale, colours, style);
  if (frame.flow) style.flow?.drawTransfers(context, frame.flow, scale, colours, style);
  for (const mark of frame.marks) {
    context.globalAlpha = !lit || lit.some((box) => containsPoint(box, mark)) ? 1 : FAINT;
    drawMark(context, mark, scale, colours);
  }
  context.globalAlpha = 1;
  if (!style.playhead) return;
  const x = ((now_s - from_s) / (to_s - from_s)) * width;
  if (x < -2 || x > width + 2) return;
  context.fillStyle = colours.paper ?? '#fff';
  context.fillRect(Math.round(x - 1.5 * scale), 0, Math.ceil(3.5 * scale), height);
  context.fillStyle = colours.accent ?? '#000';
  context.fillRect(Math.round(x - 0.75 * scale), 0, Math.max(1, Math.round(1.5 * scale)), height);
}

/**
 * @param {Box} box
 * @param {{x: number, y: number}} place
 */
function containsPoint({ x, y, w, h }, place) {
  return place.x >= x && place.x <= x + w && place.y >= y && place.y <= y + h;
}

/**
 * Draws the names of bars where they fit.
 * @param {CanvasRenderingContext2D} context
 * @param {Frame} frame
 * @param {number} scale
 * @param {{font: string, size: number}} style
 * @param {readonly Box[]|null} lit area in which labels are strong; null for everywhere
 */
function drawLabels(context, { labels, view }, scale, { font, size }, lit) {
  if (labels.length === 0) return;
  context.font = `${Math.round(size * scale)}px ${font}`;
  context.textBaseline = 'middle';
  context.textAlign = 'center';
  for (const { x, y, w, h, text, shift, light } of labels) {
    // Text stays on the visible part of a bar that extends beyond the edge.
    const left = Math.max(x, 0);
    const right = Math.min(x + w, view.width);
    if (h < (size + 1) * scale || context.measureText(text).width > right - left - 4 * scale) continue;
    const strong = !lit || lit.some((box) => containsPoint(box, { x, y }) && containsPoint(box, { x: x + w, y: y + h }));
    context.globalAlpha = strong ? 1 : FAINT;
    context.fillStyle = light ? '#fff' : '#111';
    const second = shift !== '' && h >= 2 * (size + 1) * scale && context.measureText(shift).width <= right - left - 4 * scale;
    const lower = second ? (size / 2 + 1) * scale : 0;
    context.fillText(text, (left + right) / 2, y + h / 2 + 0.5 * scale - lower);
    if (second) context.fillText(shift, (left + right) / 2, y + h / 2 + 0.5 * scale + lower);
  }
  context.globalAlpha = 1;
}

/**
 * Draws the names of unused clusters on their line.
 * @param {CanvasRenderingContext2D} context
 * @param {readonly ClusterPlace[]} places
 * @param {((place: ClusterPlace) => string)|undefined} names
 * @param {number} scale
 * @param {Record<string, string>} colours
 * @param {{font: string, size: number}} style
 */
function drawUnusedClusters(context, places, names, scale, colours, { font, size }) {
  context.font = `${Math.round(size * scale)}px ${font}`;
  context.textBaseline = 'middle';
  context.textAlign = 'left';
  for (const place of names ? places.filter(({ shown, h }) => shown === 0 && h >= size * scale) : []) {
    const [text, y] = [names?.(place) ?? '', place.y + place.h / 2];
    context.fillStyle = colours.paper ?? '#fff';
    context.fillRect(4 * scale, y - (size / 2 + 1) * scale, context.measureText(text).width + 8 * scale, (size + 2) * scale);
    context.fillStyle = colours['ink-soft'] ?? '#000';
    context.fillText(text, 8 * scale, y + 0.5 * scale);
  }
}

/**
 * Draws the reasons why nodes are idle while jobs wait: in each idle region the longest text that fits.
 * @param {CanvasRenderingContext2D} context
 * @param {readonly Hole[]} holes
 * @param {number} scale
 * @param {{font: string, size: number, ink: string}} style
 */
export function drawHoleReasons(context, holes, scale, { font, size, ink }) {
  context.font = `600 ${Math.round(size * scale)}px ${font}`;
  context.textBaseline = 'middle';
  context.textAlign = 'center';
  context.fillStyle = ink;
  for (const { x, y, w, h, texts } of holes) {
    const words = h < (size + 3) * scale ? undefined : texts.find((text) => context.measureText(text).width <= w - 10 * scale);
    if (words) context.fillText(words, x + w / 2, y + h / 2 + 0.5 * scale);
  }
}
