/**
 * @file How a run divides its time between computing and answering.
 *
 * Pictures of a large record cost many slices of simulation. While a run computes, questions are answered from what the
 * computing has earned for them; those that come too early wait, none is refused.
 */

/** @import { ToRun } from './protocol.js' */
/** @typedef {Extract<ToRun, {type: 'call'}>} Question */

/** The part of a run's time that answers may take. */
const SHARE = 0.2;
/** After an answer, however dear, the next is given when the run has computed this long, ms. */
const LATEST_MS = 250;
/** What computing this long earns, ms. */
const earned = (/** @type {number} */ ms) => (ms * SHARE) / (1 - SHARE);
/** What cost less than this the last time is answered at once: a pointer or a key waits for it, ms. */
const CHEAP_MS = 1;

/**
 * How long to compute after an answer, or to leave the processor to others, so that answers keep to their share, ms.
 * @param {number} cost_ms what the answer cost
 */
export function restAfter(cost_ms) {
  return Math.min(LATEST_MS, (cost_ms * (1 - SHARE)) / SHARE);
}

/** What a question asks for: special views are one method and differ in cost. @param {Question} question */
const kindOf = ({ method, args }) => (method === 'view' ? `view ${args[0]}` : method);

/** The account of one run, and the questions that wait. */
export class Share {
  /** What answers may still cost, ms; below nothing it has to be earned back first. */
  #left = 0;
  /** What the last answer of each kind cost, ms. @type {Map<string, number>} */
  #costs = new Map();
  /** @type {Question[]} */
  #waiting = [];

  /** Starts again: the first question of each kind is answered at once. */
  begin() {
    this.#left = 0;
    this.#costs.clear();
  }

  /** Says that the run has computed for some time. @param {number} ms */
  earn(ms) {
    // What nobody asked for is not saved up: it would be spent at once.
    this.#left = Math.min(0, this.#left + earned(ms));
  }

  /**
   * Says what an answer cost.
   * @param {Question} question
   * @param {number} ms
   */
  spend(question, ms) {
    this.#left = Math.max(-earned(LATEST_MS), this.#left - ms);
    this.#costs.set(kindOf(question), ms);
  }

  /** Whether a question need not wait. @param {Question} question */
  admits(question) {
    return (this.#costs.get(kindOf(question)) ?? 0) < CHEAP_MS;
  }

  /** @param {Question} question */
  keep(question) {
    this.#waiting.push(question);
  }

  /** The question that is to be answered now, if any: the one that has waited longest. @returns {Question|undefined} */
  next() {
    return this.#left < 0 ? undefined : this.#waiting.shift();
  }

  /** All that wait; none do afterwards. @returns {Question[]} */
  empty() {
    return this.#waiting.splice(0);
  }
}
