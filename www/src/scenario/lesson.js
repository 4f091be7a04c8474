/**
 * @file Lessons: a question, a scenario, and steps that change it. A step may ask for a prediction; the runs on screen
 * determine the right choice.
 */

import { cacheFetches } from './fetch-cache.js';
import { withValue } from './json-pointer.js';

/** @import { Colour, Report } from '../engine/types.js' */

/**
 * A sentence that is shown while it is true of the runs on screen: `if` is an expression over their measures.
 * @typedef {{text: string, if: string}} Said
 * @typedef {object} Prediction
 * @property {string} question
 * @property {Said[]} choices each right while it is true
 * @property {Said[]} answer explanations: the first true one is shown after the reader has chosen
 * @typedef {object} Task a change by the reader that the page checks
 * @property {Prediction} predict the goal; its choices are `done` and `not yet`, its answers describe the results
 * @property {string} hint
 * @property {Record<string, any>} solution changes to the scenario of the step, one of many solutions
 * @typedef {object} Step
 * @property {string} text in plain words: the change and what to look at, true for any results
 * @property {Said[]} [says] results: the first sentence that is true of the runs on screen follows the text
 * @property {Record<string, any>} [changes] changes to the scenario of the previous step, by JSON pointer; null removes
 *   a place
 * @property {string} [measure] id of the measure whose numbers are shown
 * @property {Statistic} [statistic] of the measure; by default its value
 * @property {number|'end'} [playhead_s] position of the playhead; by default the run plays from its start. Before an
 *   answer only `end` shows the schedule, without its numbers: for questions about bars
 * @property {Colour} [colour] the colouring of bars
 * @property {boolean} [seeds] whether the step is about many seeds: they run after the answer, and give statistics of
 *   each measure (`b_wait_low`)
 * @property {Prediction} [predict]
 * @property {Task} [task] instead of a prediction
 * @typedef {object} Lesson
 * @property {string} title
 * @property {string} question
 * @property {object} scenario
 * @property {Step[]} steps
 */

/** @typedef {'mean'|'median'|'p90'|'p95'|'p99'|'max'|'min'} Statistic */
/**
 * @typedef {{id: string, group: string, level: number, minutes: number, steps: number, title: string, question: string}} LessonHead
 * @typedef {{groups: {id: string, title: string, about: string}[], lessons: LessonHead[]}} Course
 */

const fetchOnce = cacheFetches(fetchLessonFile);

/**
 * The lessons, in their order.
 * @returns {Promise<Course>}
 */
export function fetchLessonList() {
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
async function fetchLessonFile(name) {
  const response = await fetch(new URL(`lessons/${name}.json`, document.baseURI));
  if (response.status === 404) throw new Error('there is no such lesson');
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  const text = await response.text();
  // Some hosts answer unknown addresses with their start page.
  if (!/^\s*[[{]/u.test(text)) throw new Error('there is no such lesson');
  return JSON.parse(text);
}

/**
 * The scenario of a step: that of the lesson with the changes of all steps up to it.
 * @param {Lesson} lesson
 * @param {number} step
 * @returns {object}
 */
export function scenarioOfStep({ scenario, steps }, step) {
  const changes = steps.slice(0, step + 1).flatMap((one) => Object.entries(one.changes ?? {}));
  return changes.reduce((whole, [pointer, value]) => withValue(whole, pointer, value ?? undefined), scenario);
}

/**
 * The scenario of a step with the solution of its task.
 * @param {Lesson} lesson
 * @param {number} step
 * @returns {object}
 */
export function solvedScenario(lesson, step) {
  const changes = Object.entries(lesson.steps[step]?.task?.solution ?? {});
  return changes.reduce((whole, [pointer, value]) => withValue(whole, pointer, value), scenarioOfStep(lesson, step));
}

/**
 * The value of a measure in a report.
 * @param {Report|null|undefined} report
 * @param {string} measure
 * @param {Statistic} [statistic]
 * @returns {number|null}
 */
export function reportValue(report, measure, statistic) {
  const row = report?.rows.find(({ id }) => id === measure);
  return (statistic ? row?.statistics?.[statistic] : row?.value) ?? null;
}
