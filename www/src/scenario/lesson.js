/**
 * @file What a lesson is: a question, a scenario, and steps that change it. A step may ask for a prediction; which of
 * its choices is right is read from the run on screen.
 */

import { once } from './once.js';
import { withValue } from './pointer.js';

/** @import { Colour, Report } from '../engine/types.js' */

/**
 * Something that is true of a run or not: about one measure of two systems, named by their places in the comparison.
 * @typedef {object} Claim
 * @property {string} measure id
 * @property {'mean'|'median'|'p90'|'p95'|'p99'|'max'|'min'} [statistic] the measure's own value if left out
 * @property {[number, number]} [less] the first system has less than the second
 * @property {number} [by] by at least this share of the second
 * @property {number} [most] and by less than this share of it
 * @property {[number, number]} [alike] the two differ
 * @property {number} [within] by at most this share of the larger
 *
 * @typedef {object} Choice
 * @property {string} text
 * @property {Claim[]} holds what is true of the run if this is right; all of it
 *
 * @typedef {object} Prediction
 * @property {string} question
 * @property {Choice[]} choices
 * @property {number} explains the choice the answer is written for; a test holds the run to it
 * @property {string} answer why it is so; shown once the reader has chosen
 * @property {Claim[]} [claims] what else the answer says of the run; a test holds it to that
 *
 * @typedef {object} Step
 * @property {string} text in plain words
 * @property {Record<string, any>} [changes] to the scenario of the step before, by JSON pointer; null takes a place away
 * @property {string} [measure] id of the measure whose numbers are shown
 * @property {Claim['statistic']} [statistic] of the measure; its own value if left out
 * @property {number|'end'} [playhead_s] where the playhead is put; the run plays from its start if left out
 * @property {Colour} [colour] what bars are coloured by
 * @property {Prediction} [predict]
 *
 * @typedef {object} Lesson
 * @property {string} title
 * @property {string} question
 * @property {object} scenario
 * @property {Step[]} steps
 */

/** @typedef {{id: string, title: string, question: string}} LessonHead */

const fetchOnce = once(fetchJson);

/**
 * The lessons there are, in their order.
 * @returns {Promise<LessonHead[]>}
 */
export function lessonList() {
  return fetchOnce('index');
}

/**
 * One lesson.
 * @param {string} id
 * @returns {Promise<Lesson>}
 */
export function fetchLesson(id) {
  return /^[a-z0-9-]+$/u.test(id) && id !== 'index' ? fetchOnce(id) : Promise.reject(new Error('there is no such lesson'));
}

/** @param {string} name */
async function fetchJson(name) {
  const response = await fetch(new URL(`lessons/${name}.json`, document.baseURI));
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  const text = await response.text();
  // Some hosts answer what they do not have with their start page.
  if (!/^\s*[[{]/u.test(text)) throw new Error('there is no such lesson');
  return JSON.parse(text);
}

/**
 * The scenario of a step: the lesson's own with the changes of all steps up to it.
 * @param {Lesson} lesson
 * @param {number} step
 * @returns {object}
 */
export function scenarioAt({ scenario, steps }, step) {
  const changes = steps.slice(0, step + 1).flatMap((one) => Object.entries(one.changes ?? {}));
  return changes.reduce((whole, [pointer, value]) => withValue(whole, pointer, value ?? undefined), scenario);
}

/**
 * The value of a measure in a report.
 * @param {Report|null|undefined} report
 * @param {string} measure
 * @param {Claim['statistic']} [statistic]
 * @returns {number|null}
 */
export function valueIn(report, measure, statistic) {
  const row = report?.rows.find(({ id }) => id === measure);
  return (statistic ? row?.statistics?.[statistic] : row?.value) ?? null;
}

/**
 * Whether a claim is true; undefined if the reports do not say.
 * @param {Claim} claim
 * @param {readonly (Report|null|undefined)[]} reports one of each system
 * @returns {boolean|undefined}
 */
export function holds({ measure, statistic, less, by = 0, most = Infinity, alike, within = 0 }, reports) {
  const pair = less ?? alike;
  if (!pair) return undefined;
  const [a, b] = pair.map((system) => valueIn(reports[system], measure, statistic));
  if (a === null || b === null || a === undefined || b === undefined) return undefined;
  if (less) return a < b && a <= (1 - by) * b && a > (1 - most) * b;
  return Math.abs(a - b) <= within * Math.max(Math.abs(a), Math.abs(b));
}

/**
 * The choices that are right.
 * @param {Prediction} prediction
 * @param {readonly (Report|null|undefined)[]} reports
 * @returns {number[]} their places
 */
export function rightChoices({ choices }, reports) {
  return choices.flatMap((choice, at) => (choice.holds.every((claim) => holds(claim, reports) === true) ? [at] : []));
}
