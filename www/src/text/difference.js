/** @file The signs of the difference to the first variant in words, as every legend has them. */

import { formatNumber } from './numbers.js';

/** @import { Difference } from '../engine/types.js' */

/**
 * What is drawn, and what it means; nothing where no variant tells of a difference.
 * @param {readonly (Difference|null)[]} told by variant
 * @param {readonly string[]} names
 * @param {string} things what work falls into
 * @returns {{kind: 'ghost'|'earlier'|'later', words: string}[]}
 */
export function differenceSigns(told, names, things) {
  const known = told.flatMap((one) => one ?? []);
  if (known.length === 0) return [];
  return [
    ...(known.some(({ ghosts }) => ghosts.length > 0) ? [{ kind: /** @type {const} */ ('ghost'), words: `where ${names[0]} ran it` }] : []),
    { kind: 'earlier', words: `earlier by ${known[0]?.least} or more: ${countsOf(told, names, 'earlier')} ${things}` },
    { kind: 'later', words: `later: ${countsOf(told, names, 'later')}` },
  ];
}

/**
 * How many moved that way: a number where there are two variants, else each with its name.
 * @param {readonly (Pick<Difference, 'earlier'|'later'>|null)[]} told by variant
 * @param {readonly string[]} names
 * @param {'earlier'|'later'} way
 */
export function countsOf(told, names, way) {
  const counts = told.flatMap((one, at) => (one && at > 0 && names[at] !== undefined ? [{ name: names[at], count: formatNumber(one[way]) }] : []));
  return names.length === 2 ? counts.map(({ count }) => count).join('') : counts.map(({ name, count }) => `${name} ${count}`).join(', ');
}
