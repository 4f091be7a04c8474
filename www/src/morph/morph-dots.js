/** @file The dots below a morph: one for each job at its change of start, stacked where they coincide. */

import { axisTicks } from '../text/ticks.js';
import { moveShare } from './morph-geometry.js';

/** @import { JobMove } from './morph-geometry.js' */

/** Radius of the smallest and the largest dot, CSS pixels. */
const RADIUS = { least: 2.5, most: 6 };

/**
 * A dot. Its area grows with the number of nodes.
 * @typedef {{x: number, y: number, r: number, number: number, state: 'placed'|'moving'|'following'}} Dot y: distance of its middle from the line
 * @typedef {{dots: Dot[], high: number, ticks: {x: number, value_s: number}[]}} DotLayout high: height of the highest stack
 */

/**
 * The dots of all jobs.
 * @param {readonly JobMove[]} moves
 * @param {number} share
 * @param {number} width
 * @returns {DotLayout}
 */
export function layoutDots(moves, share, width) {
  const changes = moves.map(({ start_s }) => start_s[1] - start_s[0]);
  const [low, high] = [Math.min(0, ...changes), Math.max(0, ...changes)];
  const span = Math.max(high - low, 1);
  const room = Math.max(1, width - 4 * RADIUS.most);
  const x = (/** @type {number} */ change) => 2 * RADIUS.most + ((change - low) / span) * room;
  const widest = Math.max(1, ...moves.map(({ nodes }) => nodes));
  /** @type {Dot[]} */
  const dots = [];
  moves
    .map((move, at) => ({ move, change: changes[at] ?? 0 }))
    .toSorted((a, b) => b.move.nodes - a.move.nodes || a.move.number - b.move.number)
    .forEach(({ move, change }) => {
      const r = Math.max(RADIUS.least, RADIUS.most * Math.sqrt(move.nodes / widest));
      const middle = x(change);
      const below = dots.filter((dot) => Math.abs(dot.x - middle) < dot.r + r);
      const y = Math.max(0, ...below.map((dot) => dot.y + dot.r)) + r;
      const u = moveShare(move.rank, share);
      dots.push({ x: middle, y, r, number: move.number, state: move.stays || u >= 1 ? 'placed' : u > 0 ? 'moving' : 'following' });
    });
  const ticks = axisTicks(low, high, Math.max(2, width / 140), { kind: 'time' }).map((value_s) => ({ x: x(value_s), value_s }));
  return { dots, high: Math.max(0, ...dots.map(({ y, r }) => y + r)), ticks };
}
