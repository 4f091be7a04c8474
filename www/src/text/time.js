/**
 * @file Times and names for people. A moment of the run reads as a clock, a duration in words; days have 24 hours, and
 * nothing here knows a calendar.
 */

import { counted } from './numbers.js';
import { tickStep, ticks } from './ticks.js';

/** Where no time is longer than this, moments are told in seconds. */
const SHORT_S = 60;

/**
 * Ticks of a time axis, as the clock writes them.
 * @param {number} from_s
 * @param {number} to_s
 * @param {number} most how many fit
 * @param {number} [end_s] the longest time shown, which fixes the shape
 * @returns {{time_s: number, text: string, major: boolean}[]}
 */
export function timeTicks(from_s, to_s, most, end_s = to_s) {
  const step = tickStep((to_s - from_s) / most, 'time');
  return ticks(from_s, to_s, most, { kind: 'time' }).map((time_s) => ({
    time_s,
    text: tickText(time_s, step, end_s),
    major: step < 86400 && Math.abs(time_s % 86400) < step / 2,
  }));
}

/**
 * The text of one tick, as exact as its step: `1:30`, `0:00:30`, `2 d 6:00`, in seconds where the clock is.
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
  const clock = `${Math.floor(rest / 3600)}:${two(Math.floor((rest % 3600) / 60))}`;
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
  if (total < 3600) return sign + pair(Math.floor(total / 60), 'min', total % 60, 's');
  const minutes = Math.round(value / 60);
  if (minutes < 1440) return sign + pair(Math.floor(minutes / 60), 'h', minutes % 60, 'min');
  const hours = Math.round(value / 3600);
  return sign + pair(Math.floor(hours / 24), 'd', hours % 24, 'h');
}

/**
 * A clock of steady width for the playhead: `0:00:00`, with days in front when there are any.
 * @param {number} time_s
 * @param {number} end_s the longest time shown, which fixes the shape
 * @returns {string}
 */
export function formatClock(time_s, end_s) {
  const sign = time_s < 0 ? '\u2212' : '';
  const value = Math.abs(time_s);
  if (end_s < SHORT_S) return `${sign}${value.toFixed(1)} s`;
  const total = Math.floor(value);
  const days = Math.floor(total / 86400);
  const clock = `${Math.floor((total % 86400) / 3600)}:${two(Math.floor((total % 3600) / 60))}:${two(total % 60)}`;
  return sign + (end_s >= 86400 ? `${days} d ${clock.padStart(8, '0')}` : clock);
}

/**
 * A moment that stands by itself, as the engine's sentences write it: `2:18:54`; within the first minute `12.5 s`.
 * @param {number|null|undefined} time_s
 * @returns {string}
 */
export function formatMoment(time_s) {
  return time_s === null || time_s === undefined || !(Math.abs(time_s) >= 59.95)
    ? formatTime(time_s)
    : formatClock(time_s, Math.max(Math.abs(time_s), SHORT_S));
}

/**
 * A message of the engine as a sentence of its own.
 * @param {string} text
 * @returns {string}
 */
export function sentenceCase(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * What a job or task is called: numbers get the word for its kind in front.
 * @param {{name: string, kind?: string}} card
 * @returns {string}
 */
export function titleOf({ name, kind = 'job' }) {
  return /^\d/u.test(name) ? `${kind.charAt(0).toUpperCase()}${kind.slice(1)} ${name}` : name;
}

/**
 * What work falls into, in words: jobs, tasks.
 * @param {import('../engine/types.js').WorkKind|null|undefined} work
 */
export function thingsOf(work) {
  return work?.things ?? 'work';
}

/**
 * How much was read from a file: `12 jobs`.
 * @param {number} count
 * @param {import('../engine/types.js').WorkKind|undefined} work
 */
export function readWords(count, work) {
  return counted(count, thingsOf(work));
}

/**
 * @param {number} large
 * @param {string} unit
 * @param {number} small
 * @param {string} part
 */
function pair(large, unit, small, part) {
  return small === 0 ? `${large} ${unit}` : `${large} ${unit} ${small} ${part}`;
}

/** @param {number} value */
function two(value) {
  return String(value).padStart(2, '0');
}
