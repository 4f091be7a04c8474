/**
 * @file Divides the time of a run between computing and answering. Frames of a large record cost many slices of
 * simulation. While a run computes, queries use the time earned by computing; early ones wait, none is rejected.
 */

/** @import { ToRun } from './run-protocol.js' */
/** @typedef {Extract<ToRun, {type: 'call'}>} Question */

/** The share of a run's time that answers may take. */
const ANSWER_SHARE = 0.2;
/** Maximum computing time between two answers, ms. */
const LATEST_MS = 250;
/** The answering time earned by computing, ms. */
const earnedTime = (/** @type {number} */ ms) => (ms * ANSWER_SHARE) / (1 - ANSWER_SHARE);
/** Maximum cost of a query that is answered at once, because a pointer or a key waits for it, ms. */
const CHEAP_MS = 1;

/**
 * Time to compute after an answer, so that answers do not exceed their share, ms.
 * @param {number} cost_ms cost of the answer
 */
export function pauseAfter(cost_ms) {
  return Math.min(LATEST_MS, (cost_ms * (1 - ANSWER_SHARE)) / ANSWER_SHARE);
}

/** The kind of a query: each special view is a separate kind. @param {Question} question */
const queryKind = ({ method, args }) => (method === 'view' ? `view ${args[0]}` : method);

/** The time account of one run, and its waiting queries. */
export class TimeBudget {
  /** The remaining budget of answers, ms; a negative budget has to be earned back first. */
  #left = 0;
  /** The cost of the last answer of each kind, ms. @type {Map<string, number>} */
  #costs = new Map();
  /** @type {Question[]} */
  #waiting = [];

  /** Resets the account: the first query of each kind is answered at once. */
  reset() {
    this.#left = 0;
    this.#costs.clear();
  }

  /** Adds computing time. @param {number} ms */
  earn(ms) {
    // Unused budget does not accumulate, because it would be spent at once.
    this.#left = Math.min(0, this.#left + earnedTime(ms));
  }

  /**
   * Subtracts the cost of an answer.
   * @param {Question} question
   * @param {number} ms
   */
  spend(question, ms) {
    this.#left = Math.max(-earnedTime(LATEST_MS), this.#left - ms);
    this.#costs.set(queryKind(question), ms);
  }

  /** Whether a query need not wait. @param {Question} question */
  isAffordable(question) {
    return (this.#costs.get(queryKind(question)) ?? 0) < CHEAP_MS;
  }

  /** Adds a query, to be answered when there is time. @param {Question} question */
  enqueue(question) {
    this.#waiting.push(question);
  }

  /** The longest waiting query, if it may be answered now. @returns {Question|undefined} */
  takeNext() {
    return this.#left < 0 ? undefined : this.#waiting.shift();
  }

  /** All waiting queries, which are removed. @returns {Question[]} */
  takeAll() {
    return this.#waiting.splice(0);
  }
}
