/** @file What the scenario on screen is called. */

import { counted } from './numbers.js';

/** @import { State } from '../types.js' */

/** More variants than this are counted instead of named. */
const MOST_NAMED = 3;

/**
 * The title its author gave the scenario while it is that scenario; otherwise what is compared, and on which files.
 * @param {Pick<State, 'title'|'variants'|'scenario'>} state
 * @returns {string}
 */
export function scenarioTitle({ title, variants, scenario }) {
  if (title !== '') return title;
  return [filesRead(scenario), compared(variants.map(({ name }) => name))].filter(Boolean).join(': ');
}

/** @param {readonly string[]} names */
function compared([first = '', ...others]) {
  const last = others.at(-1);
  if (last === undefined) return first;
  if (others.length >= MOST_NAMED) return `${first} and ${others.length} others`;
  return others.length === 1 ? `${first} beside ${last}` : `${[first, ...others.slice(0, -1)].join(', ')} and ${last}`;
}

/**
 * The title of a document that shows this, so that tabs and the list of the way back tell one from the other.
 * @param {string} name empty for nothing yet
 * @returns {string}
 */
export function titled(name) {
  return name === '' ? 'Ganttlet' : `${name} · Ganttlet`;
}

/**
 * The files that the work is read from, without the endings that say their format; empty where some of it is made.
 * @param {State['scenario']} scenario
 */
function filesRead(scenario) {
  const parts = scenario?.workload ?? [];
  const [first, ...others] = parts.flatMap((part) => ('file' in part ? part.file.name : []));
  if (first === undefined || others.length + 1 < parts.length) return '';
  return `${first.replace(/(?:\.[a-z][a-z0-9]{0,4}){1,2}$/iu, '')}${others.length > 0 ? ` and ${counted(others.length, 'more files')}` : ''}`;
}
