/** @file The reasons why a measure has no interval at a point, and their texts. */

/** @import { SteadyState } from '../engine/types.js' */
/** @import { Grid, Measured } from './axis-grid.js' */

/** Metrics that grow with the length of a run if its waits do. */
const GROWING = new Set(['wait', 'response', 'bounded-slowdown', 'slowdown', 'queue-length']);

/**
 * @typedef {'single'|'trend'|'maximum'|'minimum'|''} IntervalReason single: one run without randomness; trend: no
 *   steady state; the others: value of a single job
 */

/**
 * Whether the waits of a run have no steady state: they grow, the load is too high, or the start-up phase matters.
 * @param {SteadyState|null|undefined} state whether intervals of its waits describe only the length of the run
 */
export const hasTrend = (state) => state?.verdict === 'grows' || state?.verdict === 'overloaded' || state?.verdict === 'warm-up';

/**
 * Whether a measure has no interval at a point, because it grows with the length of the run.
 * @param {Pick<Grid, 'part'> & {single?: boolean}} grid
 * @param {Pick<Measured, 'metric'>} measured
 * @param {number} point
 */
export function growsWithLength({ part, single = false }, { metric }, point) {
  return !single && GROWING.has(metric) && hasTrend(part.steady[point]);
}

/**
 * The reason why a measure has no interval at a point; empty if it has one.
 * @param {Grid} grid
 * @param {Pick<Measured, 'metric'|'name'>} measured
 * @param {number} point
 * @returns {IntervalReason}
 */
export function intervalReason(grid, measured, point) {
  if (grid.single) return 'single';
  if (growsWithLength(grid, measured, point)) return 'trend';
  return grid.extremes[measured.name] ?? '';
}

/**
 * The reasons in a cell, and in the name of a cell for screen readers.
 * @type {Record<Exclude<IntervalReason, ''>, {short: string, long: string}>}
 */
export const REASON_WORDS = {
  single: { short: 'no interval', long: 'one run, no interval' },
  trend: { short: 'no steady state', long: 'withheld: no steady state' },
  maximum: { short: 'maximum: no interval', long: 'maximum of a run: no interval' },
  minimum: { short: 'minimum: no interval', long: 'minimum of a run: no interval' },
};
