/** @file What the colours of the charts can say, and what they say in several of them together. */

/** @import { Colour, Legend, Sign, WorkKind } from '../engine/types.js' */

/** What people call it, in the order of lists. @type {Record<Colour, string>} */
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
 * What it is called of this work: of tasks the kind is their type, and what they belong to may be a bag.
 * @param {Colour} colour
 * @param {Pick<WorkKind, 'things'|'group'>|null|undefined} work
 */
export const colourWords = (colour, work) =>
  colour === 'kind' && /\btasks\b/u.test(work?.things ?? '') ? 'task type' : (colour === 'group' && work?.group) || COLOURS[colour];

/**
 * The legends of several pictures as one for each thing that colours say. What is counted differently in two has no count.
 * @param {readonly Legend[]} legends
 * @returns {Legend[]}
 */
export function together(legends) {
  /** @type {Map<Colour, Legend>} */
  const known = new Map();
  for (const legend of legends) {
    const before = known.get(legend.colour);
    known.set(
      legend.colour,
      before ? { ...before, signs: merged(before.signs, legend.signs), looks: merged(before.looks, legend.looks) } : legend,
    );
  }
  return [...known.values()];
}

/**
 * @param {readonly Sign[]} first
 * @param {readonly Sign[]} second
 * @returns {Sign[]}
 */
function merged(first, second) {
  const same = (/** @type {Sign} */ sign) => second.find(({ name }) => name === sign.name);
  const kept = first.map((sign) => (same(sign)?.count === sign.count ? sign : { ...sign, count: null }));
  const more = second.filter(({ name }) => first.every((sign) => sign.name !== name));
  const all = [...kept, ...more.map((sign) => ({ ...sign, count: null }))];
  // Of a scale each says only what occurs in it.
  return all.every(({ place }) => typeof place === 'number') ? all.toSorted((one, other) => (one.place ?? 0) - (other.place ?? 0)) : all;
}
