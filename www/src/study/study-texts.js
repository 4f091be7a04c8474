/** @file The texts of means, intervals and differences of a study. */

import { formatCount, formatFixed, formatNumber, NO_VALUE } from '../text/numbers.js';
import { formatTime, sentenceCase } from '../text/time.js';
import { levelsOf } from './axis-grid.js';

/** @import { Catalog, Interval, StudyDifference } from '../engine/types.js' */
/** @import { Grid, Measured, Measurement, Part } from './axis-grid.js' */

const MEGABYTE = 1e6;

/**
 * The unit of a measure for readers.
 * @typedef {{unit: string, factor: number}} Reading
 */

/**
 * The unit for some values of a measure: times in seconds, minutes or hours, shares in %.
 * @param {Measured} measured
 * @returns {Reading}
 */
export function displayUnit({ unit, points }) {
  if (unit === 'share') return { unit: '%', factor: 100 };
  if (unit !== 's') return { unit, factor: 1 };
  const most = Math.max(0, ...points.flatMap(({ interval }) => (interval ? [Math.abs(interval.mean)] : [])));
  if (most < 120) return { unit: 's', factor: 1 };
  return most < 24 * 3600 ? { unit: 'min', factor: 1 / 60 } : { unit: 'h', factor: 1 / 3600 };
}

/**
 * A mean and half of its interval: two significant digits of the half, the mean to the same place.
 * @param {Interval|null|undefined} interval
 * @param {number} factor
 * @param {boolean} [signed] whether a positive mean has a plus sign
 * @returns {{mean: string, half: string}} half: empty for none
 */
export function plusMinus(interval, factor, signed = false) {
  if (!interval) return { mean: NO_VALUE, half: '' };
  const [mean, half] = [interval.mean * factor, ((interval.high - interval.low) / 2) * factor];
  const sign = (/** @type {string} */ text) => (signed && mean > 0 && /[1-9]/u.test(text) ? `+${text}` : text);
  // The rounding error in a difference of equal numbers is not a value.
  if (Math.abs(mean) < 1e-9 && half < 1e-9) return { mean: '0', half: interval.count > 1 ? '0' : '' };
  if (!(half > Math.abs(mean) * 1e-9))
    return { mean: sign(formatNumber(mean)), half: interval.count > 1 && Number.isFinite(interval.low) ? '0' : '' };
  const digits = Math.min(9, Math.max(0, 1 - Math.floor(Math.log10(Number(half.toPrecision(2))))));
  return { mean: sign(formatFixed(mean, digits)), half: formatFixed(half, digits) };
}

/**
 * A mean and half of its interval in one text, with the unit.
 * @param {Interval|null|undefined} interval
 * @param {Reading} reading
 */
export function meanText(interval, { unit, factor }) {
  const { mean, half } = plusMinus(interval, factor);
  return `${mean}${half ? ` ± ${half}` : ''}${unit && mean !== NO_VALUE ? ` ${unit}` : ''}`;
}

/** @param {Interval} interval whether it lies on one side of 0 */
const isCertain = ({ low, high, count }) => count > 1 && (low > 0 || high < 0);

/** @param {Interval} interval whether the mean has no interval */
const hasNoInterval = ({ low, high, count }) => count < 2 || Number.isNaN(high - low);

/**
 * The verdict on a paired difference: `better`, `worse`, or uncertain if its interval contains 0; `untested` without an
 * interval.
 * @param {StudyDifference|null|undefined} difference
 * @param {'lower'|'higher'} better
 * @returns {'better'|'worse'|'open'|'untested'|''} empty for none
 */
export function differenceVerdict(difference, better) {
  if (!difference) return '';
  if (hasNoInterval(difference.difference)) return 'untested';
  if (!isCertain(difference.difference)) return 'open';
  return difference.difference.mean < 0 === (better === 'lower') ? 'better' : 'worse';
}

/**
 * The text in a cell of the heat map: the change of the mean in %, or as a factor if it is at least 2; `?` if it
 * is not certain.
 * @param {StudyDifference|null|undefined} difference
 * @returns {string}
 */
export function cellText(difference) {
  if (!difference) return '';
  if (!isCertain(difference.difference) && !hasNoInterval(difference.difference)) return '?';
  const change = difference.change?.mean;
  if (change === undefined) return { '-1': 'less', 0: '0', 1: 'more' }[Math.sign(difference.difference.mean)] ?? '';
  return changeText(change);
}

