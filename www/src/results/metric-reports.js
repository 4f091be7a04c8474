/** @file The reports of all variants, at the progress of their runs, for the metric table and the distributions. */
import { askRun } from '../commands.js';
import { formatNumber } from '../text/numbers.js';

/** @import { Page } from '../commands/page.js' */
/** @import { Catalog, Report, ReportRow } from '../engine/types.js' */
/** @import { SeedFacts, Variant } from '../types.js' */

/** The statistics of a metric over jobs or tasks. */
export const STATISTICS = /** @type {const} */ ([
  { id: 'mean', name: 'Mean' },
  { id: 'median', name: 'Median' },
  { id: 'p90', name: '90th percentile' },
  { id: 'p95', name: '95th percentile' },
  { id: 'p99', name: '99th percentile' },
  { id: 'max', name: 'Maximum' },
]);

/** The computation of percentiles. */
export const PERCENTILE_NOTE =
  'Percentiles, including the median, are nearest-rank: the p-th percentile is the smallest value such that at least p % of all values do not exceed it.';

/** @typedef {(typeof STATISTICS)[number]['id']} StatisticId */

/**
 * One line of the table.
 * @typedef {object} MetricLine
 * @property {string} metric id
 * @property {string} name
 * @property {string} unit
 * @property {StatisticId} [statistic] undefined for the metric itself
 * @property {(number | null)[]} values one per variant
 * @property {boolean[]} best whether the variant has the best value; none if no difference is significant
 */

/**
 * The reports of the runs: a completed run has one, a running one is queried, and a loading one keeps the last. Thus a
 * small change does not empty the table.
 * @param {Page} page
 * @param {readonly Variant[]} variants
 * @param {readonly (Report | undefined)[]} before
 * @param {number} [until_s] limits the report to subjects ended by this time; by default the whole run
 * @returns {Promise<(Report | undefined)[]>}
 */
export function readReports(page, variants, before, until_s) {
  return Promise.all(
    variants.map(async (variant, at) => {
      const { report, status, progress } = variant;
      const over = until_s === undefined || (progress !== null && until_s >= progress.end_s);
      if (report && over) return report;
      if (!report && status !== 'running' && status !== 'cancelled') return before[at];
      // The run may be replaced during the query; the next query uses the new one.
      return askRun(page, at, 'report', over ? NaN : until_s).catch(() => before[at]);
    }),
  );
}

/**
 * The number of killed jobs of each run; 0 for runs that are not complete.
 * @param {Page} page
 * @param {readonly Variant[]} variants
 * @returns {Promise<number[]>}
 */
export function killedCounts(page, variants) {
  return Promise.all(
    variants.map(async ({ report }, at) => (report ? (await askRun(page, at, 'find', KILLED).catch(() => [])).length : 0)),
  );
}

/** The query for jobs that were killed. */
const KILLED = 'status:killed';

/**
 * The numbers of killed jobs as text; empty if all numbers are equal.
 * @param {readonly number[]} killed by variant
 * @param {readonly string[]} names of the variants
 * @param {string} things
 */
export function killedText(killed, names, things) {
  if (killed.every((count) => count === killed[0])) return '';
  const list = killed.map((count, at) => `${count === 0 ? 'none' : formatNumber(count)} under ${names[at]}`);
  return `Different work: of the ${things}, ${list.slice(0, -1).join(', ')} and ${list.at(-1)} are killed at their estimate.`;
}

/**
 * The known facts about differences between variants.
 * @typedef {object} Differences
 * @property {readonly SeedFacts[]} facts of replications, by variant; empty for none
 * @property {readonly number[]} killed the number of killed jobs of each variant
 */

/**
 * The lines of the table.
 * @param {readonly (Report | undefined)[]} reports
 * @param {Catalog | null} catalog
 * @param {ReadonlySet<StatisticId>} statistics the shown ones
 * @param {Differences} [known]
 * @returns {MetricLine[]}
 */
