/** @file The words of a strip of replications. */

import { formatCount, formatNumber } from '../text/numbers.js';
import { formatTime, sentenceCase } from '../text/time.js';
import { pairedCounts, rankText } from './replication-stats.js';
import { displayUnit, plusMinus } from './study-texts.js';

/** @import { Interval } from '../engine/types.js' */
/** @import { Spread } from '../types.js' */

/** To what a mean is rounded, and from which half of its interval on, s. */
const TIME_STEPS = [
  { step: 3600, from: 10 * 3600 },
  { step: 60, from: 120 },
  { step: 1, from: 2 },
];

/** @typedef {readonly (number|null)[]} Values */

/** Whether all replications have the same values: chance has no effect on them. @param {Spread} spread */
export function isConstant({ kind, values, total }) {
  if (kind !== 'seeds') return false;
  const rows = Object.values(values).flat();
  const complete =
    rows.length > 0 && rows.every((row) => row.length === total && row.every((value, at) => value !== null || row[at] === row[0]));
  return complete && rows.every((row) => row.every((value) => value === row[0])) && rows.some(([value]) => value !== null);
}

/** The number of replications that every variant has. @param {Spread} spread */
export function endedCount({ values, total }) {
  const rows = Object.values(values).flat();
  let ended = 0;
  for (let at = 0; at < total; at += 1) if (rows.length > 0 && rows.some((row) => row[at] !== null)) ended += 1;
  return ended;
}

/**
 * The mean of replications with half the width of its interval: `37 ± 15 min`.
 * @param {Interval} interval
 * @param {string} unit
 * @param {string} [between] the words for ±
 */
export function intervalText(interval, unit, between = '±') {
  if (unit === 's') {
    const half = (interval.high - interval.low) / 2;
    const step = TIME_STEPS.find(({ from }) => half >= from)?.step ?? 0;
    const round = (/** @type {number} */ time) => (step > 0 ? Math.round(time / step) * step : time);
    return `${formatTime(round(interval.mean))}${half > 0 ? ` ${between} ${formatTime(round(half))}` : ''}`;
  }
  const reading = displayUnit(/** @type {any} */ ({ unit, points: [{ interval }] }));
  const { mean, half } = plusMinus(interval, reading.factor);
  return `${mean}${half ? ` ${between} ${half}` : ''}${reading.unit ? ` ${reading.unit}` : ''}`;
}

/**
 * The right end of the line below a strip: in how many replications the difference has the sign of this run, or the mean of all.
 * @param {Spread} spread
 * @param {Values} values
 * @param {Values} baseline
 * @param {{variant: number, interval: Interval|null, unit: string, delta: number, first: boolean, comparable: boolean}} about
 */
export function countText(spread, values, baseline, { variant, interval, unit, delta, first, comparable }) {
  const { kind, total } = spread;
  if (kind === 'none') return variant === 0 ? spread.note : '';
  if (kind === 'offered') return '';
  if (values.length === 0) return kind === 'seeds' || variant > 0 ? '' : 'not a mean over jobs';
  if (variant === 0) return interval ? `${formatNumber(total)} ${kind}: ${intervalText(interval, unit)}` : '';
  const { fewer, more, runs } = pairedCounts(values, baseline);
  if (!comparable || delta === 0 || runs < total) return '';
  return `${formatNumber(delta < 0 ? fewer : more)} of ${formatNumber(runs)}${first ? ` ${kind}` : ''}`;
}

/**
 * What the dots of all strips are.
 * @param {Spread} spread
 * @param {number} seed of the run on screen
 * @param {string} base the name of the baseline; empty for a single variant
 */
export function noteText(spread, seed, base) {
  const { kind, total, seeds, note } = spread;
  if (kind === 'none') return note;
  if (isConstant(spread)) return 'no chance in this workload, no interval';
  const ended = endedCount(spread);
  if (ended < total) return `replications: ${formatNumber(ended)} of ${formatNumber(total)}`;
  const dots =
    kind === 'seeds'
      ? `dots: seeds ${seeds[0]} to ${seeds.at(-1)}; filled: seed ${formatNumber(seed)}`
      : `dots: ${formatCount(total, kind)}; filled: the whole log`;
  return `${dots}; tick: mean, with its 95 % interval${base ? `; dashed: mean of ${base}` : ''}`;
}

/** How the interval of weeks or days is computed. @param {Spread} spread */
export function methodText({ kind, total }) {
  return `Batch means (Law 2015, chapter 9): the mean over the jobs submitted in each of ${formatNumber(total)} full ${kind}. Successive ${kind} may depend on each other.`;
}

/**
 * The strip in a sentence, for screen readers.
 * @param {{name: string, unit: string, value: number|undefined, values: Values, interval: Interval|null, kind: Spread['kind'], text: string}} about
 */
export function stripSentence({ name, unit, value, values, interval, kind, text }) {
  const start = sentenceCase(`${name} ${text}`);
  if (!interval || interval.count < 2 || kind === 'none') return `${start}; no interval.`;
  const mean = `${formatNumber(interval.count)} ${kind}: ${intervalText(interval, unit, 'plus or minus')}`;
  const place = kind === 'seeds' && value !== undefined ? rankText(value, values, unit) : '';
  const rank = place && `; this seed is ${place}`;
  return `${start}; ${mean}${rank}.`;
}
