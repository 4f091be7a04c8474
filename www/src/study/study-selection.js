/** @file The selection from the results of a study: a measure of a part, at a place on its axes. */

import { levelsOf, pointIndex, pointsOf } from './axis-grid.js';
import { growsWithLength, intervalReason } from './interval-reasons.js';
import { differenceVerdict, displayUnit, placeText, sameVerdicts } from './study-texts.js';

/** @import { Grid, Measured } from './axis-grid.js' */
/** @import { OpenStudy } from './open-study.js' */
/** @import { Reading } from './study-texts.js' */

/**
 * The selection and the data for its display.
 * @typedef {object} Look
 * @property {OpenStudy} study
 * @property {Grid} grid
 * @property {Measured} measured
 * @property {(measured: Measured) => string} titleOf the name of a measure for readers
 * @property {string} title the name of the measure for readers
 * @property {Reading} reading
 * @property {number} place on the horizontal axis, for the table
 * @property {number[][]} points of each series, one for each place on the horizontal axis
 * @property {{series: number, level: number}|undefined} picked the selected point
 * @property {number} seed which of its seeds, from 0
 * @property {(series: number, level: number, seed?: number) => void} choose
 */

/**
 * The content of the charts of a study: measure, level, places on the other axes.
 * @param {OpenStudy} study
 * @param {Grid} grid
 * @param {{measure: string, level: number} & Pick<Look, 'titleOf'|'picked'|'seed'|'choose'>} chosen measure: by name,
 *   the first one if the name is unknown; level: -1 for the last one with a steady state
 * @returns {Look|undefined} undefined without measures
 */
export function createSelection(study, grid, { measure, level, ...chosen }) {
  const { part, across, series } = grid;
  const measured = part.measures.find(({ name }) => name === measure) ?? part.measures[0];
  if (!measured) return undefined;
  const levels = across < 0 ? 1 : (part.axes[across]?.labels.length ?? 1);
  const all = series.map((_, at) => pointsOf(grid, at));
  // The default is the last place at which no line grows with the length of the run, because its results are certain.
  const certain = Array.from({ length: levels }, (_, at) => at).findLast(
    (at) => !all.some((points) => growsWithLength(grid, measured, points[at] ?? -1)),
  );
  const place = level < 0 || level >= levels ? (certain ?? levels - 1) : level;
  return {
    study,
    grid,
    measured,
    title: chosen.titleOf(measured),
    reading: displayUnit(measured),
    place,
    points: all,
    ...chosen,
  };
}

/**
 * The known result of a series at a place on the horizontal axis.
 * @param {Look} look
 * @param {number} series
 * @param {number} level
 */
export function pointAtLevel({ grid, measured, points }, series, level) {
  return knownPoint(grid, measured, points[series]?.[level] ?? -1);
}

/**
 * The known result of a measure at a point; without an interval if there is a reason against one.
 * @param {Grid} grid
 * @param {Measured} measured
 * @param {number} point
 */
export function knownPoint(grid, measured, point) {
  const known = measured.points[point];
  if (!known?.interval || intervalReason(grid, measured, point) === '') return known;
  const count = grid.single ? 1 : known.interval.count;
  return { ...known, interval: { ...known.interval, low: NaN, high: NaN, count }, wished: null };
}

/**
 * The difference of a point from the baseline in a measure. Single runs and maxima have no interval. There is no
 * difference if the measure grows with the length of the run.
 * @param {Look} look
 * @param {Measured} measured
 * @param {number} point
 * @returns {import('../engine/types.js').StudyDifference|null|undefined}
 */
export function differenceAt({ study, grid }, measured, point) {
  const { part, compared } = grid;
  if (point < 0 || compared < 0) return undefined;
  const levels = levelsOf(part, point);
  if (levels[compared] === study.baseline) return undefined;
  const base = pointIndex(part, levels.with(compared, study.baseline));
  if (growsWithLength(grid, measured, point) || growsWithLength(grid, measured, base)) return undefined;
  if (intervalReason(grid, measured, point) === '') return study.differences[part.measures.indexOf(measured)]?.[point];
  const [own, other] = [measured.points[point]?.interval, measured.points[base]?.interval];
  if (!own || !other) return undefined;
  const without = (/** @type {number} */ mean) => ({ mean, low: NaN, high: NaN, count: 1 });
  const apart = own.mean - other.mean;
  return { difference: without(apart), change: other.mean === 0 ? null : without((100 * apart) / Math.abs(other.mean)) };
}

/**
 * The reason why the difference of a point from the baseline has no interval; empty if it has one, or is not known yet.
 * @param {Look} look
 * @param {Measured} measured
 * @param {number} point
 */
export function differenceReason({ study, grid }, measured, point) {
  const { part, compared } = grid;
  if (point < 0 || compared < 0) return '';
  const base = pointIndex(part, levelsOf(part, point).with(compared, study.baseline));
  return intervalReason(grid, measured, point) || intervalReason(grid, measured, base);
}

/** The name of the baseline; empty without a comparison. @param {Look} look */
export function baselineOf({ study, grid }) {
  return grid.compared < 0 ? '' : (grid.part.axes[grid.compared]?.labels[study.baseline] ?? '');
}

/**
 * The values of the axes of each line, for a plot of all lines at the place on screen.
 * @param {Look} look
 */
export function plotRequest(look) {
  const { grid, place } = look;
  const lines = grid.series.map(({ name, levels }) => ({
    name,
    at: Object.fromEntries(
      grid.part.axes.map(({ name: axis, labels, values }, at) => {
        const level = at === grid.across ? place : (levels[at] ?? 0);
        const [label = '', value] = [labels[level], values[level]];
        return [axis, value !== null && value !== undefined && String(value) === label ? value : label];
      }),
    ),
  }));
  const means = grid.series.map((_, series) => Math.abs(pointAtLevel(look, series, place)?.interval?.mean ?? 0));
  return { lines, where: placeText(grid, place), most: Math.max(...means, Number.MIN_VALUE) };
}

/**
 * The range of axis values with the same answer as at the place on screen.
 * @param {Look} look
 */
export function answerRange(look) {
  const { grid, measured, points, place } = look;
  const axis = grid.part.axes[grid.across];
  if (!axis) return '';
  const verdictAt = (/** @type {number} */ series, /** @type {number} */ level) =>
    differenceVerdict(differenceAt(look, measured, points[series]?.[level] ?? -1), measured.better);
  const verdicts = axis.labels.map((_, level) =>
    grid.series
      .map((_line, series) => verdictAt(series, level))
      .join(' ')
      .trim(),
  );
  return sameVerdicts(verdicts, place, axis);
}
