/**
 * @file Batch means of one log: the mean over the jobs submitted in each full week, or day, of it. Batches take the place of replications, as in
 * Law, Simulation Modeling and Analysis (5th edition, 2015), chapter 9. Weeks with long queues follow each other: an interval is that of batches
 * long enough to be independent, by the procedure of Fishman (Grouping observations in digital simulation, Management Science 24, 1978).
 */

import { LEAST_INDEPENDENT, meanInterval } from './replication-stats.js';

/** @import { Interval } from '../engine/types.js' */

const [WEEK_S, DAY_S] = [7 * 86400, 86400];
/** Minimum number of batches for an interval. */
const LEAST_BATCHES = 5;
/** The one-sided 10 % quantile of the normal distribution. */
const CRITICAL = 1.2816;
/** The lower bound of runtimes in bounded slowdowns, s. */
const BOUND_S = 10;

/** The jobs of a run, column by column. @typedef {{submit_s: number[], wait_s: number[], run_s: number[]}} JobColumns NaN where a time is unknown */

/** The metrics that have batch means, each with its value of a job. @type {Record<string, (wait_s: number, run_s: number) => number>} */
const JOB_VALUES = {
  wait: (wait_s) => wait_s,
  'bounded-slowdown': (wait_s, run_s) => Math.max(1, (wait_s + run_s) / Math.max(run_s, BOUND_S)),
};

/**
 * Reads the columns that batch means need from the table of jobs.
 * @param {string} csv
 * @returns {JobColumns}
 */
export function readJobColumns(csv) {
  const [head = '', ...lines] = csv.split('\r\n');
  const names = head.split(',');
  const places = ['submit_s', 'wait_s', 'run_s'].map((name) => names.indexOf(name));
  /** @type {JobColumns} */
  const columns = { submit_s: [], wait_s: [], run_s: [] };
  for (const line of lines) {
    if (!line) continue;
    const cells = line.includes('"') ? splitQuoted(line) : line.split(',');
    const [submit_s, wait_s, run_s] = places.map((place) => (cells[place] ? Number(cells[place]) : Number.NaN));
    columns.submit_s.push(submit_s ?? Number.NaN);
    columns.wait_s.push(wait_s ?? Number.NaN);
    columns.run_s.push(run_s ?? Number.NaN);
  }
  return columns;
}

/** The cells of a line with quoted cells. @param {string} line */
function splitQuoted(line) {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/gu)].map(([, quoted, plain]) => quoted ?? plain ?? '');
}

/**
 * The length of the batches of a log: full weeks if there are at least five, otherwise full days.
 * @param {readonly number[]} submit_s
 * @returns {{unit: 'weeks'|'days', step_s: number, first_s: number, count: number}|null} null if even days are too few
 */
export function batchPeriod(submit_s) {
  const known = submit_s.filter((time) => Number.isFinite(time));
  const first_s = known.reduce((least, time) => Math.min(least, time), Infinity);
  const span = known.reduce((most, time) => Math.max(most, time), -Infinity) - first_s;
  for (const [unit, step_s] of /** @type {const} */ ([
    ['weeks', WEEK_S],
    ['days', DAY_S],
  ])) {
    const count = Math.floor(span / step_s);
    if (count >= LEAST_BATCHES) return { unit, step_s, first_s, count };
  }
  return null;
}

/**
 * The mean of each metric over the jobs submitted in each batch.
 * @param {JobColumns} jobs
 * @param {{step_s: number, first_s: number, count: number}} period
 * @returns {Record<string, (number|null)[]>} by metric; null for a batch without jobs
 */
export function batchMeans({ submit_s, wait_s, run_s }, { step_s, first_s, count }) {
  return Object.fromEntries(
    Object.entries(JOB_VALUES).map(([metric, valueOfJob]) => {
      const sums = new Float64Array(count);
      const jobs = new Uint32Array(count);
      for (const [at, submitted] of submit_s.entries()) {
        const batch = Math.floor((submitted - first_s) / step_s);
        const value = valueOfJob(wait_s[at] ?? Number.NaN, run_s[at] ?? Number.NaN);
        if (!(batch >= 0 && batch < count) || !Number.isFinite(value)) continue;
        sums[batch] = (sums[batch] ?? 0) + value;
        jobs[batch] = (jobs[batch] ?? 0) + 1;
      }
      return [metric, Array.from(sums, (sum, batch) => (jobs[batch] ? sum / /** @type {number} */ (jobs[batch]) : null))];
    }),
  );
}

/**
 * Whether successive batch means are positively correlated: the test of von Neumann's ratio, one-sided, 10 %. With R the sum of the squared
 * differences of neighbours divided by the sum of the squared distances to the mean, (1 - R / 2) √((n² - 1) / (n - 2)) is nearly normal.
 * @param {readonly number[]} means
 */
export function dependOnEachOther(means) {
  const count = means.length;
  const mean = means.reduce((sum, value) => sum + value, 0) / count;
  const squares = means.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  if (count < 3 || squares === 0) return false;
  const steps = means.slice(1).reduce((sum, value, at) => sum + (value - /** @type {number} */ (means[at])) ** 2, 0);
  return (1 - steps / squares / 2) * Math.sqrt((count ** 2 - 1) / (count - 2)) > CRITICAL;
}

/**
 * The mean of a log with its interval, from the shortest batches that do not depend on each other: 1, 2, 4, .. weeks or days.
 * @param {(size: number) => readonly (number|null)[]} meansOf the means of batches of this number of weeks or days
 * @returns {{size: number, interval: Interval}|null} null if fewer than eight independent batches remain
 */
export function independentBatches(meansOf) {
  for (let size = 1; ; size *= 2) {
    const means = /** @type {number[]} */ (meansOf(size).filter((value) => value !== null));
    if (means.length < LEAST_INDEPENDENT) return null;
    const interval = dependOnEachOther(means) ? null : meanInterval(means);
    if (interval) return { size, interval };
  }
}

/**
 * The means of batches of several weeks or days; jobs after the last full batch are omitted.
 * @param {JobColumns} jobs
 * @param {{step_s: number, first_s: number, count: number}} period
 * @param {number} size
 */
export function longerBatches(jobs, { step_s, first_s, count }, size) {
  return batchMeans(jobs, { step_s: step_s * size, first_s, count: Math.floor(count / size) });
}
