/** @file What bars can be coloured by, and the merged legend of several charts. */

/** @import { Colour, Legend, Sign, WorkKind } from '../engine/types.js' */

/** The label of each colouring, in the order of lists. @type {Record<Colour, string>} */
export const COLOURS = {
  wait: 'wait time',
  kind: 'kind',
  use: 'use of nodes',
  group: 'group',
  user: 'user',
  size: 'size',
  slowdown: 'bounded slowdown',
  status: 'state',
  reason: 'reason',
  job: 'job number',
  cluster: 'cluster',
};

/**
 * The label of a colouring for a kind of work: of tasks the kind is the task type, and a group may be a bag.
 * @param {Colour} colour
 * @param {Pick<WorkKind, 'things'|'group'>|null|undefined} work
 */
export const colourLabel = (colour, work) =>
  colour === 'kind' && /\btasks\b/u.test(work?.things ?? '') ? 'task type' : (colour === 'group' && work?.group) || COLOURS[colour];

/**
 * Merges the legends of several charts into one per colouring. An entry whose counts differ loses its count.
 * @param {readonly Legend[]} legends
 * @returns {Legend[]}
 */
export function mergeLegends(legends) {
  /** @type {Map<Colour, Legend>} */
  const known = new Map();
  for (const legend of legends) {
    const before = known.get(legend.colour);
    known.set(
      legend.colour,
      before ? { ...before, signs: mergeSigns(before.signs, legend.signs), looks: mergeSigns(before.looks, legend.looks) } : legend,
    );
  }
  return [...known.values()];
}

/**
 * Merges the entries of two legends of one colouring.
 * @param {readonly Sign[]} first
 * @param {readonly Sign[]} second
 * @returns {Sign[]}
 */
function mergeSigns(first, second) {
  const same = (/** @type {Sign} */ sign) => second.find(({ name }) => name === sign.name);
  const kept = first.map((sign) => (same(sign)?.count === sign.count ? sign : { ...sign, count: null }));
  const more = second.filter(({ name }) => first.every((sign) => sign.name !== name));
  const all = [...kept, ...more.map((sign) => ({ ...sign, count: null }))];
  // Each scale has entries for existing values only.
  return all.every(({ place }) => typeof place === 'number') ? all.toSorted((one, other) => (one.place ?? 0) - (other.place ?? 0)) : all;
}