export function metricLines(reports, catalog, statistics, { facts, killed } = { facts: [], killed: [] }) {
  const isSameWork = killed.every((count) => count === killed[0]);
  // Results of the whole run are listed only at its end.
  const known = reportRows(reports).filter(
    ({ id }) => id !== 'makespan' || reports.some((report) => report?.rows.some((row) => row.id === id && row.value !== null)),
  );
  return known.flatMap((head) => {
    const better = catalog?.entries.find((entry) => entry.family === 'metric' && entry.id === head.id)?.better;
    const rows = reports.map((report) => report?.rows.find((row) => row.id === head.id));
    const line = (/** @type {StatisticId | undefined} */ statistic, /** @type {string} */ name) => {
      const values = rows.map((row) => (statistic ? row?.statistics?.[statistic] : row?.value) ?? null);
      const differ = (/** @type {number} */ at, /** @type {number} */ other) => {
        const fact = facts[at]?.[head.id];
        return fact === undefined || fact[`apart${other}`] === 1;
      };
      const best = bestValues(values, isSameWork ? better : undefined, statistic && statistic !== 'mean' ? undefined : differ);
      const common = { metric: head.id, name, unit: head.unit, values, best };
      return statistic ? { ...common, statistic } : common;
    };
    const detailed = rows.some((row) => row?.statistics);
    const shown = detailed ? STATISTICS.filter(({ id }) => statistics.has(id)) : [];
    return [line(undefined, head.name), ...shown.map(({ id, name }) => line(id, name))];
  });
}

/**
 * The metrics with a value for each job or task.
 * @param {readonly (Report | undefined)[]} reports
 * @returns {ReportRow[]}
 */
export function distributedMetrics(reports) {
  return reportRows(reports).filter((row) => row.statistics);
}

/** The metrics that are known when a job or task starts. */
const AT_START = ['wait', 'task-wait', 'hold-time', 'file-transfer-delay', 'queue-wait'];

/**
 * The jobs or tasks that the numbers up to the playhead cover: waits: started ones; other metrics: ended ones. Empty if
 * all have ended.
 * @param {readonly (Report | undefined)[]} reports
 * @param {readonly Pick<Variant, 'name' | 'progress'>[]} variants
 * @param {string} things
 * @param {number} until_s the playhead
 * @returns {string}
 */
export function coverageText(reports, variants, things, until_s) {
  if (variants.every(({ progress }) => !progress || until_s >= progress.end_s)) return '';
  const counts = (/** @type {boolean} */ starts) => {
    const known = variants.flatMap(({ name, progress }, at) => {
      const count = reports[at]?.rows.find(({ id, statistics }) => statistics && AT_START.includes(id) === starts)?.statistics?.count;
      return count === undefined || !progress ? [] : [{ name, count }];
    });
    return known.map(({ name, count }) => `${formatNumber(count)}${known.length > 1 ? ` under ${name}` : ''}`).join(', ');
  };
  const [started, ended] = [counts(true), counts(false)];
  const waits = started && `Wait times cover the ${things} started by then: ${started}.`;
  return [
    waits,
    ended &&
      (waits
        ? `All other metrics cover the ${things} ended by then: ${ended}.`
        : `Metrics cover the ${things} ended by then: ${ended}. Waiting and running ${things} are not included.`),
  ]
    .filter(Boolean)
    .join(' ');
}

/**
 * Which values are the best; none without a comparison, or if the difference from another value is not significant.
 * @param {readonly (number | null)[]} values
 * @param {'lower' | 'higher' | null | undefined} better
 * @param {(variant: number, other: number) => boolean} [differ] whether two variants differ significantly
 * @returns {boolean[]}
 */
export function bestValues(values, better, differ = () => true) {
  const numbers = values.filter((value) => value !== null);
  if (!better || numbers.length < 2) return values.map(() => false);
  const best = better === 'lower' ? Math.min(...numbers) : Math.max(...numbers);
  const others = [...values.keys()].filter((at) => values[at] !== null && values[at] !== best);
  if (others.length === 0 || values.some((value, at) => value === best && !others.every((other) => differ(at, other))))
    return values.map(() => false);
  return values.map((value) => value === best);
}

/**
 * The table as rows of cells, for the clipboard.
 * @param {readonly MetricLine[]} lines
 * @param {readonly string[]} names of the variants
 * @returns {(string | number | null)[][]}
 */
export function metricCells(lines, names) {
  let metric = '';
  const body = lines.map((line) => {
    if (!line.statistic) metric = line.name;
    // Exported tables state how their values were measured.
    const rank = line.statistic && !['mean', 'max'].includes(line.statistic) ? ' (nearest rank)' : '';
    return [line.statistic ? `${metric}, ${line.name.toLowerCase()}${rank}` : line.name, line.unit, ...line.values];
  });
  return [['Metric', 'Unit', ...names], ...body];
}

/**
 * The rows of all reports by id, in the order of the first report that has them.
 * @param {readonly (Report | undefined)[]} reports
 * @returns {ReportRow[]}
 */
function reportRows(reports) {
  /** @type {Map<string, ReportRow>} */
  const heads = new Map();
  for (const row of reports.flatMap((report) => report?.rows ?? [])) {
    const known = heads.get(row.id);
    if (!known || (!known.statistics && row.statistics)) heads.set(row.id, row);
  }
  return [...heads.values()];
}
