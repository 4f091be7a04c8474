/** @file Boards to schedule by hand: small scenarios whose local policy repeats the reader's choices. */

import { cacheFetches } from './fetch-cache.js';
import { fetchSiteJson } from './site-json.js';

/** @import { ScenarioDocument as Scenario } from './types.js' */

/**
 * @typedef {{id: string, name: string, jobs: number, nodes: number, best_s: number, proven: boolean}} Board best_s: the
 *   smallest known mean wait; proven: whether it is proven minimal
 * @typedef {object} BoardJob a job as visible to a policy; times are NaN while unknown
 * @property {number} number
 * @property {number} submit_s
 * @property {number} start_s
 * @property {number} end_s
 * @property {number} estimate_s
 * @property {number} size number of nodes
 * @property {number[]} nodes ascending
 * @typedef {object} BoardDecision
 * @property {number} free idle nodes
 * @property {(BoardJob & {place: number})[]} waiting in the order of arrival; place: index among those that fit, from
 *   1, or 0
 * @property {BoardJob[]} running
 */

/** The boards, fetched once. */
export const fetchBoards = cacheFetches(() => /** @type {Promise<Board[]>} */ (fetchSiteJson('boards/index.json')));

/** The scenario of a board. @param {string} id @returns {Promise<Scenario>} */
export const fetchBoard = (id) => /** @type {Promise<Scenario>} */ (fetchSiteJson(`boards/${id}.json`));

/** The characters of choices: the index of a job among those that fit, from 1. */
const PLACES = '123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** The character of a decision at which no job starts. */
export const WAIT = '0';
/** Maximum distance from the best known schedule for three stars: a minute, or this share of it. */
const NEAR_S = 60;
const NEAR_SHARE = 0.02;

/** The character that starts the job at an index. @param {number} place */
export const choiceOf = (place) => PLACES.charAt(place - 1);

/** Whether a text consists of choices as recorded by a board. @param {string} text */
export const areChoices = (text) => /^[0-9A-Za-z]*$/u.test(text);

/**
 * The scenario of a board with these choices; without a rest it ends at the first decision without a choice.
 * @param {Scenario} scenario
 * @param {string} choices
 * @param {'stop'|'fcfs'|'easy'|'sjf'} [after] the policy after the last choice
 * @returns {Scenario}
 */
export function playedScenario(scenario, choices, after = 'stop') {
  const { policies, parameters } = scenario.system;
  const system = { ...scenario.system, policies: { ...policies, local: 'played' }, parameters: { ...parameters, choices, after } };
  return { ...scenario, system, compare: [] };
}

/**
 * The scenario of a board under a policy.
 * @param {Scenario} scenario
 * @param {string} policy
 * @returns {Scenario}
 */
export function policyScenario(scenario, policy) {
  return { ...scenario, system: { ...scenario.system, policies: { ...scenario.system.policies, local: policy } }, compare: [] };
}

/**
 * A played schedule compared with those of FCFS and EASY, for the charts of the page.
 * @param {Scenario} scenario
 * @param {string} choices
 * @returns {Scenario}
 */
export function comparedScenario(scenario, choices) {
  const { system } = playedScenario(scenario, choices);
  const others = ['fcfs', 'easy'].map((local) => ({ ...scenario.system, policies: { ...scenario.system.policies, local } }));
  return { ...scenario, system: { ...system, name: 'You' }, compare: others };
}

/**
 * The decision at a moment: jobs that are submitted later are unknown.
 * @param {readonly BoardJob[]} jobs
 * @param {number} nodes
 * @param {number} now_s
 * @returns {BoardDecision}
 */
export function decisionAt(jobs, nodes, now_s) {
  const running = jobs.filter(({ start_s, end_s }) => start_s <= now_s && !(end_s <= now_s));
  const free = nodes - running.reduce((sum, { size }) => sum + size, 0);
  let place = 0;
  const waiting = jobs
    .filter(({ submit_s, start_s }) => submit_s <= now_s && !(start_s <= now_s))
    .map((job) => ({ ...job, place: job.size <= free ? (place += 1) : 0 }));
  return { free, waiting, running };
}

/**
 * The mean wait of the jobs submitted so far: for waiting jobs, up to this moment.
 * @param {readonly BoardJob[]} jobs
 * @param {number} now_s
 */
export function meanWaitAt(jobs, now_s) {
  const submitted = jobs.filter(({ submit_s }) => submit_s <= now_s);
  const hasStarted = (/** @type {BoardJob} */ { start_s }) => start_s <= now_s;
  const waits = submitted.map((job) => (hasStarted(job) ? job.start_s : now_s) - job.submit_s);
  return waits.reduce((sum, wait_s) => sum + wait_s, 0) / Math.max(1, waits.length);
}

/**
 * The stars of a complete schedule: below FCFS, below EASY, and near the best known.
 * @param {number} wait_s its mean wait
 * @param {{fcfs_s: number, easy_s: number, best_s: number}} others
 * @returns {[boolean, boolean, boolean]}
 */
export function starsOf(wait_s, { fcfs_s, easy_s, best_s }) {
  return [wait_s < fcfs_s, wait_s < easy_s, wait_s <= best_s + Math.max(NEAR_S, NEAR_SHARE * best_s)];
}

/**
 * The free nodes with the lowest numbers.
 * @param {readonly BoardJob[]} running
 * @param {number} count
 * @param {number} nodes of the board
 * @returns {number[]}
 */
export function lowestFree(running, count, nodes) {
  const held = new Set(running.flatMap((job) => job.nodes));
  return Array.from({ length: nodes }, (_, node) => node)
    .filter((node) => !held.has(node))
    .slice(0, count);
}

/**
 * Consecutive numbers as spans.
 * @param {readonly number[]} nodes ascending
 * @returns {{first: number, count: number}[]}
 */
export function nodeSpans(nodes) {
  /** @type {{first: number, count: number}[]} */
  const spans = [];
  for (const node of nodes) {
    const last = spans.at(-1);
    if (last && last.first + last.count === node) last.count += 1;
    else spans.push({ first: node, count: 1 });
  }
  return spans;
}

/** The number of jobs that choices start: each except a wait starts one. @param {string} choices */
export const countStarts = (choices) => [...choices].filter((choice) => choice !== WAIT).length;

/** The choices up to the first invalid character. @param {string} choices */
export function possibleChoices(choices) {
  const end = [...choices].findIndex((character) => !areChoices(character));
  return end < 0 ? choices : [...choices].slice(0, end).join('');
}
