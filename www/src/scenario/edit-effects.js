/** @file The effect of an edit: jobs of two runs compared. The runs give their jobs as CSV. */

/** @import { Report } from '../engine/types.js' */

/**
 * A job of a run; times are on the nodes on which it ran, null if unknown.
 * @typedef {{number: number, submit_s: number, start_s: number|null, end_s: number|null, run_s: number|null, estimate_s: number|null, nodes: number, cluster: string}} RunJob
 *
 * The effect of an edit on one variant. later, earlier: number of other jobs that start later or earlier; later_by_s:
 * mean delay of those that start later; others: the number of other jobs; wait_s: the mean wait before and after;
 * end_s: the end of the last job.
 * @typedef {{later: number, earlier: number, later_by_s: number, others: number, wait_s: [number|null, number|null], end_s: [number|null, number|null]}} Effect
 */

/** Tolerance for equal starts, s. */
const SAME_S = 0.0005;

/**
 * The jobs of a run, in the order of the engine.
 * @param {string} csv
 * @returns {RunJob[]}
 */
export function readJobs(csv) {
  const [head = '', ...lines] = csv.split('\r\n').filter((line) => line !== '');
  const names = head.split(',');
  const at = (/** @type {string} */ name) => names.indexOf(name);
  const places = ['id', 'submit_s', 'start_s', 'finish_s', 'run_s', 'estimate_s', 'processors', 'cluster'].map(at);
  return lines.map((line) => {
    const fields = splitLine(line);
    const [id, submit, start, end, run, estimate, nodes, cluster] = places.map((place) => fields[place] ?? '');
    return {
      number: Number(id),
      submit_s: Number(submit),
      start_s: numberOrNull(start),
      end_s: numberOrNull(end),
      run_s: numberOrNull(run),
      estimate_s: numberOrNull(estimate),
      nodes: Number(nodes),
      cluster: cluster ?? '',
    };
  });
}

/** The fields of a line; only names can be quoted. @param {string} line */
function splitLine(line) {
  if (!line.includes('"')) return line.split(',');
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/gu)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  );
}

/** @param {string|undefined} text */
function numberOrNull(text) {
  return text === undefined || text === '' ? null : Number(text);
}

/**
 * The effect of an edit on a variant.
 * @param {readonly RunJob[]} before
 * @param {readonly RunJob[]} after
 * @param {number} edited the number of the edited job, which is excluded; 0 for none
 * @param {[Report|null, Report|null]} reports before and after
 * @returns {Effect}
 */
export function measureEffect(before, after, edited, [first, second]) {
  const starts = new Map(before.map(({ number, start_s }) => [number, start_s]));
  const shifts = after.flatMap(({ number, start_s }) => {
    const was = starts.get(number);
    return number === edited || typeof was !== 'number' || start_s === null ? [] : [start_s - was];
  });
  const later = shifts.filter((shift) => shift > SAME_S);
  return {
    later: later.length,
    earlier: shifts.filter((shift) => shift < -SAME_S).length,
    later_by_s: later.length > 0 ? later.reduce((sum, shift) => sum + shift, 0) / later.length : 0,
    others: after.filter(({ number }) => number !== edited).length,
    wait_s: [meanWait(before, first), meanWait(after, second)],
    end_s: [lastEnd(before), lastEnd(after)],
  };
}

/**
 * The mean wait in the report, otherwise that of all started jobs.
 * @param {readonly RunJob[]} jobs
 * @param {Report|null} report
 */
function meanWait(jobs, report) {
  const row = report?.rows.find(({ id }) => id === 'wait');
  if (row) return row.value;
  const waits = jobs.flatMap(({ submit_s, start_s }) => (start_s === null ? [] : [start_s - submit_s]));
  return waits.length > 0 ? waits.reduce((sum, wait) => sum + wait, 0) / waits.length : null;
}

/** @param {readonly RunJob[]} jobs */
function lastEnd(jobs) {
  const ends = jobs.flatMap(({ end_s }) => (end_s === null ? [] : [end_s]));
  return ends.length > 0 ? Math.max(...ends) : null;
}
