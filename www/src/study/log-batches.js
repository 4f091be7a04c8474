/** @file The weeks of a log as replications, from the tables of jobs of all runs on the page. */

import { askRun } from '../commands.js';
import { batchMeans, batchPeriod, readJobColumns } from './batch-means.js';
import { lowestCounts } from './replication-stats.js';

/** @import { Page } from '../commands/page.js' */
/** @import { Spread } from '../types.js' */

/**
 * The batch means of all variants; all have the same jobs, hence the same batches.
 * @param {Page} page
 * @returns {Promise<Spread>}
 */
export async function readBatches(page) {
  const { variants } = page.store.get();
  /** @type {ReturnType<typeof batchPeriod>|undefined} */
  let period;
  /** @type {Record<string, (number|null)[][]>} */
  const values = {};
  for (const at of variants.keys()) {
    // One after the other: each text is large.
    const jobs = readJobColumns(await askRun(page, at, 'export_text', 'jobs'));
    period ??= batchPeriod(jobs.submit_s);
    if (!period) break;
    for (const [metric, means] of Object.entries(batchMeans(jobs, period))) (values[metric] ??= []).push(means);
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
  const counts = Object.entries(values).map(([metric, rows]) => /** @type {const} */ ([metric, lowestCounts(rows)]));
  const facts = variants.map((_, at) =>
    Object.fromEntries(
      counts.flatMap(([metric, found]) => {
        const count = found[at];
        return count ? [[metric, { seeds: null, low: null, high: null, ...count }]] : [];
      }),
    ),
  );
  return { ...none, kind: period.unit, total: period.count, values, facts, note: '' };
}
