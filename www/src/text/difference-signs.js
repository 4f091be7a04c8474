/** @file The signs of the difference to the first variant in words, as every legend has them. */

import { counted, formatNumber } from './numbers.js';

/** @import { Difference } from '../engine/types.js' */

/**
 * What is drawn, and what it means; nothing where no variant tells of a difference, and no count where nobody has bars of its own. Where there would be a thicket of signs
 * there are none, and it is said how to see them.
 * @param {readonly (Difference|null)[]} told by variant
 * @param {readonly string[]} names
 * @param {string} things what work falls into
 * @returns {{kind: 'ghost'|'earlier'|'later'|'note', words: string, names: string}[]}
 */
export function differenceSigns(told, names, things) {
  const known = told.flatMap((one, at) => (one && at > 0 && names[at] !== undefined ? [{ ...one, name: names[at] }] : []));
  const [first] = known;
  if (!first) return [];
  const counts = (/** @type {'earlier'|'later'} */ way) => listed(known.map((one) => formatNumber(one[way])));
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
            words: `earlier by ${first.least} or more: ${known.length > 1 ? `${counts('earlier')} ${things}` : counted(first.earlier, things)}`,
            names: each('earlier'),
          },
          { kind: /** @type {const} */ ('later'), words: `later: ${counts('later')}`, names: each('later') },
        ]),
    ...(hidden ? [{ kind: /** @type {const} */ ('note'), words: 'zoom in to see them', names: '' }] : []),
  ];
}

/**
 * `1`, `1 and 2`, `1, 2 and 3`: in the order of the charts.
 * @param {readonly string[]} all
 */
function listed(all) {
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}
