/** @file What the scenario on screen is called. */

/** @import { State } from '../types.js' */

/** More variants than this are counted instead of named. */
const MOST_NAMED = 3;

/**
 * The title its author gave the scenario while it is that scenario; what is compared otherwise.
 * @param {Pick<State, 'title'|'variants'>} state
 * @returns {string}
 */
export function scenarioTitle({ title, variants }) {
  if (title !== '') return title;
  const [first = '', ...others] = variants.map(({ name }) => name);
  const last = others.at(-1);
  if (last === undefined) return first;
  if (others.length >= MOST_NAMED) return `${first} and ${others.length} others`;
  return others.length === 1 ? `${first} beside ${last}` : `${[first, ...others.slice(0, -1)].join(', ')} and ${last}`;
}
