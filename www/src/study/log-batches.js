/** @file The weeks of a log as replications, from the tables of jobs of all runs on the page. */

import { askRun } from '../commands.js';
import { batchMeans, batchPeriod, independentBatches, longerBatches, readJobColumns } from './batch-means.js';
import { lowestCounts } from './replication-stats.js';

/** @typedef {Record<string, (number|null)[]>} MetricMeans by metric: the means of all batches */

/** @import { Page } from '../commands/page.js' */
/** @import { Spread } from '../types.js' */

/**
 * The batch means of all variants; all have the same jobs and so the same batches.
 * @param {Page} page
 * @returns {Promise<Spread>}
 */
export async function readBatches(page) {
  const { variants } = page.store.get();
  /** @type {ReturnType<typeof batchPeriod>|undefined} */
  let period;
  /** @type {Record<string, (number|null)[][]>} */
  const values = {};
  /** The means of longer batches of each variant, by size. @type {((size: number) => MetricMeans)[]} */
  const longer = [];
  for (const at of variants.keys()) {
    // In sequence, because each text is large.
    const jobs = readJobColumns(await askRun(page, at, 'export_text', 'jobs'));
    period ??= batchPeriod(jobs.submit_s);
    if (!period) break;
    for (const [metric, means] of Object.entries(batchMeans(jobs, period))) (values[metric] ??= []).push(means);
    const { step_s, first_s, count } = period;
    /** @type {Map<number, MetricMeans>} */
    const known = new Map();
    longer.push((size) => {
      const means = known.get(size) ?? longerBatches(jobs, { step_s, first_s, count }, size);
      known.set(size, means);
      return means;
    });
  }
  const none = {
    kind: /** @type {const} */ ('none'),
    seeds: [],
    total: 0,
    values: {},
    facts: [],
    note: 'one log, no interval',
    seconds: 0,
  };
  if (!period) return none;
  const metrics = Object.keys(values);
  const independent = Object.fromEntries(
    metrics.map((metric) => [metric, longer.map((means) => independentBatches((size) => means(size)[metric] ?? []))]),
  );
  /** Whether two variants differ, by the interval of independent batches; null if batches depend on each other. @param {string} metric @param {number} one @param {number} other */
  const differ = (metric, one, other) => {
    const apart = independentBatches((size) => {
      const seconds = longer[other]?.(size)[metric] ?? [];
      return (longer[one]?.(size)[metric] ?? []).map((value, at) => {
        const second = seconds[at] ?? null;
        return value === null || second === null ? null : value - second;
      });
    });
    return apart && (apart.interval.low > 0 || apart.interval.high < 0);
  };
  const counts = Object.entries(values).map(
    ([metric, rows]) => /** @type {const} */ ([metric, lowestCounts(rows, (one, other) => differ(metric, one, other))]),
  );
  const facts = variants.map((_, at) =>
    Object.fromEntries(
      counts.flatMap(([metric, found]) => {
        const count = found[at];
        return count ? [[metric, { seeds: null, low: null, high: null, ...count }]] : [];
      }),
    ),
  );
  return { ...none, kind: period.unit, total: period.count, values, independent, facts, note: '' };
}
