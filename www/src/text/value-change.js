/** @file Formats a change of a value briefly enough for a card: `79 → 19 min`. */

import { formatNumber } from './numbers.js';

/** Seconds of each unit, and from how much on it is used. */
const TIMES = /** @type {const} */ ([
  [3600, 'h', 7200],
  [60, 'min', 120],
  [1, 's', 0],
]);

/**
 * Formats two values in one unit, with as many digits as the smaller one needs.
 * @param {number} from
 * @param {number} to
 * @param {string} unit as measures have it
 * @returns {string}
 */
export function formatChange(from, to, unit) {
  const most = Math.max(Math.abs(from), Math.abs(to));
  const [each, sign] =
    unit === 's'
      ? (TIMES.find(([, , least]) => most >= least) ?? TIMES[2])
      : unit === 'share'
        ? [0.01, '%']
        : unit === '%'
          ? [1, '%']
          : [1, ''];
  const [a, b] = [from / each, to / each];
  const digits = Math.min(Math.abs(a), Math.abs(b)) < 1.005 ? 2 : Math.max(Math.abs(a), Math.abs(b)) < 10 ? 1 : 0;
  const text = (/** @type {number} */ value) => formatNumber(Number(value.toFixed(digits)));
  return `${text(a)} \u2192 ${text(b)} ${sign}`.trim();
}
