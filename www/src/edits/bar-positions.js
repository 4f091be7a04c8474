/** @file Positions of bars in two frames: gliding bars, and trails. Lengths are CSS pixels. */

/** @import { Label } from '../engine/types.js' */

/** @typedef {{name: string, x: number, y: number, w: number, h: number}} Bar */
/** @typedef {{bar: Bar, x: number, y: number}} Move x, y: the previous position */
/** @typedef {{from: number, to: number, y: number}} Trail */

/** Minimum size of bars and moves with a trail. */
const LEAST_BAR = 26;
const LEAST_MOVE = 9;
/** The number of trails in a chart. */
const MOST_TRAILS = 15;
/**
 * A trail is at a quarter of the height of its bar, at most this distance down, so that it does not cross the name.
 */
const DEEPEST = 11;
/** Minimum movement of a gliding bar. */
const LEAST_GLIDE = 1.5;

/**
 * The labelled bars of a frame, by name; for several pieces, the largest.
 * @param {readonly Label[]} labels
 * @param {number} scale device pixels per CSS pixel
 * @returns {Map<string, Bar>}
 */
export function namedBars(labels, scale) {
  return new Map(labels.map(({ text, x, y, w, h }) => [text, { name: text, x: x / scale, y: y / scale, w: w / scale, h: h / scale }]));
}

/**
 * The bars that have moved.
 * @param {ReadonlyMap<string, Pick<Bar, 'x'|'y'>>} before
 * @param {ReadonlyMap<string, Bar>} now
 * @param {string} held the name of the edited job, which follows the pointer
 * @returns {Move[]}
 */
export function movedBars(before, now, held) {
  return [...now.values()].flatMap((bar) => {
    const was = before.get(bar.name);
    if (!was || bar.name === held || Math.hypot(was.x - bar.x, was.y - bar.y) < LEAST_GLIDE) return [];
    return [{ bar, x: was.x, y: was.y }];
  });
}

/**
 * Positions between two frames.
 * @param {readonly Move[]} moves
 * @param {number} share of the way, 0 to 1
 * @returns {Map<string, {x: number, y: number}>} by name
 */
export function positionsBetween(moves, share) {
  return new Map(moves.map(({ bar, x, y }) => [bar.name, { x: x + (bar.x - x) * share, y: y + (bar.y - y) * share }]));
}

/**
 * The easing function: fast at first, without overshoot.
 * @param {number} time 0 to 1
 */
export function ease(time) {
  const left = 1 - Math.min(1, Math.max(0, time));
  return 1 - left * left * left;
}

/**
 * The trails of the largest bars whose start the edit changed.
 * @param {Iterable<Bar>} bars
 * @param {{before: ReadonlyMap<number, number>, now: ReadonlyMap<number, number>, held: number}} starts times by job number; held: the edited job
 * @param {(time_s: number) => number} xOf
 * @returns {Trail[]}
 */
export function trailsOf(bars, { before, now, held }, xOf) {
  return [...bars]
    .flatMap((bar) => {
      const number = Number(bar.name);
      const [was, is] = [before.get(number), now.get(number)];
      if (number === held || was === undefined || is === undefined || bar.w < LEAST_BAR) return [];
      const [from, to] = [xOf(was), xOf(is)];
      return Math.abs(to - from) < LEAST_MOVE ? [] : [{ from, to, y: bar.y + Math.min(bar.h / 4, DEEPEST), size: bar.w * bar.h }];
    })
    .sort((a, b) => b.size - a.size)
    .slice(0, MOST_TRAILS)
    .map(({ from, to, y }) => ({ from, to, y }));
}
