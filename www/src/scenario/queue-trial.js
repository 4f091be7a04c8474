/**
 * @file The values of an expression for the jobs that wait at a moment. The engine computes them: it runs a small
 * scenario, in which a machine is busy until this moment and all waiting jobs then start in the order of the
 * expression.
 */

import { splitExpression } from './expression-text.js';

/** @import { Decided } from '../engine/types.js' */

/**
 * @typedef {object} WaitingJob
 * @property {number} id
 * @property {string} name
 * @property {number} nodes
 * @property {number} estimate_s on the cluster of its queue
 * @property {number} submit_s
 * @property {boolean} starts whether it starts at this moment
 * @typedef {object} ValuedJob
 * @property {WaitingJob} job
 * @property {number} value
 * @property {number} place by value, counted from 1
 * @property {number} arrival place by arrival, counted from 1
 */

/** Additional estimated busy time of the machine, so that its job is not overdue, s. */
const SPARE_S = 3600;

/** The value in the reason of a start. */
const VALUE = / = (-?inf|-?[\d.]+(?:e[-+]?\d+)?): it needs/u;

/**
 * The jobs in the order of their arrival.
 * @param {readonly WaitingJob[]} jobs
 */
function inOrderOfArrival(jobs) {
  return [...jobs].sort((a, b) => a.submit_s - b.submit_s || a.id - b.id);
}

/**
 * The scenario in which these jobs start at `now_s` in the order of an expression.
 * @param {string} expression
 * @param {readonly WaitingJob[]} jobs
 * @param {number} now_s
 * @returns {string} JSON
 */
export function trialScenario(expression, jobs, now_s) {
  const nodes = jobs.reduce((sum, job) => sum + job.nodes, 1);
  const all = inOrderOfArrival(jobs);
  return JSON.stringify({
    version: 1,
    platform: { clusters: [{ name: 'Trial', nodes }] },
    workload: [
      {
        jobs: {
          submit_s: [0, ...all.map(({ submit_s }) => submit_s)],
          run_s: [now_s, ...all.map(({ estimate_s }) => estimate_s)],
          nodes: [nodes, ...all.map((job) => job.nodes)],
          estimate_s: [now_s + SPARE_S, ...all.map(({ estimate_s }) => estimate_s)],
        },
      },
    ],
    // Decisions are made per arrival, so that the machine is busy before the first job waits.
    system: { kind: 'batch', policies: { local: 'written' }, parameters: { queue_rank: expression, same_instant: 'per-event' } },
  });
}

/**
 * An expression that is 1 if another one is a number, otherwise 0.
 * @param {string} expression
 */
export function numberTest(expression) {
  const { formula } = splitExpression(expression);
  return `(${formula}) == (${formula})`;
}

/**
 * The jobs of a trial by their value.
 * @param {readonly Decided[]} decided at the moment of the trial
 * @param {readonly WaitingJob[]} jobs
 * @param {readonly Decided[]} [tests] the decisions of the trial of `numberTest`
 * @returns {ValuedJob[]} NaN if the expression is not a number
 */
export function valuedJobs(decided, jobs, tests = []) {
  const all = inOrderOfArrival(jobs);
  const invalid = new Set(tests.filter((one) => decidedValue(one) === 0).map(({ id }) => id));
  return decided
    .flatMap((one) => {
      // The first job of the trial occupies the machine.
      const job = all[one.id - 1];
      return job ? [{ job, value: invalid.has(one.id) ? NaN : decidedValue(one), arrival: one.id }] : [];
    })
    .map((one, at) => ({ ...one, place: at + 1 }));
}

/** @param {Decided} one */
function decidedValue({ text }) {
  const word = VALUE.exec(text)?.[1] ?? '';
  return word.endsWith('inf') ? (word.startsWith('-') ? -Infinity : Infinity) : word === '' ? NaN : Number(word);
}

/**
 * A remark on the order that these values give; empty for none.
 * @param {readonly ValuedJob[]} jobs
 */
export function orderRemark(jobs) {
  if (jobs.length < 2) return '';
  const invalid = jobs.filter(({ value }) => Number.isNaN(value)).length;
  if (invalid > 0) {
    const then = invalid === jobs.length ? 'order of arrival is used' : 'they come last';
    return `Not a number for ${invalid} of ${jobs.length} waiting jobs: ${then}.`;
  }
  return jobs.every(({ value }) => value === jobs[0]?.value) ? 'The same value for all waiting jobs: order of arrival is used.' : '';
}

/**
 * The length of the bar of a value, 0 to 1: the logarithm of its size.
 * @param {number} value
 * @param {readonly ValuedJob[]} jobs
 */
export function barShare(value, jobs) {
  const size = (/** @type {number} */ one) => (Number.isFinite(one) ? Math.log1p(Math.abs(one)) : 0);
  const largest = Math.max(...jobs.map((one) => size(one.value)));
  return largest > 0 ? size(value) / largest : 0;
}
