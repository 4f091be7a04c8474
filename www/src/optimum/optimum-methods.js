/** @file The methods of a worker for the bounds and the optimum of one scenario. */

/** @import { OptimumProgress, OptimumReports, RunFile } from '../engine/types.js' */

/**
 * @typedef {Pick<InstanceType<typeof import('../../pkg-optimum/ganttlet_optimum.js')['Optimum']>, 'reports'|'begin'|'advance'|'free'>} Search
 * @typedef {new (text: string, files: RunFile[]) => Search} MakeSearch
 * @typedef {ReturnType<typeof optimumMethods>} OptimumMethods
 */

/** Number of partial schedules or evaluations in the first slice, and minimum and maximum number in a slice. */
const [FIRST, FEWEST, MOST] = [20, 1, 50_000];

/**
 * The methods; one scenario is open at a time.
 * @param {MakeSearch} Optimum
 * @param {() => number} [now] ms
 */
export function optimumMethods(Optimum, now = () => performance.now()) {
  /** @type {Search|undefined} */
  let search;
  let budget = FIRST;
  const opened = () => {
    if (!search) throw new Error('No scenario is open.');
    return search;
  };
  return {
    /** Runs all variants and computes the bounds. @type {(text: string, files: RunFile[]) => OptimumReports} */
    open: (text, files) => {
      search?.free();
      search = undefined;
      search = new Optimum(text, files);
      return search.reports();
    },
    /** Begins the search for the best total response time, otherwise for the best makespan. @param {boolean} flow */
    begin: (flow) => {
      budget = FIRST;
      opened().begin(flow);
    },
    /**
     * Continues the search for about this time. The bars are those of the last better schedule; without progress, no search is left.
     * @param {number} time_ms
     * @returns {{done: boolean, progress: OptimumProgress|null}}
     */
    advance: (time_ms) => {
      const begun = now();
      /** @type {OptimumProgress|undefined} */
      let latest;
      for (;;) {
        const before = now();
        const next = opened().advance(budget);
        if (!next) return { done: true, progress: latest ?? null };
        // Bars belong to one report.
        const bars = next.bars ?? (latest?.report === next.report ? latest.bars : null);
        latest = { ...next, bars };
        const end = now();
        if (end - before < time_ms / 8) budget = Math.min(MOST, budget * 2);
        else if (end - before > time_ms / 2) budget = Math.max(FEWEST, Math.floor(budget / 2));
        if (end - begun >= time_ms) return { done: false, progress: latest };
      }
    },
    reports: () => opened().reports(),
  };
}
