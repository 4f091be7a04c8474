/** @file Lines that connect the pieces of one job or task: on separate nodes of a cluster, and on several clusters. */

/** @import { Box, ClusterPlace, Tie } from '../engine/types.js' */

/** Opacity of lines between separate nodes; and length of the foot at each piece of the line between clusters, CSS pixels. */
const FAINT = 0.45;
const FOOT = 4;

/**
 * The index of the visible cluster that contains a box.
 * @param {Box} box
 * @param {readonly ClusterPlace[]} places
 */
function clusterIndex({ y, h }, places) {
  const middle = y + h / 2;
  return places.findIndex((place) => middle >= place.y && middle < place.y + place.h);
}

/**
 * The number of clusters that contain the boxes.
 * @param {readonly Box[]} boxes
 * @param {readonly ClusterPlace[]} places
 */
export function countClusters(boxes, places) {
  return new Set(boxes.map((box) => clusterIndex(box, places))).size;
}

/**
 * The vertical line that connects pieces that start at the same moment in several clusters; null if there are none.
 * @param {readonly Box[]} boxes
 * @param {readonly ClusterPlace[]} places
 * @returns {{x: number, top: number, bottom: number}|null}
 */
export function clusterLink(boxes, places) {
  for (const x of new Set(boxes.map((box) => box.x))) {
    const together = boxes.filter((box) => box.x === x);
    if (countClusters(together, places) > 1) {
      return { x, top: Math.min(...together.map(({ y }) => y)), bottom: Math.max(...together.map(({ y, h }) => y + h)) };
    }
  }
  return null;
}

/**
 * The gaps between pieces on separate nodes of a cluster that start together.
 * @param {readonly Box[]} boxes of one job or task
 * @param {readonly ClusterPlace[]} places
 * @returns {Tie[]}
 */
export function nodeGaps(boxes, places) {
  const sorted = boxes.toSorted((one, other) => one.x - other.x || one.y - other.y);
  return sorted.flatMap((upper, at) => {
    const lower = sorted[at + 1];
    const top = upper.y + upper.h;
    return lower && lower.x === upper.x && lower.y > top && clusterIndex(lower, places) === clusterIndex(upper, places)
      ? [{ x: upper.x, top, bottom: lower.y }]
      : [];
  });
}

/**
 * Draws thin lines across the gaps.
 * @param {CanvasRenderingContext2D} context
 * @param {readonly Tie[]} ties
 * @param {number} scale
 * @param {Record<string, string>} colours
 * @param {boolean} [strong] whether they belong to the selected or hovered job
 */
export function drawTies(context, ties, scale, colours, strong = false) {
  context.globalAlpha = strong ? 1 : FAINT;
  context.fillStyle = colours.ink ?? '#000';
  for (const { x, top, bottom } of ties) context.fillRect(x, top, Math.max(1, Math.round((strong ? 1.5 : 1) * scale)), bottom - top);
  context.globalAlpha = 1;
}

/**
 * Draws the line between the clusters of the job in focus.
 * @param {CanvasRenderingContext2D} context
 * @param {{x: number, top: number, bottom: number}} link
 * @param {readonly Box[]} boxes
 * @param {number} scale
 * @param {Record<string, string>} colours
 */
export function drawClusterLink(context, link, boxes, scale, colours) {
  drawLink(context, link, boxes, scale, colours.accent ?? '#000');
}

/**
 * Draws a line between clusters, with a foot at each piece.
 * @param {CanvasRenderingContext2D} context
 * @param {{x: number, top: number, bottom: number}} link
 * @param {readonly Box[]} boxes
 * @param {number} scale
 * @param {string} colour
 */
export function drawLink(context, { x, top, bottom }, boxes, scale, colour) {
  const [left, wide] = [Math.round(x - 1.5 * scale), Math.max(1, Math.round(1.5 * scale))];
  context.fillStyle = colour;
  context.fillRect(left, top, wide, bottom - top);
  for (const box of boxes) if (box.x === x) context.fillRect(left, Math.round(box.y + (box.h - wide) / 2), FOOT * scale, wide);
}