/** A change in %, or as a factor if it is at least 2. @param {number} change */
function changeText(change) {
  if (change >= 100) return `${formatFixed(1 + change / 100, change >= 900 ? 0 : 1)}×`;
  const whole = Math.abs(change) >= 0.95;
  return `${change > 0 ? '+' : ''}${formatFixed(change, whole ? 0 : 1)}\u202f%`;
}

/**
 * The description of a cell of the heat map: the change of the mean with its interval, or the reason why there is none.
 * @param {StudyDifference} difference
 * @param {string} base the name of the baseline
 */
export function changeWords({ difference, change }, base) {
  if (!change) return `${cellText({ difference, change })}: no percentage, as the mean of ${base} is 0`;
  const { mean, low, high } = change;
  if (hasNoInterval(difference)) return changeText(mean);
  if (Number.isNaN(high - low)) return `${changeText(mean)}, without an interval, as the mean of ${base} is not separated from 0`;
  const end = (/** @type {number} */ value) => formatFixed(value, Math.abs(value) < 10 ? 1 : 0);
  return `${changeText(mean)}, 95 % interval of the change ${end(low)} to ${end(high)}\u202f%`;
}

/**
 * The strength of the colour of a cell, from 0.
 * @param {StudyDifference} difference
 * @param {number} most the maximum
 */
export function colourStrength({ change }, most) {
  const size = Math.abs(change?.mean ?? 0);
  return Math.min(most, [5, 20, 60, 300].filter((limit) => size >= limit).length);
}

/**
 * The number of runs, their duration, and their memory.
 * @param {number} runs
 * @param {number} seconds NaN if unknown
 * @param {number} [bytes] NaN if it is not requested
 */
export function runsText(runs, seconds, bytes = NaN) {
  const time = Number.isNaN(seconds) ? '' : seconds < 1 ? ', less than a second' : `, about ${formatTime(Math.ceil(seconds))}`;
  return `${formatCount(runs, 'runs')}${time}${Number.isNaN(bytes) ? '' : `${time ? ' and' : ', about'} ${formatNumber(Math.ceil(bytes / MEGABYTE))} MB of memory`}`;
}

/**
 * The place of a point in words: `load 0.9`; empty if only names vary.
 * @param {Grid} grid
 * @param {number} level on the horizontal axis
 */
export function placeText({ part, across, held, series }, level) {
  const said = [...(across < 0 ? [] : [[across, level]]), ...held.map((place) => [place, series[0]?.levels[place] ?? 0])];
  return said.map(([place = 0, at = 0]) => axisValue(part, place, at)).join(', ');
}

/** @param {Part} part @param {number} place @param {number} at */
const axisValue = (part, place, at) => `${part.axes[place]?.name} ${part.axes[place]?.labels[at]}${axisUnit(part, place)}`;

/**
 * The values of fixed axes in words; empty for none.
 * @param {Grid} grid
 */
export function heldText({ part, held, series }) {
  return held.map((place) => axisValue(part, place, series[0]?.levels[place] ?? 0)).join(', ');
}

/** @param {Part} part @param {number} place */
function axisUnit({ axes }, place) {
  const { unit = '', name = '' } = axes[place] ?? {};
  // A value of the axis "nodes" needs no unit "nodes".
  return unit && unit !== name ? ` ${unit}` : '';
}

/**
 * The result in two sentences: the means of all lines, then the certain differences from the baseline.
 * @typedef {{name: string, measured: Measurement|undefined, difference: StudyDifference|null|undefined}[]} Lines
 * @typedef {{title: string, reading: Reading, better: 'lower'|'higher', base: string}} About
 */

/**
 * The comparison of lines with the baseline, in a sentence.
 * @param {Lines} lines at one place
 * @param {About & {place: string}} about
 * @returns {string} empty without results
 */
export function answer(lines, { title, place, ...about }) {
  const comparison = resultSentence(lines, { ...about, title: place ? title.toLowerCase() : title });
  return comparison && place ? `At ${place}: ${comparison}` : comparison;
}

/**
 * The sentence on the difference between two lines of a study.
 * @param {Lines} lines
 * @param {About} about
 * @returns {string} empty without results
 */
export function resultSentence(lines, { title, reading, better, base }) {
  const known = lines.filter(({ measured }) => measured?.interval);
  if (known.length === 0) return '';
  const means = known.map(({ name, measured }) => [name, meanText(measured?.interval, reading)].filter(Boolean).join(' '));
  const first = `${title} ${means.join(', ')}.`;
  const said = (/** @type {string} */ sense) =>
    known.filter(({ difference }) => differenceVerdict(difference, better) === sense).map(({ name }) => name);
  const parts = [
    [said('better'), 'better than'],
    [said('worse'), 'worse than'],
  ].flatMap(([names = [], word]) =>
    names.length > 0 ? [`${list(/** @type {string[]} */ (names))} ${names.length === 1 ? 'is' : 'are'} ${word} ${base}`] : [],
  );
  const open = said('open');
  if (open.length > 0)
    parts.push(
      open.length === 1
        ? `the difference between ${list(open)} and ${base} is not significant`
        : `the differences of ${list(open)} from ${base} are not significant`,
    );
  return [first, parts.length > 0 && `By the paired 95 % intervals, ${parts.join('; ')}.`].filter(Boolean).join(' ');
}

