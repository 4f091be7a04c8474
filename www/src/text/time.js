/**
 * @file Formats times: a moment of the run as clock time, a duration in words. Days have 24 hours; there is no
 * calendar.
 */

import { formatCount } from './numbers.js';
import { axisTicks, tickStep } from './ticks.js';

/** If all times are shorter than this, moments are formatted in seconds. */
const SHORT_S = 60;

/**
 * Ticks of a time axis with their texts.
 * @param {number} from_s
 * @param {number} to_s
 * @param {number} most the maximum number of ticks
 * @param {number} [end_s] the longest time shown, which determines the format
 * @returns {{time_s: number, text: string, major: boolean}[]}
 */
export function timeTicks(from_s, to_s, most, end_s = to_s) {
  const step = tickStep((to_s - from_s) / most, 'time');
  return axisTicks(from_s, to_s, most, { kind: 'time' }).map((time_s) => ({
    time_s,
    text: tickText(time_s, step, end_s),
    major: step < 86400 && Math.abs(time_s % 86400) < step / 2,
  }));
}

/**
 * The text of one tick, as exact as its step: `1:30`, `0:00:30`, `2 d 6:00`, in seconds if the clock is.
 * @param {number} time_s
 * @param {number} step_s
 * @param {number} end_s the longest time shown
 * @returns {string}
 */
export function tickText(time_s, step_s, end_s) {
  if (time_s === 0) return '0';
  const sign = time_s < 0 ? '\u2212' : '';
  const rounded = Math.round(Math.abs(time_s) / step_s) * step_s;
  const digits = Math.max(0, -Math.floor(Math.log10(step_s) + 1e-9));
  if (end_s < SHORT_S) return `${sign}${rounded.toFixed(digits)} s`;
  const days = Math.floor(rounded / 86400);
  const rest = rounded - days * 86400;
  if (step_s >= 86400 || (days > 0 && rest === 0)) return `${sign}${days} d`;
  const clock = `${Math.floor(rest / 3600)}:${padTwoDigits(Math.floor((rest % 3600) / 60))}`;
  const seconds = step_s >= 60 ? '' : `:${(rest % 60).toFixed(digits).padStart(digits === 0 ? 2 : 3 + digits, '0')}`;
  return `${sign}${days > 0 ? `${days} d ` : ''}${clock}${seconds}`;
}

/**
 * A duration in at most two units: `3 d 4 h`, `2 h 5 min`, `12 min 30 s`, `4.2 s`.
 * @param {number|null|undefined} time_s
 * @returns {string}
 */
export function formatTime(time_s) {
  if (time_s === null || time_s === undefined || !Number.isFinite(time_s)) return '\u2013';
  const sign = time_s < 0 ? '\u2212' : '';
  const value = Math.abs(time_s);
  if (value < 1e-9) return '0 s';
  if (value < 0.9995) return `${sign}${Number((value * 1000).toPrecision(3))} ms`;
  if (value < 59.95) return `${sign}${Number(value.toFixed(1))} s`;
  const total = Math.round(value);
  if (total < 3600) return sign + formatTwoUnits(Math.floor(total / 60), 'min', total % 60, 's');
  const minutes = Math.round(value / 60);
  if (minutes < 1440) return sign + formatTwoUnits(Math.floor(minutes / 60), 'h', minutes % 60, 'min');
  const hours = Math.round(value / 3600);
  return sign + formatTwoUnits(Math.floor(hours / 24), 'd', hours % 24, 'h');
}

/**
 * A clock for the playhead: `0:00:00`, with days in front if there are any.
 * @param {number} time_s
 * @param {number} end_s the longest time shown: short runs are shown in seconds
 * @returns {string}
 */
export function formatClock(time_s, end_s) {
  const sign = time_s < 0 ? '\u2212' : '';
  const value = Math.abs(time_s);
  if (end_s < SHORT_S) return `${sign}${value.toFixed(1)} s`;
  const total = Math.floor(value);
  const days = Math.floor(total / 86400);
  const clock = `${Math.floor((total % 86400) / 3600)}:${padTwoDigits(Math.floor((total % 3600) / 60))}:${padTwoDigits(total % 60)}`;
  return sign + (days > 0 ? `${days} d ${clock.padStart(8, '0')}` : clock);
}

/**
 * Formats a moment as in sentences of the engine: `2:18:54`, within the first minute `12.5 s`.
 * @param {number|null|undefined} time_s
 * @returns {string}
 */
export function formatMoment(time_s) {
  return time_s === null || time_s === undefined || !(Math.abs(time_s) >= 59.95)
    ? formatTime(time_s)
    : formatClock(time_s, Math.max(Math.abs(time_s), SHORT_S));
}

/**
 * A difference of times with its sign.
 * @param {number|null|undefined} difference_s
 * @returns {string}
 */
export function formatDelay(difference_s) {
  return `${(difference_s ?? 0) > 0 ? '+' : ''}${formatTime(difference_s)}`;
}

/**
 * Starts a message of the engine with a capital.
 * @param {string} text
 * @returns {string}
 */
export function sentenceCase(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * The title of a job or task: its name, or its kind and number (`Job 54`).
 * @param {{name: string, kind?: string}} card
 * @returns {string}
 */
export function subjectTitle({ name, kind = 'job' }) {
  return /^\d/u.test(name) ? `${kind.charAt(0).toUpperCase()}${kind.slice(1)} ${name}` : name;
}

/**
 * The noun for the units of work, in the plural: jobs, tasks.
 * @param {import('../engine/types.js').WorkKind|null|undefined} work
 */
export function workNoun(work) {
  return work?.things ?? 'work';
}

/**
 * The amount of work read from a file: `12 jobs`.
 * @param {number} count
 * @param {import('../engine/types.js').WorkKind|undefined} work
 */
export function readCountText(count, work) {
  return formatCount(count, workNoun(work));
}

/**
 * Formats a duration in two units, without the smaller one if it is 0.
 * @param {number} large
 * @param {string} unit
 * @param {number} small
 * @param {string} part
 */
function formatTwoUnits(large, unit, small, part) {
  return small === 0 ? `${large} ${unit}` : `${large} ${unit} ${small} ${part}`;
}

/** Pads a number to two digits. @param {number} value */
function padTwoDigits(value) {
  return String(value).padStart(2, '0');
}
