/** @file Sentences and numbers about bounds and optima. The engine formulates gaps and proofs. */

import { formatCount, formatNumber } from '../text/numbers.js';
import { formatTime } from '../text/time.js';

/** @import { OptimumProgress, OptimumReport } from '../engine/types.js' */

/** The names of objectives. */
export const OBJECTIVES = { makespan: 'Makespan', 'total-flow': 'Total response time' };

/** The unit of work of a report, in the plural. @param {Pick<OptimumReport, 'problem'>} report */
export const unitNoun = ({ problem }) => (problem === 'R' || problem === 'RC' ? 'jobs' : 'tasks');

/**
 * The lower bound of the mean wait time, s; undefined if runtimes depend on the schedule.
 * @param {Pick<OptimumReport, 'lower_s'|'jobs'|'variants'|'best'>} report
 */
export function leastMeanWait({ lower_s, jobs, variants, best }) {
  for (const { value_s, mean_wait_s } of [...variants, best]) {
    if (value_s !== null && mean_wait_s !== null) return Math.max(0, mean_wait_s - (value_s - lower_s) / jobs);
  }
  return undefined;
}

/**
 * A sentence about the lower bound.
 * @param {Pick<OptimumReport, 'objective'|'problem'|'lower_s'|'jobs'|'variants'|'best'>} report
 */
export function boundSentence(report) {
  const things = formatCount(report.jobs, unitNoun(report));
  if (report.lower_s <= 0) return `No lower bound above 0 is known for these ${things}.`;
  const wait = leastMeanWait(report);
  const bound = `No schedule of these ${things} has a ${OBJECTIVES[report.objective].toLowerCase()} below ${formatTime(report.lower_s)}`;
  return wait === undefined ? `${bound}.` : `${bound}, or a mean wait time below ${formatTime(wait)}.`;
}

/**
 * The reason why there is no proof or no search; empty if there is both.
 * @param {Pick<OptimumReport, 'problem'|'search'|'without_search'>} report
 */
export function searchNote(report) {
  if (report.without_search) return `Bounds only, without a search: ${report.without_search}.`;
  if (report.search === 'local') return `Too many ${unitNoun(report)} for a proof by branch and bound: a local search runs instead.`;
  return '';
}

/** The label of the button that starts the search. @param {Pick<OptimumReport, 'search'|'certificate'>} report */
export function searchLabel({ search, certificate }) {
  if (certificate) return 'Search again';
  return search === 'exact' ? 'Find the optimum' : 'Search for a better schedule';
}

/** The best schedule so far. @param {Pick<OptimumProgress, 'value_s'|'gap'>|undefined} progress */
export function bestSoFar(progress) {
  return progress && progress.value_s !== null ? `Best so far ${formatTime(progress.value_s)}: ${progress.gap}.` : 'Searching …';
}

/** The extent of a search. @param {Pick<OptimumProgress, 'nodes'>|undefined} progress */
export function searchExtent(progress) {
  return progress && progress.nodes > 0 ? `Branch and bound: ${formatNumber(progress.nodes)} partial schedules` : 'Local search';
}

/**
 * What the course of a search shows.
 * @param {readonly import('./search-history.js').SearchPoint[]} history at least one state
 */
export function historySentence(history) {
  const [first, last] = [history[0], history.at(-1)];
  const value = (/** @type {number|null|undefined} */ time_s) => formatTime(time_s ?? null);
  return `Course of the search: the best value falls from ${value(first?.value_s)} to ${value(last?.value_s)}, the lower bound rises from ${value(first?.lower_s)} to ${value(last?.lower_s)}.`;
}

/**
 * The parts of a gap as shares of the longer value: up to the bound, and from there to the value.
 * @param {number|null} value_s
 * @param {number} lower_s
 * @param {number} most_s the largest value of the table
 */
export function gapShares(value_s, lower_s, most_s) {
  if (value_s === null || !(most_s > 0)) return undefined;
  const share = (/** @type {number} */ time_s) => Math.max(0, Math.min(1, time_s / most_s));
  return { bound: share(Math.min(lower_s, value_s)), value: share(value_s) };
}
