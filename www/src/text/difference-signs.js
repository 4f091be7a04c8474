/** @file The legend of the difference to the baseline. */

import { formatCount, formatNumber } from './numbers.js';

/** @import { Difference } from '../engine/types.js' */

/**
 * The legend entries of the difference to the baseline; none if no variant reports a difference. If the charts omit
 * marks because there are too many, an entry explains how to see them.
 * @param {readonly (Difference|null)[]} differences by variant
 * @param {readonly string[]} names
 * @param {string} things the noun for the units of work
 * @returns {{kind: 'ghost'|'earlier'|'later'|'note', words: string, names: string}[]}
 */
export function differenceSigns(differences, names, things) {
  const known = differences.flatMap((one, at) => (one && at > 0 && names[at] !== undefined ? [{ ...one, name: names[at] }] : []));
  const [first] = known;
  if (!first) return [];
  const several = known.length > 1;
  const counts = (/** @type {'earlier'|'later'} */ way) =>
    several ? known.map((one) => `${one.name} ${formatNumber(one[way])}`).join(', ') : formatNumber(first[way]);
  const each = (/** @type {'earlier'|'later'} */ way) =>
    several ? known.map((one) => `${one.name}: ${formatCount(one[way], things)}`).join(', ') : '';
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
            words: `earlier by ${first.least} or more: ${several ? counts('earlier') : formatCount(first.earlier, things)}`,
            names: each('earlier'),
          },
          { kind: /** @type {const} */ ('later'), words: `later: ${counts('later')}`, names: each('later') },
        ]),
    ...(hidden ? [{ kind: /** @type {const} */ ('note'), words: 'zoom in to see them', names: '' }] : []),
  ];
}
