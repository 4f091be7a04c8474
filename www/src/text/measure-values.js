/** @file How the values of measures are shown: the same in tables, over the charts and in lessons. */

import { formatAmount, formatBytes, formatNumber, formatShare, NOTHING, shownDifference } from './numbers.js';
import { formatMoment, formatTime } from './time.js';

/** The unit of what nodes do, and could have done: sentences tell it with no more digits. */
const AMOUNT = 'node-h';
/** What is said of values that do not differ, and of those of which that cannot be seen. */
const SAME = 'the same';
const ABOUT = 'about the same';

/**
 * The unit of a measure as it stands behind a number: none where the number itself says it.
 * @param {string} unit
 * @returns {string}
 */
export function unitBehind(unit) {
  return unit === 's' || unit === '%' || unit === 'share' ? '' : unit;
}

/**
 * How the values of a measure stand below each other: with one unit beside the name where it does not say it, or, where few
 * bytes would be tiny parts of it, each with its own.
 * @param {string} name
 * @param {readonly (number|null)[]} values
 * @param {string} unit
 * @returns {{unit: string, format: (value: number|null) => string}}
 */
export function columnOf(name, values, unit) {
  const behind = unitBehind(unit);
  if (unit === 'MB' && values.every((value) => value === null || value < 0.1))
    return { unit: '', format: (value) => formatMeasure(value, unit) };
  return { unit: name.toLowerCase().split(' ').includes(behind) ? '' : behind, format: (value) => formatValue(value, unit) };
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
  return unit === AMOUNT && typeof value === 'number' && Number.isFinite(value) ? formatAmount(value) : formatNumber(value);
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
  // Few bytes are told in a unit of their size.
  if (unit === 'MB' && typeof value === 'number' && value > 0 && value < 0.1) return formatBytes(Math.round(value * 1e6));
  const text = formatValue(value, unit);
  return text === NOTHING ? text : `${text} ${unitBehind(unit)}`.trim();
}

/**
 * How much a value differs from the baseline's, in words: `59 min 29 s less`, `19.1 points more`, `1 h 38 min earlier`. It is
 * the same if it is equal, about the same if both are shown as the same; else numbers differ by what is shown of them, and times
 * by what they are.
 * @param {number | null | undefined} value
 * @param {number | null | undefined} first the baseline's
 * @param {string} unit
 * @param {boolean} moment whether the value is a moment of the run
 * @returns {string} empty where there is nothing to compare
 */
export function deltaText(value, first, unit, moment) {
  if (typeof value !== 'number' || typeof first !== 'number' || !Number.isFinite(value - first)) return '';
  if (value === first) return SAME;
  const shown = moment ? [formatMoment(value), formatMoment(first)] : [formatMeasure(value, unit), formatMeasure(first, unit)];
  if (shown[0] === shown[1]) return ABOUT;
  const words = moment ? ['later', 'earlier'] : ['more', 'less'];
  return `${amountOf(Math.abs(value - first), /** @type {[string, string]} */ (shown), unit)} ${value > first ? words[0] : words[1]}`;
}

/**
 * @param {number} apart
 * @param {[string, string]} shown both values as they are shown
 * @param {string} unit
 */
function amountOf(apart, shown, unit) {
  if (unit === 's' || unit === 'MB') return formatMeasure(apart, unit);
  const size = Math.abs(shownDifference(...shown));
  if (unit === '%' || unit === 'share') return `${formatNumber(size)} ${size === 1 ? 'point' : 'points'}`;
  return `${formatNumber(size)} ${unitBehind(unit)}`.trim();
}

/**
 * How much a value differs from what it was: `about the same as before`, `12 s less than before`.
 * @param {number | null | undefined} value
 * @param {number | null | undefined} was
 * @param {string} unit
 * @returns {string} empty where it has not changed, or was not known
 */
export function changeText(value, was, unit) {
  const delta = value === was ? '' : deltaText(value, was, unit, false);
  if (delta === '') return '';
  return `${delta} ${delta === ABOUT ? 'as' : 'than'} before`;
}

/**
 * Whether a value is better than the baseline's, by as much as can be told.
 * @param {number | null | undefined} value
 * @param {number | null | undefined} first
 * @param {string} unit
 * @param {'lower'|'higher'|null|undefined} better which values are better, if any are
 * @returns {'better'|''}
 */
export function senseOfDelta(value, first, unit, better) {
  if (!better || typeof value !== 'number' || typeof first !== 'number') return '';
  return ![SAME, ABOUT].includes(deltaText(value, first, unit, false)) && value < first === (better === 'lower') ? 'better' : '';
}
