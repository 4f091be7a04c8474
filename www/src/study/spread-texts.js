/** @file The words of a strip of replications. */

import { formatCount, formatNumber } from '../text/numbers.js';
import { formatTime, sentenceCase } from '../text/time.js';
import { LEAST_INDEPENDENT, pairedCounts, rankText } from './replication-stats.js';
import { displayUnit, plusMinus } from './study-texts.js';

/** @import { Interval } from '../engine/types.js' */
/** @import { Spread } from '../types.js' */

/** The units of times: each with the half of an interval, or the mean, from which it is used, s. */
const TIME_UNITS = [
  { unit: 'd', factor: 1 / 86400, half: 100 * 3600, mean: Infinity },
  { unit: 'h', factor: 1 / 3600, half: 100 * 60, mean: 24 * 3600 },
  { unit: 'min', factor: 1 / 60, half: 100, mean: 120 },
  { unit: 's', factor: 1, half: 0, mean: 0 },
];

/** @typedef {readonly (number|null)[]} Values */

/** Whether all replications have the same values, so that chance has no effect on them. @param {Spread} spread */
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
 * The mean of replications with half the width of its interval, in one unit: `37 ± 15 min`. Two digits of the half width are known.
 * @param {Interval} interval
 * @param {string} unit
 * @param {string} [between] the words for ±
 */
export function intervalText(interval, unit, between = '±') {
  const width = (interval.high - interval.low) / 2;
  if (unit === 's' && !(width > 0)) return formatTime(interval.mean);
  const reading =
    unit === 's'
      ? (TIME_UNITS.find((one) => width >= one.half || Math.abs(interval.mean) >= one.mean) ?? { unit, factor: 1 })
      : displayUnit(/** @type {any} */ ({ unit, points: [{ interval }] }));
  const { mean, half } = plusMinus(interval, reading.factor);
  return `${mean}${half ? ` ${between} ${half}` : ''}${reading.unit ? ` ${reading.unit}` : ''}`;
}

/**
 * The right end of the line below a strip: the number of replications whose difference has the same sign as in this
 * run, or the mean of all.
 * @param {Spread} spread
 * @param {Values} values
 * @param {Values} baseline
 * @param {{variant: number, interval: Interval|null, size?: number, unit: string, delta: number, first: boolean, comparable: boolean}} about size: of
 *   the batches of the interval, in weeks or days
 */
export function countText(spread, values, baseline, { variant, interval, size = 1, unit, delta, first, comparable }) {
  const { kind, total } = spread;
  if (kind === 'none') return variant === 0 ? spread.note : '';
  if (kind === 'offered') return '';
  if (values.length === 0) return kind === 'seeds' || variant > 0 ? '' : 'not a mean over jobs';
  if (variant === 0) {
    if (interval) return `${batchesText(kind, interval.count, size)}: ${intervalText(interval, unit)}`;
    return kind === 'seeds' ? '' : noIntervalText(spread);
  }
  const { fewer, more, runs } = pairedCounts(values, baseline);
  if (!comparable || delta === 0 || runs < total) return '';
  return `${formatNumber(delta < 0 ? fewer : more)} of ${formatNumber(runs)}${first ? ` ${kind}` : ''}`;
}

/**
 * The meaning of the dots of all strips.
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
  const found = Object.values(spread.independent ?? {}).flat();
  const interval =
    kind === 'seeds' || found.every((one) => one !== null)
      ? 'with its 95 % interval'
      : found.some((one) => one !== null)
        ? `with its 95 % interval, if ${kind} do not depend on each other`
        : total < LEAST_INDEPENDENT
          ? 'too few for an interval'
          : `no interval, as ${kind} depend on each other`;
  return `${dots}; tick: mean, ${interval}${base ? `; dashed: mean of ${base}` : ''}`;
}

/**
 * The basis of an interval: `20 seeds`, or `12 batches of 4 weeks`. @param {Spread['kind']} kind @param {number} count
 * @param {number} size
 */
const batchesText = (kind, count, size) =>
  size > 1 ? `${formatNumber(count)} batches of ${formatNumber(size)} ${kind}` : `${formatNumber(count)} ${kind}`;

/** The reason why a mean over a log has no interval. @param {Spread} spread */
const noIntervalText = ({ kind, total }) =>
  total < LEAST_INDEPENDENT ? `${formatNumber(total)} ${kind}: too few for an interval` : `${kind} depend on each other: no interval`;

/** The computation of the interval of weeks or days. @param {Spread} spread */
export function methodText({ kind, total }) {
  return `Batch means (Law 2015, chapter 9): the mean over the jobs submitted in each of ${formatNumber(total)} full ${kind}. Successive ${kind} can depend on each other: the interval is that of batches of 1, 2, 4, … ${kind}, the shortest whose correlation von Neumann’s ratio does not show (Fishman 1978; one-sided, 10 %). With fewer than ${LEAST_INDEPENDENT} batches there is no interval.`;
}

/**
 * The strip in a sentence, for screen readers.
 * @param {{name: string, unit: string, value: number|undefined, values: Values, interval: Interval|null, size?: number, kind: Spread['kind'], text: string}} about
 */
export function stripSentence({ name, unit, value, values, interval, size = 1, kind, text }) {
  const start = sentenceCase(`${name} ${text}`);
  if (!interval || interval.count < 2 || kind === 'none') return `${start}; no interval.`;
  const mean = `${batchesText(kind, interval.count, size)}: ${intervalText(interval, unit, 'plus or minus')}`;
  const place = kind === 'seeds' && value !== undefined ? rankText(value, values, unit) : '';
  const rank = place && `; this seed is ${place}`;
  return `${start}; ${mean}${rank}.`;
}
