/** @file The title of the scenario on screen. */

import { formatCount } from './numbers.js';

/** @import { State } from '../types.js' */

/** More variants than this are counted instead of named. */
const MOST_NAMED = 3;

/**
 * The author's title while the scenario is unchanged, otherwise the compared variants and their files.
 * @param {Pick<State, 'title'|'variants'|'scenario'>} state
 * @returns {string}
 */
export function scenarioTitle({ title, variants, scenario }) {
  if (title !== '') return title;
  return [inputFileNames(scenario), joinVariantNames(variants.map(({ name }) => name))].filter(Boolean).join(': ');
}

/** Joins the names of variants: `FCFS beside EASY`, `A and 4 others`. @param {readonly string[]} names */
function joinVariantNames([first = '', ...others]) {
  const last = others.at(-1);
  if (last === undefined) return first;
  if (others.length >= MOST_NAMED) return `${first} and ${others.length} others`;
  return others.length === 1 ? `${first} beside ${last}` : `${[first, ...others.slice(0, -1)].join(', ')} and ${last}`;
}

/**
 * The title of the browser tab.
 * @param {string} name empty for nothing yet
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
