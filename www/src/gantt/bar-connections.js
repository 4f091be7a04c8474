/** @file What ties the pieces of one job or task together: on split nodes of a cluster, and on several clusters. */

/** @import { Box, ClusterPlace, Tie } from '../engine/types.js' */

/** How strong the tie of pieces on split nodes is, and how far the line between clusters reaches over each piece, CSS pixels. */
const FAINT = 0.45;
const FOOT = 4;

/**
 * The cluster a box lies in, among those in sight.
 * @param {Box} box
 * @param {readonly ClusterPlace[]} places
 */
function placeOf({ y, h }, places) {
  const middle = y + h / 2;
  return places.findIndex((place) => middle >= place.y && middle < place.y + place.h);
}

/**
 * In how many clusters boxes lie.
 * @param {readonly Box[]} boxes
 * @param {readonly ClusterPlace[]} places
 */
export function bandsOf(boxes, places) {
  return new Set(boxes.map((box) => placeOf(box, places))).size;
}

/**
 * The line that ties together what began at the same moment in several clusters; null if nothing did.
 * @param {readonly Box[]} boxes
 * @param {readonly ClusterPlace[]} places
 * @returns {{x: number, top: number, bottom: number}|null}
 */
export function linkOf(boxes, places) {
  for (const x of new Set(boxes.map((box) => box.x))) {
    const together = boxes.filter((box) => box.x === x);
    if (bandsOf(together, places) > 1) {
      return { x, top: Math.min(...together.map(({ y }) => y)), bottom: Math.max(...together.map(({ y, h }) => y + h)) };
    }
  }
  return null;
}

/**
 * The gaps between pieces on split nodes of a cluster that begin together.
 * @param {readonly Box[]} boxes of one job or task
 * @param {readonly ClusterPlace[]} places
 * @returns {Tie[]}
 */
export function gapsOf(boxes, places) {
  const sorted = boxes.toSorted((one, other) => one.x - other.x || one.y - other.y);
  return sorted.flatMap((upper, at) => {
    const lower = sorted[at + 1];
    const top = upper.y + upper.h;
    return lower && lower.x === upper.x && lower.y > top && placeOf(lower, places) === placeOf(upper, places)
      ? [{ x: upper.x, top, bottom: lower.y }]
      : [];
  });
}

/**
 * Thin lines over what lies in the gaps.
 * @param {CanvasRenderingContext2D} context
 * @param {readonly Tie[]} ties
 * @param {number} scale
 * @param {Record<string, string>} colours
 * @param {boolean} [strong] those of the one that is looked at
 */
export function drawTies(context, ties, scale, colours, strong = false) {
  context.globalAlpha = strong ? 1 : FAINT;
  context.fillStyle = colours.ink ?? '#000';
  for (const { x, top, bottom } of ties) context.fillRect(x, top, Math.max(1, Math.round((strong ? 1.5 : 1) * scale)), bottom - top);
  context.globalAlpha = 1;
}

/**
 * The line between clusters, with a foot at each piece it holds.
 * @param {CanvasRenderingContext2D} context
 * @param {{x: number, top: number, bottom: number}} link
 * @param {readonly Box[]} boxes
 * @param {number} scale
 * @param {Record<string, string>} colours
 */
export function drawLink(context, { x, top, bottom }, boxes, scale, colours) {
  const [left, wide] = [Math.round(x - 1.5 * scale), Math.max(1, Math.round(1.5 * scale))];
  context.fillStyle = colours.accent ?? '#000';
  context.fillRect(left, top, wide, bottom - top);
  for (const box of boxes) if (box.x === x) context.fillRect(left, Math.round(box.y + (box.h - wide) / 2), FOOT * scale, wide);
}
