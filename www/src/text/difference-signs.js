/** @file The legend of the difference to the baseline. */

import { formatCount, formatNumber } from './numbers.js';

/** @import { Difference } from '../engine/types.js' */

/**
 * The legend entries of the difference to the baseline; none where no variant reports a difference. Where the charts draw no marks because
 * there would be too many, an entry says how to see them.
 * @param {readonly (Difference|null)[]} told by variant
 * @param {readonly string[]} names
 * @param {string} things what work falls into
 * @returns {{kind: 'ghost'|'earlier'|'later'|'note', words: string, names: string}[]}
 */
export function differenceSigns(told, names, things) {
  const known = told.flatMap((one, at) => (one && at > 0 && names[at] !== undefined ? [{ ...one, name: names[at] }] : []));
  const [first] = known;
  if (!first) return [];
  const counts = (/** @type {'earlier'|'later'} */ way) => joinWithAnd(known.map((one) => formatNumber(one[way])));
  const each = (/** @type {'earlier'|'later'} */ way) =>
    known.length > 1 ? known.map((one) => `${one.name}: ${formatNumber(one[way])}`).join(', ') : '';
  const hidden = known.some(({ earlier, later }) => earlier + later > 0) && known.every(({ moved }) => moved.length === 0);
  return [
    ...(known.some(({ ghosts }) => ghosts.length > 0)
      ? [
          {
            kind: /** @type {const} */ ('ghost'),
            words: names.length > 2 ? 'position in the baseline' : `position under ${names[0]}`,
            names: names[0] ?? '',
          },
        ]
      : []),
    ...(first.least === ''
      ? []
      : [
          {
            kind: /** @type {const} */ ('earlier'),
            words: `earlier by ${first.least} or more: ${known.length > 1 ? `${counts('earlier')} ${things}` : formatCount(first.earlier, things)}`,
            names: each('earlier'),
          },
          { kind: /** @type {const} */ ('later'), words: `later: ${counts('later')}`, names: each('later') },
        ]),
    ...(hidden ? [{ kind: /** @type {const} */ ('note'), words: 'zoom in to see them', names: '' }] : []),
  ];
}

/** Joins words as a list: `1`, `1 and 2`, `1, 2 and 3`. @param {readonly string[]} all */
function joinWithAnd(all) {
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}
