/** @file The colourings of bars, and the merged legend of several charts. */

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
export function colourLabel(colour, work) {
  if (colour === 'kind' && /\btasks\b/u.test(work?.things ?? '')) return 'task type';
  return (colour === 'group' && work?.group) || COLOURS[colour];
}

/**
 * Merges the legends of several charts into one per colouring. Entries whose counts differ have none.
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
 * Merges the entries of two legends of one colouring. A new entry of the second follows the entry that precedes it
 * there. Entries with different names but the same look share a line, since variants give the same colour to different
 * queues. Counts are omitted if some entries have none.
 * @param {readonly Sign[]} first
 * @param {readonly Sign[]} second
 * @returns {Sign[]}
 */
function mergeSigns(first, second) {
  const all = first.map((sign) => ({ ...sign, names: sign.name.split(JOINT) }));
  const place = (/** @type {string|undefined} */ name) => all.findIndex(({ names }) => names.some((one) => one === name));
  const known = new Set(second.map(({ name }) => name));
  second.forEach((sign, at) => {
    const same = all[place(sign.name)];
    if (same) {
      if (same.count !== sign.count) same.count = null;
      return;
    }
    const alike = all.find(({ names, ...look }) => lookOf(look) === lookOf(sign) && !names.some((name) => known.has(name)));
    if (alike) Object.assign(alike, { names: [...alike.names, sign.name], count: null });
    else all.splice(place(second[at - 1]?.name) + 1, 0, { ...sign, names: [sign.name], count: null });
  });
  for (const sign of all) if (!sign.names.some((name) => known.has(name))) sign.count = null;
  const counted = all.every(({ count }) => count !== null);
  const merged = all.map(({ names, ...sign }) => ({ ...sign, name: names.join(JOINT), count: counted ? sign.count : null }));
  // Each legend lists only the parts of a scale that occur in its chart.
  return merged.every((sign) => typeof sign.place === 'number')
    ? merged.toSorted((one, other) => (one.place ?? 0) - (other.place ?? 0))
    : merged;
}

/** The separator between the names of one colour in several variants. */
const JOINT = ' / ';

/** @param {Pick<Sign, 'fill'|'ink'|'pattern'|'dotted'>} sign */
const lookOf = ({ fill, ink, pattern, dotted }) => [fill, ink, pattern, dotted].join();
