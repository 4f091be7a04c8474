/** @file How the values of measures are shown: the same in tables, over the charts and in lessons. */

import { formatTime } from './time.js';
import { NOTHING, formatNumber, formatShare } from './numbers.js';

/**
 * The unit of a measure as it stands behind a number: none where the number itself says it.
 * @param {string} unit
 * @returns {string}
 */
export function unitBehind(unit) {
  return unit === 's' || unit === '%' || unit === 'share' ? '' : unit;
}

/**
 * The value of a measure without the unit that `unitBehind` gives: times in words, shares in percent.
 * @param {number | null | undefined} value
 * @param {string} unit
 * @returns {string}
 */
export function formatValue(value, unit) {
  if (unit === 's') return formatTime(value);
  if (unit === 'share') return formatShare(value);
  if (unit === '%') return formatShare(typeof value === 'number' ? value / 100 : value);
  return formatNumber(value);
}

/**
 * The value of a measure beside its name: what the name says needs no unit, as in average workers.
 * @param {string} name
 * @param {number | null | undefined} value
 * @param {string} unit
 * @returns {string}
 */
export function formatNamed(name, value, unit) {
  return name.toLowerCase().split(' ').includes(unit) ? formatValue(value, unit) : formatMeasure(value, unit);
}

/**
 * The value of a measure with its unit.
 * @param {number | null | undefined} value
 * @param {string} unit
 * @returns {string}
 */
export function formatMeasure(value, unit) {
  const text = formatValue(value, unit);
  return text === NOTHING ? text : `${text} ${unitBehind(unit)}`.trim();
}
