/** @file Formats values of measures, in the same way in tables, over the charts and in lessons. */

import { displayedDifference, formatAmount, formatBytes, formatNumber, formatShare, NO_VALUE } from './numbers.js';
import { formatMoment, formatTime } from './time.js';

/** The unit of node time, shown with the same precision as in sentences of the engine. */
const NODE_HOURS = 'node-h';
/** Texts for equal values and for values that are displayed as equal. */
const SAME = 'the same';
const ABOUT_THE_SAME = 'about the same';

/**
 * The unit written after a formatted value; empty if the formatted value contains it (times, percentages).
 * @param {string} unit
 * @returns {string}
 */
export function unitSuffix(unit) {
  return unit === 's' || unit === '%' || unit === 'share' ? '' : unit;
}

/**
 * The format of a table column for a measure: one unit in the head, or a unit in each cell if small numbers of bytes
 * would be tiny fractions of it.
 * @param {string} name
 * @param {readonly (number|null)[]} values
 * @param {string} unit
 * @returns {{unit: string, format: (value: number|null) => string}}
 */
export function columnFormat(name, values, unit) {
  const behind = unitSuffix(unit);
  if (unit === 'MB' && values.every((value) => value === null || value < 0.1))
    return { unit: '', format: (value) => formatMeasure(value, unit) };
  return { unit: name.toLowerCase().split(' ').includes(behind) ? '' : behind, format: (value) => formatValue(value, unit) };
}

/**
 * Formats the value of a measure without its `unitSuffix`: times in words, shares in %.
 * @param {number | null | undefined} value
 * @param {string} unit
 * @returns {string}
 */
export function formatValue(value, unit) {
  if (unit === 's') return formatTime(value);
  if (unit === 'share') return formatShare(value);
  if (unit === '%') return formatShare(typeof value === 'number' ? value / 100 : value);
  return unit === NODE_HOURS && typeof value === 'number' && Number.isFinite(value) ? formatAmount(value) : formatNumber(value);
}

/**
 * Formats the value of a measure beside its name, without a unit that the name contains ("average workers").
 * @param {string} name
 * @param {number | null | undefined} value
 * @param {string} unit
 * @returns {string}
 */
export function formatBesideName(name, value, unit) {
  return name.toLowerCase().split(' ').includes(unit) ? formatValue(value, unit) : formatMeasure(value, unit);
}

/**
 * Formats the value of a measure with its unit.
 * @param {number | null | undefined} value
 * @param {string} unit
 * @returns {string}
 */
export function formatMeasure(value, unit) {
  // Small sizes have a smaller unit.
  if (unit === 'MB' && typeof value === 'number' && value > 0 && value < 0.1) return formatBytes(Math.round(value * 1e6));
  const text = formatValue(value, unit);
  return text === NO_VALUE ? text : `${text} ${unitSuffix(unit)}`.trim();
}

/**
 * Difference of a value from the baseline, in words: `59 min 29 s less`, `19.1 points more`, `1 h 38 min earlier`.
 * Equal values are "the same", values displayed as equal "about the same"; otherwise numbers differ by their displayed
 * digits and times by their exact values.
 * @param {number | null | undefined} value
 * @param {number | null | undefined} first the value of the baseline
 * @param {string} unit
 * @param {boolean} moment whether the value is a moment of the run
 * @returns {string} empty without a comparison
 */
export function deltaText(value, first, unit, moment) {
  if (typeof value !== 'number' || typeof first !== 'number' || !Number.isFinite(value - first)) return '';
  if (value === first) return SAME;
  const shown = moment ? [formatMoment(value), formatMoment(first)] : [formatMeasure(value, unit), formatMeasure(first, unit)];
  if (shown[0] === shown[1]) return ABOUT_THE_SAME;
  const words = moment ? ['later', 'earlier'] : ['more', 'less'];
  return `${formatDeltaSize(Math.abs(value - first), /** @type {[string, string]} */ (shown), unit)} ${value > first ? words[0] : words[1]}`;
}

/**
 * Formats the absolute difference of two values.
 * @param {number} apart
 * @param {[string, string]} shown both values as displayed
 * @param {string} unit
 */
function formatDeltaSize(apart, shown, unit) {
  if (unit === 's' || unit === 'MB') return formatMeasure(apart, unit);
  const size = Math.abs(displayedDifference(...shown));
  if (unit === '%' || unit === 'share') return `${formatNumber(size)} ${size === 1 ? 'point' : 'points'}`;
  return `${formatNumber(size)} ${unitSuffix(unit)}`.trim();
}

/**
 * Difference of a value from its previous one, in words: `about the same as before`, `12 s less than before`.
 * @param {number | null | undefined} value
 * @param {number | null | undefined} was
 * @param {string} unit
 * @returns {string} empty if it has not changed, or was unknown
 */
export function changeText(value, was, unit) {
  const delta = value === was ? '' : deltaText(value, was, unit, false);
  if (delta === '') return '';
  return `${delta} ${delta === ABOUT_THE_SAME ? 'as' : 'than'} before`;
}

/**
 * The CSS class `better` if a value is visibly better than the baseline, else empty.
 * @param {number | null | undefined} value
 * @param {number | null | undefined} first
 * @param {string} unit
 * @param {'lower'|'higher'|null|undefined} better which values are better, if any are
 * @returns {'better'|''}
 */
export function improvementClass(value, first, unit, better) {
  if (!better || typeof value !== 'number' || typeof first !== 'number') return '';
  return ![SAME, ABOUT_THE_SAME].includes(deltaText(value, first, unit, false)) && value < first === (better === 'lower') ? 'better' : '';
}