/**
 * The range of axis values with the same answer as at one of them.
 * @param {readonly string[]} verdicts of all lines at each value, in one text
 * @param {number} place of the answer
 * @param {{name: string, labels: readonly string[]}} axis
 * @returns {string} empty for a single value, and without a comparison
 */
export function sameVerdicts(verdicts, place, { name, labels }) {
  const here = verdicts[place];
  if (!here || verdicts.length < 2) return '';
  let [low, high] = [place, place];
  while (low > 0 && verdicts[low - 1] === here) low -= 1;
  while (high < verdicts.length - 1 && verdicts[high + 1] === here) high += 1;
  if (low === 0 && high === verdicts.length - 1) return `The same at all values of ${name}.`;
  const where = low === high ? `Only at ${name} ${labels[low]}` : `The same from ${name} ${labels[low]} to ${labels[high]}`;
  const beyond = low === 0 ? 'above' : high === verdicts.length - 1 ? 'below' : 'elsewhere';
  return `${where}; ${beyond}, results differ or have no interval.`;
}

/**
 * The remark on a difference that is not significant.
 * @param {StudyDifference|null|undefined} difference the remark beside its number
 */
export const significanceNote = (difference) => (difference && !isCertain(difference.difference) ? 'difference not significant' : '');

/**
 * The results of the seeds for each variant, as numbers.
 * @param {Part} part
 * @param {readonly (readonly (StudyDifference|null)[])[]} differences of each measure, at each point, from the first
 *   variant
 * @param {Record<string, ReturnType<typeof import('./replication-stats.js').lowestCounts>>} counts by metric, then by point
 * @returns {import('../types.js').SeedFacts[]}
 */
export function seedFacts({ measures, points }, differences, counts) {
  return Array.from({ length: points }, (_, point) =>
    Object.fromEntries(
      measures.map(({ metric, points: found }, at) => {
        const apart = differences[at]?.[point]?.difference;
        const counted = counts[metric]?.[point] ?? { runs: 0, lowest: 0, certain: 0 };
        return [metric, { seeds: found[point]?.interval?.mean ?? null, low: apart?.low ?? null, high: apart?.high ?? null, ...counted }];
      }),
    ),
  );
}

/**
 * The name of a measure for readers.
 * @param {Catalog|null} catalog
 * @param {Pick<Measured, 'name'|'metric'>} measured
 */
export function measureTitle(catalog, { name, metric }) {
  const entry = catalog?.entries.find(({ family, id }) => family === 'metric' && id === metric);
  return name === metric ? (entry?.name ?? name) : sentenceCase(name);
}

/**
 * The name of a study with the number of its seeds, if the name contains such a number; other names stay as they are.
 * @param {string} name
 * @param {number} seeds
 */
export function nameWithSeeds(name, seeds) {
  return name.replace(/: \d+ seeds?$/u, seeds > 1 ? `: ${seeds} seeds` : '');
}

/** Joins names by commas and "and". @param {readonly string[]} names */
function list(names) {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/**
 * The numbers of all runs as rows, with the columns of `ganttlet sweep --csv`: names without units, for programs.
 * @param {Part} part
 * @param {readonly (ArrayLike<number>|undefined)[]} outcomes
 * @param {number} firstSeed
 */
export function runRows(part, outcomes, firstSeed) {
  const head = ['run', 'part', ...part.axes.map(({ name }) => name), 'seed', ...part.measures.map(({ name }) => name)];
  const rows = [];
  for (let seed = 0; seed < part.seeds; seed += 1) {
    for (let point = 0; point < part.points; point += 1) {
      const run = part.first + seed * part.points + point;
      const numbers = outcomes[run];
      if (!numbers?.length) continue;
      const levels = levelsOf(part, point);
      const values = part.measures.map(({ column }) => numbers[column]);
      rows.push([
        run,
        part.name,
        ...part.axes.map(({ labels }, place) => labels[levels[place] ?? 0]),
        firstSeed + seed,
        ...values.map((value) => (Number.isFinite(value) ? value : null)),
      ]);
    }
  }
  return [head, ...rows];
}
