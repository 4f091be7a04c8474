/** @file Reduces the differences between simulated and recorded starts to a line with a band. */

import { formatDelay, formatTime } from '../text/time.js';

/** @import { Plot, Line } from '../plot/plot-layout.js' */

/** Maximum number of jobs that are separate points. */
export const SINGLE_JOBS = 200;
/** Number of bins for more jobs. */
const BINS = 100;
/** The share of the jobs of a bin below and above the band. */
const OUTSIDE = 0.1;

/**
 * @typedef {{submit_s: number, delay_s: number|null}} Row delay_s: start minus recorded start; null without either
 * @typedef {object} Differences
 * @property {number[]} x submission: of each job, or the mean of a bin
 * @property {number[]} y the difference of the job, or the median of a bin
 * @property {number[]} low the 10th percentile; empty if each job is a point
 * @property {number[]} high the 90th percentile
 * @property {number} jobs number of jobs with a difference
 */

/**
 * The differences of jobs in bins of equal size in order of submission; for few jobs, each one.
 * @param {readonly Row[]} rows
 * @returns {Differences}
 */
export function reduceDifferences(rows) {
  const known = rows.flatMap(({ submit_s, delay_s }) => (delay_s === null ? [] : [{ x: submit_s, y: delay_s }])).sort((a, b) => a.x - b.x);
  if (known.length <= SINGLE_JOBS) return { x: known.map(({ x }) => x), y: known.map(({ y }) => y), low: [], high: [], jobs: known.length };
  /** @type {Differences} */
  const binned = { x: [], y: [], low: [], high: [], jobs: known.length };
  for (let bin = 0; bin < BINS; bin += 1) {
    const jobs = known.slice(Math.floor((bin * known.length) / BINS), Math.floor(((bin + 1) * known.length) / BINS));
    const sorted = jobs.map(({ y }) => y).sort((a, b) => a - b);
    const at = (/** @type {number} */ share) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? NaN;
    binned.x.push(jobs.reduce((sum, { x }) => sum + x, 0) / jobs.length);
    binned.y.push(at(0.5));
    binned.low.push(at(OUTSIDE));
    binned.high.push(at(1 - OUTSIDE));
  }
  return binned;
}

/**
 * The parts of a table of `total` jobs to read: all of them, or blocks at equal distances.
 * @param {number} total
 * @param {number} most maximum number of rows that are read
 * @param {number} block rows of a part
 * @returns {{first: number, count: number}[]}
 */
export function tableParts(total, most, block) {
  const count = Math.ceil(Math.min(total, most) / block);
  const step = total <= most ? block : total / count;
  return Array.from({ length: count }, (_, at) => {
    const first = Math.floor(at * step);
    return { first, count: Math.min(block, total - first) };
  });
}

/**
 * The plot of the differences of some variants.
 * @param {readonly {name: string, token: string, dash: readonly number[], differences: Differences}[]} variants
 * @returns {Plot}
 */
export function differencePlot(variants) {
  return {
    margin: { top: 26, bottom: 42, ...(variants.length > 1 ? {} : { right: 28 }) },
    inset: 6,
    x: { title: 'Submission', kind: 'time', space: 80, words: formatTime },
    y: {
      title: 'Start − recorded start',
      kind: 'time',
      space: 30,
      grid: true,
      words: formatDelay,
      // The line of no difference is always visible.
      ends: (low, high) => [Math.min(low, 0), Math.max(high, 0)],
    },
    lines: variants.map(
      ({ name, token, dash, differences: { x, y, low, high } }) =>
        /** @type {Line} */ ({ name, token, dash, x, y, ...(low.length > 0 ? { low, high } : { marked: true }) }),
    ),
    ...(variants.length > 1 ? { names: 'beside' } : {}),
    rules: [{ y: 0 }],
  };
}
