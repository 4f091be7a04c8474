/** @file Repeated reasons of a job: successive failed tries of a placement as one sentence and a table. */

import { formatCount, formatNumber } from './numbers.js';
import { formatMoment, formatTime } from './time.js';

/** @import { Candidate, Reason } from '../engine/types.js' */

/**
 * Tries that found the same idle nodes.
 * @typedef {object} TryRow
 * @property {string} tries `1`, `2 to 4`
 * @property {string} time
 * @property {number[]} idle the idle nodes of each cluster
 * @property {string} largest the largest idle group, and all idle nodes
 * @typedef {{reasons: readonly Reason[], tries: number, text: string, clusters: string[], rows: TryRow[]}} ReasonGroup tries: 0 for a reason that is not repeated
 */

/** Rules of reasons that belong to a failed try. */
const FAILED_RULES = ['wait', 'scattered'];

/** Whether a reason is a try of a placement that failed. @param {Pick<Reason, 'rule'|'candidates'>} reason */
export function isFailedTry({ rule, candidates }) {
  return rule === 'wait' && candidates.length > 1 && candidates.every(({ idle, chosen }) => idle !== null && !chosen);
}

/** @param {readonly Candidate[]} candidates */
const idleNodes = (candidates) => candidates.map(({ idle }) => idle ?? 0);

/** The sum of numbers. @param {readonly number[]} numbers */
const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);

/**
 * Groups the reasons of a job: successive failed tries are one group, all others are groups of one.
 * @param {readonly Reason[]} reasons in time order
 * @param {number} nodes that the job needs
 * @returns {ReasonGroup[]}
 */
export function groupReasons(reasons, nodes) {
  /** @type {Reason[][]} */
  const groups = [];
  let open = false;
  for (const reason of reasons) {
    /** @type {boolean} */
    const follows = open && FAILED_RULES.includes(reason.rule);
    if (follows) groups.at(-1)?.push(reason);
    else groups.push([reason]);
    open = follows || isFailedTry(reason);
  }
  return groups.flatMap((group) => {
    const tries = group.filter(isFailedTry);
    if (tries.length < 2) return group.map((reason) => ({ reasons: [reason], tries: 0, text: '', clusters: [], rows: [] }));
    const clusters = tries[0]?.candidates.map(({ cluster }) => cluster) ?? [];
    return [{ reasons: group, tries: tries.length, text: triesText(tries, nodes), clusters, rows: tryRows(tries) }];
  });
}

/**
 * The sentence about failed tries: `Tried 4 times in 9 s: it needs 32 nodes, the largest idle group was 24.`
 * @param {readonly Pick<Reason, 'time_s'|'candidates'>[]} tries
 * @param {number} nodes that the job needs
 */
export function triesText(tries, nodes) {
  const [first, last] = [tries[0], tries.at(-1)];
  const span = formatTime((last?.time_s ?? 0) - (first?.time_s ?? 0));
  const largest = Math.max(...tries.flatMap(({ candidates }) => idleNodes(candidates)));
  const total = Math.max(...tries.map(({ candidates }) => sum(idleNodes(candidates))));
  const tried = `Tried ${tries.length} times in ${span}`;
  if (largest >= nodes) return `${tried} without a placement.`;
  return total >= nodes
    ? `${tried}: it needs ${formatCount(nodes, 'nodes')}, the largest idle group was ${formatNumber(largest)}.`
    : `${tried}: it needs ${formatCount(nodes, 'nodes')}, at most ${formatNumber(total)} were idle.`;
}

/**
 * The tries as rows of a table; successive ones with the same idle nodes share a row.
 * @param {readonly Pick<Reason, 'time_s'|'candidates'>[]} tries
 * @returns {TryRow[]}
 */
export function tryRows(tries) {
  /** @type {{first: number, last: number, from_s: number, to_s: number, idle: number[]}[]} */
  const runs = [];
  for (const [at, { time_s, candidates }] of tries.entries()) {
    const idle = idleNodes(candidates);
    const run = runs.at(-1);
    if (run && run.idle.join() === idle.join()) Object.assign(run, { last: at + 1, to_s: time_s });
    else runs.push({ first: at + 1, last: at + 1, from_s: time_s, to_s: time_s, idle });
  }
  return runs.map(({ first, last, from_s, to_s, idle }) => ({
    tries: first === last ? `${first}` : `${first} to ${last}`,
    time: from_s === to_s ? formatMoment(from_s) : `${formatMoment(from_s)} to ${formatMoment(to_s)}`,
    idle,
    largest: `${formatNumber(Math.max(...idle))} of ${formatNumber(sum(idle))}`,
  }));
}
