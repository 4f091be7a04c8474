/** @file Positions of bars between two schedules, as a function of a number between 0 and 1, never of the clock. */

/** @import { ScheduledJob } from '../gantt/schedule-jobs.js' */

/** Share of the transition over which the starts of moves are spread; the rest is the length of each move. */
export const SPREAD = 0.74;
/** Maximum number of jobs in the window. */
export const MOST_JOBS = 300;

/**
 * Neighbouring rows that remain neighbours.
 * @typedef {{from: number, to: number, rows: number}} Piece from, to: the first row in each schedule
 *
 * A class of waits, which has a colour.
 * @typedef {{from_s: number, fill: string}} WaitClass
 *
 * The way of a job from one schedule to another.
 * @typedef {object} JobMove
 * @property {number} number
 * @property {[number, number]} start_s in each schedule
 * @property {[number, number]} end_s
 * @property {[number, number]} ready_s begin of its wait in each schedule
 * @property {number} nodes
 * @property {Piece[]} pieces
 * @property {number} rank from 0 to 1, in the order of starts in the second schedule
 * @property {boolean} stays whether it has the same start and the same nodes in both
 */

/**
 * Pairs the rows of a job: its k-th lowest with its k-th lowest.
 * @param {readonly number[]} from
 * @param {readonly number[]} to
 * @returns {Piece[]}
 */
export function pairRows(from, to) {
  /** @type {Piece[]} */
  const pieces = [];
  for (let at = 0; at < Math.min(from.length, to.length); at += 1) {
    const [one = 0, other = 0] = [from[at], to[at]];
    const last = pieces.at(-1);
    if (last && last.from + last.rows === one && last.to + last.rows === other) last.rows += 1;
    else pieces.push({ from: one, to: other, rows: 1 });
  }
  return pieces;
}

/**
 * The moves of all jobs that are in both schedules.
 * @param {readonly ScheduledJob[]} from
 * @param {readonly ScheduledJob[]} to
 * @param {(job: ScheduledJob) => number[]} rows of a job, ascending
 * @returns {JobMove[]} in the order of ranks
 */
export function planMoves(from, to, rows) {
  const known = new Map(to.map((job) => [job.number, job]));
  const both = from.flatMap((before) => {
    const after = known.get(before.number);
    return after && Number.isFinite(before.start_s + before.end_s + after.start_s + after.end_s) ? [{ before, after }] : [];
  });
  const ordered = both.toSorted((a, b) => a.after.start_s - b.after.start_s || a.after.number - b.after.number);
  return ordered.map(({ before, after }, place) => {
    const pieces = pairRows(rows(before), rows(after));
    return {
      number: before.number,
      start_s: [before.start_s, after.start_s],
      end_s: [before.end_s, after.end_s],
      ready_s: [before.start_s - before.wait_s, after.start_s - after.wait_s],
      nodes: before.size,
      pieces,
      rank: place / Math.max(1, ordered.length - 1),
      stays: before.start_s === after.start_s && pieces.every((piece) => piece.from === piece.to),
    };
  });
}

/**
 * The progress of the move of a job: moves begin one after another, so that a wave runs from left to right.
 * @param {number} rank
 * @param {number} share of the whole transition
 */
export function moveShare(rank, share) {
  const u = Math.max(0, Math.min(1, (share - SPREAD * rank) / (1 - SPREAD)));
  return u < 0.5 ? 4 * u ** 3 : 1 - (-2 * u + 2) ** 3 / 2;
}

/**
 * Linear interpolation between two values.
 * @param {readonly [number, number]} ends
 * @param {number} u
 */
export const interpolate = ([from, to], u) => from + (to - from) * u;

/**
 * The number of jobs that have arrived, are moving, or follow; jobs without a move are not counted.
 * @param {readonly JobMove[]} moves
 * @param {number} share
 */
export function moveCounts(moves, share) {
  const counts = { placed: 0, moving: 0, following: 0, staying: 0 };
  for (const { rank, stays } of moves) {
    const u = moveShare(rank, share);
    if (stays) counts.staying += 1;
    else if (u >= 1) counts.placed += 1;
    else if (u > 0) counts.moving += 1;
    else counts.following += 1;
  }
  return counts;
}

/**
 * The spans of time in which a job waits, in a drawing between both schedules.
 * @param {readonly JobMove[]} moves
 * @param {number} share
 * @returns {[number, number][]} ascending, without overlaps
 */
export function waitingSpans(moves, share) {
  const spans = moves
    .map(({ ready_s, start_s, rank }) => {
      const u = moveShare(rank, share);
      return /** @type {[number, number]} */ ([interpolate(ready_s, u), interpolate(start_s, u)]);
    })
    .filter(([from, to]) => to > from)
    .toSorted((a, b) => a[0] - b[0]);
  /** @type {[number, number][]} */
  const joined = [];
  for (const [from, to] of spans) {
    const last = joined.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else joined.push([from, to]);
  }
  return joined;
}

/**
 * The colour of a wait.
 * @param {number} wait_s
 * @param {readonly WaitClass[]} classes
 */
export function waitFill(wait_s, classes) {
  return (classes.findLast(({ from_s }) => wait_s >= from_s) ?? classes[0])?.fill ?? '#888888';
}

/**
 * The moves with a visible part in a window, in either schedule.
 * @param {readonly JobMove[]} moves
 * @param {{from_s: number, to_s: number}} window
 */
export function visibleMoves(moves, { from_s, to_s }) {
  const inside = (/** @type {number} */ start, /** @type {number} */ end) => start < to_s && end > from_s;
  return moves.filter(({ start_s, end_s }) => inside(start_s[0], end_s[0]) || inside(start_s[1], end_s[1]));
}
