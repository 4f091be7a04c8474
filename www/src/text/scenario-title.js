/** @file The title of the scenario on screen. */

import { formatCount } from './numbers.js';

/** @import { State } from '../types.js' */

/** The maximum number of variants that are named; more are counted instead. */
const MOST_NAMED = 3;

/**
 * The author's title while the scenario is unchanged, otherwise the compared variants and their files.
 * @param {Pick<State, 'title'|'variants'|'scenario'>} state
 * @returns {string}
 */
export function scenarioTitle({ title, variants, scenario }) {
  if (title !== '') return title;
  // The name of a fork contains the name of its run, so forks are counted instead.
  const others = variants.filter(({ system }) => !(/** @type {{fork?: object}|undefined} */ (system)?.fork));
  const count = others.length > 0 ? variants.length - others.length : 0;
  const names = joinVariantNames((count > 0 ? others : variants).map(({ name }) => name));
  const forks = count > 0 ? ` with ${count === 1 ? 'a fork' : formatCount(count, 'forks')}` : '';
  return [inputFileNames(scenario), names + forks].filter(Boolean).join(': ');
}

/** Joins the names of variants: `FCFS beside EASY`, `A and 4 others`. @param {readonly string[]} names */
function joinVariantNames([first = '', ...others]) {
  const last = others.at(-1);
  if (last === undefined) return first;
  if (others.length >= MOST_NAMED) return `${first} and ${others.length} others`;
  if (others.length === 1) return `${first} beside ${last}`;
  const all = [first, ...others];
  return all.some((name) => name.includes(', ')) ? all.join('; ') : `${all.slice(0, -1).join(', ')} and ${last}`;
}

/** The engine's name for a scenario without a name. */
export const UNTITLED = 'Untitled';

/**
 * The scenario in its exported form: without a name, it gets its title as the name.
 * @template {{name?: string}} Scenario
 * @param {Scenario} scenario
 * @param {string} title
 * @returns {Scenario}
 */
export function titledScenario(scenario, title) {
  return scenario.name === UNTITLED && title !== '' ? { ...scenario, name: title } : scenario;
}

/**
 * The text of a scenario, or of a file made from it, with its title in place of a missing name.
 * @param {string} text
 * @param {string} title
 */
export function titledText(text, title) {
  const named = title === '' ? UNTITLED : title;
  return text
    .replace(/^([ \t]*"name": )"Untitled"/mu, (_, key) => key + JSON.stringify(named))
    .replace(/^(; Note: scenario: )Untitled$/mu, (_, key) => key + named);
}

/**
 * The title of the browser tab.
 * @param {string} name empty before there is one
 * @returns {string}
 */
export function documentTitle(name) {
  return name === '' ? 'Ganttlet' : `${name} · Ganttlet`;
}

/** The input files of the workload, without endings; empty if part of the work is generated. @param {State['scenario']} scenario */
function inputFileNames(scenario) {
  const parts = scenario?.workload ?? [];
  const [first, ...others] = parts.flatMap((part) => ('file' in part ? part.file.name : []));
  if (first === undefined || others.length + 1 < parts.length) return '';
  return `${first.replace(/(?:\.[a-z][a-z0-9]{0,4}){1,2}$/iu, '')}${others.length > 0 ? ` and ${formatCount(others.length, 'more files')}` : ''}`;
}
