/**
 * @file The axes of a study in a plot: one is horizontal, axes of words become lines, and all others are fixed at one
 * value.
 */

/** @import { StudyAxis, StudySummary } from '../engine/types.js' */

/** @typedef {StudySummary['parts'][number]} Part */
/** @typedef {Part['measures'][number]} Measured */
/** @typedef {Measured['points'][number]} Measurement */

/**
 * @typedef {object} Grid
 * @property {Part} part
 * @property {number} across the index of the horizontal axis; -1 for none
 * @property {number} up the index of the second axis of numbers; -1 for none
 * @property {number[]} held the indices of the axes fixed at one value: all of numbers but the first
 * @property {number[]} words the indices of the axes whose values are names
 * @property {{name: string, levels: number[]}[]} series each combination of names; levels: the index of a value for
 *   each axis
 * @property {number} compared the axis of the baseline, the last one of words; -1 for none
 * @property {boolean} single whether there is no randomness, so that each point has one run
 * @property {Readonly<Record<string, 'maximum'|'minimum'>>} extremes the measures whose value is that of a single job,
 *   by name
 */

/** @param {StudyAxis} axis whether all its values are numbers */
const isNumeric = ({ values }) => values.length > 1 && values.every((value) => value !== null && Number.isFinite(value));

/**
 * The points of a study, arranged by its axes.
 * @param {Part} part
 * @param {readonly number[]} [at] the index of the value at which each axis is fixed; by default the first
 * @param {Partial<Pick<Grid, 'single'|'extremes'>>} [about]
 * @returns {Grid}
 */
export function createGrid(part, at = [], { single = false, extremes = {} } = {}) {
  const places = part.axes.map((_, place) => place);
  const numeric = places.filter((place) => isNumeric(/** @type {StudyAxis} */ (part.axes[place])));
  const words = places.filter((place) => !numeric.includes(place));
  const [across = -1, up = -1] = numeric;
  const held = numeric.slice(1);
  const levelAt = (/** @type {number} */ place) => Math.min(at[place] ?? 0, (part.axes[place]?.labels.length ?? 1) - 1);
  /** @type {Grid['series']} */
  let series = [{ name: '', levels: places.map((place) => (held.includes(place) ? levelAt(place) : 0)) }];
  for (const place of words) {
    const { labels } = /** @type {StudyAxis} */ (part.axes[place]);
    series = series.flatMap(({ name, levels }) =>
      labels.map((label, level) => ({ name: [name, label].filter(Boolean).join(', '), levels: levels.with(place, level) })),
    );
  }
  const compared = words.findLast((place) => (part.axes[place]?.labels.length ?? 0) > 1) ?? -1;
  return { part, across, up, held, words, series, compared, single, extremes };
}

/**
 * The number of a point.
 * @param {Part} part
 * @param {readonly number[]} levels the index of a value for each axis
 */
export function pointIndex({ axes }, levels) {
  return axes.reduce((point, { labels }, place) => point * labels.length + (levels[place] ?? 0), 0);
}

/**
 * The index of the value of each axis at a point.
 * @param {Part} part
 * @param {number} point
 * @returns {number[]}
 */
export function levelsOf({ axes }, point) {
  const levels = axes.map(() => 0);
  let left = point;
  for (let place = axes.length - 1; place >= 0; place -= 1) {
    const { length } = axes[place]?.labels ?? [];
    levels[place] = left % (length ?? 1);
    left = Math.floor(left / (length ?? 1));
  }
  return levels;
}

/**
 * The points of a series, one for each value across.
 * @param {Grid} grid
 * @param {number} at the index of the series
 * @returns {number[]}
 */
export function pointsOf({ part, across, series }, at) {
  const levels = series[at]?.levels ?? [];
  if (across < 0) return [pointIndex(part, levels)];
  return (part.axes[across]?.labels ?? []).map((_, level) => pointIndex(part, levels.with(across, level)));
}

/**
 * The number of the run of a point with a seed, counted from 0.
 * @param {Part} part
 * @param {number} point
 * @param {number} seed
 */
export function runIndex({ first, points }, point, seed) {
  return first + seed * points + point;
}

/**
 * The number of seeds that are complete at every point.
 * @param {Part} part
 * @param {readonly (ArrayLike<number>|undefined)[]} outcomes
 */
export function seedsIn(part, outcomes) {
  for (let seed = 0; seed < part.seeds; seed += 1) {
    for (let point = 0; point < part.points; point += 1) if (!outcomes[runIndex(part, point, seed)]?.length) return seed;
  }
  return part.seeds;
}

/**
 * True if the completed runs of each point are copies of each other.
 * @param {Part} part
 * @param {readonly (ArrayLike<number>|undefined)[]} outcomes
 */
export function areCopies(part, outcomes) {
  let compared = false;
  for (let point = 0; point < part.points; point += 1) {
    const first = outcomes[runIndex(part, point, 0)];
    for (let seed = 1; seed < part.seeds; seed += 1) {
      const other = outcomes[runIndex(part, point, seed)];
      if (!first?.length || !other?.length) continue;
      if (!Array.from(first).every((value, at) => Object.is(value, other[at]))) return false;
      compared = true;
    }
  }
  return compared;
}

/**
 * The box plot of the values of some seeds: a box from the first to the third quartile with the median, whiskers to the
 * ends.
 * @param {readonly (number|null)[]} values
 * @returns {{low: number, q1: number, median: number, q3: number, high: number}|undefined} undefined without values
 */
export function quartileBox(values) {
  const made = values.filter((value) => value !== null).sort((a, b) => a - b);
  if (made.length === 0) return undefined;
  const at = (/** @type {number} */ share) => {
    const place = share * (made.length - 1);
    const [low = 0, high = 0] = [made[Math.floor(place)], made[Math.ceil(place)]];
    return low + (place - Math.floor(place)) * (high - low);
  };
  return { low: at(0), q1: at(0.25), median: at(0.5), q3: at(0.75), high: at(1) };
}
