/** @file Formats a change of a value briefly, for a card: `79 → 19 min`. */

import { formatNumber } from './numbers.js';

/** Seconds of each unit, and the minimum value for its use. */
const TIMES = /** @type {const} */ ([
  [3600, 'h', 7200],
  [60, 'min', 120],
  [1, 's', 0],
]);

/**
 * Two values in one unit, rounded to the digits that the smaller one needs.
 * @param {number} from
 * @param {number} to
 * @param {string} unit of the measure
 * @returns {{values: [number, number], sign: string}}
 */
function roundChange(from, to, unit) {
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
  return { values: [Number(a.toFixed(digits)), Number(b.toFixed(digits))], sign };
}

/**
 * Formats two values in one unit.
 * @param {number} from
 * @param {number} to
 * @param {string} unit of the measure
 * @returns {string}
 */
export function formatChange(from, to, unit) {
  const { values, sign } = roundChange(from, to, unit);
  return `${values.map(formatNumber).join(' \u2192 ')} ${sign}`.trim();
}

/** From this factor on, an increase is given as a factor instead of a percentage. */
const TIMES_FACTOR = 3;
/** Smaller relative changes count as no change. */
const LEAST_CHANGE = 0.005;

/**
 * The direction of a change with its sign and its meaning, computed from the displayed values: `\u221275 %, better`;
 * empty without a comparison.
 * @param {number} from
 * @param {number} to
 * @param {string} unit of the measure
 * @param {'lower'|'higher'|null|undefined} better which values are better, if any are
 * @returns {{text: string, isBetter: boolean}}
 */
export function changeEffect(from, to, unit, better) {
  const isBetter = better !== null && better !== undefined && to < from === (better === 'lower');
  const isShare = unit === 'share' || unit === '%';
  const [first, last] = roundChange(from, to, unit).values;
  const change = isShare ? last - first : first === 0 ? NaN : last / first - 1;
  if (!Number.isFinite(change)) return { text: '', isBetter: false };
  if (Math.abs(change) < LEAST_CHANGE) return { text: 'about the same', isBetter: false };
  const sign = change < 0 ? '\u2212' : '+';
  const digits = (/** @type {number} */ value) => formatNumber(Number(value.toPrecision(value < 10 ? 2 : 3)));
  const size = isShare
    ? `${sign}${digits(Math.abs(change))} points`
    : change + 1 >= TIMES_FACTOR
      ? `${digits(change + 1)} times`
      : `${sign}${formatNumber(Math.round(Math.abs(change) * 100) || Number((Math.abs(change) * 100).toFixed(1)))} %`;
  return { text: better ? `${size}, ${isBetter ? 'better' : 'worse'}` : size, isBetter };
}
