/** @file Plots of a study, converted from the form of the engine to that of `plot-layout.js`. */

import { lineStyle } from '../elements/theme.js';
import { formatNumber } from '../text/numbers.js';
import { formatTime } from '../text/time.js';
import { valueRange } from './plot-layout.js';

/** @import { Line, Plot as Described } from '../engine/types.js' */
/** @import { Plot } from './plot-layout.js' */

/** Minimum width of a plot that has names beside its lines, if there are few. */
const NAMED_PX = 560;
const NAMED_LINES = 6;
/** Maximum number of points of a line that are marked. */
const MOST_MARKED = 60;

/**
 * The line style of each line; published points have that of the preceding line.
 * @param {readonly Pick<Line, 'name'|'published'>[]} lines
 * @param {readonly string[]} [names] of all lines of the experiment, so that each has the same style in all plots
 * @returns {{style: number, published: boolean}[]}
 */
export function lineStyles(lines, names = []) {
  /** @type {string[]} */
  const known = [...names];
  let style = -1;
  return lines.map(({ name, published = false }) => {
    if (!published || style < 0) {
      if (!known.includes(name)) known.push(name);
      style = known.indexOf(name);
    }
    return { style, published };
  });
}

/**
 * Whether a plot of this width has names beside its lines.
 * @param {number} width
 * @param {readonly unknown[]} lines
 */
export function hasNames(width, lines) {
  return width >= NAMED_PX && lines.length <= NAMED_LINES;
}

/** Maximum factor between values on a linear axis. */
const TWO_DECADES = 100;

/** @param {readonly Pick<Line, 'y'>[]} lines @returns {[number, number]} */
const yRange = (lines) => valueRange(lines.map(({ y }) => y));

/**
 * Whether all values are positive and more than one.
 * @param {readonly Pick<Line, 'y'>[]} lines
 */
export function canBeLogarithmic(lines) {
  const [low, high] = yRange(lines);
  return low > 0 && high > low;
}

/**
 * Whether the values of a plot need a logarithmic axis.
 * @param {readonly Pick<Line, 'y'>[]} lines
 * @param {number} [factor] between the largest and the smallest
 */
export function spansDecades(lines, factor = TWO_DECADES) {
  const [low, high] = yRange(lines);
  return low > 0 && high / low > factor;
}

/** Values of both signs whose largest exceeds this multiple of the median hide the others on a linear axis. */
const HIDING_FACTOR = 50;

/**
 * The linear range of an axis for values of both signs, if a linear axis hides most of them; otherwise 0.
 * @param {readonly Pick<Line, 'y'>[]} lines
 */
export function symmetricUnit(lines) {
  const [low, high] = yRange(lines);
  const sizes = lines
    .flatMap(({ y }) => [...y])
    .filter((value) => Number.isFinite(value) && value !== 0)
    .map(Math.abs)
    .sort((one, other) => one - other);
  const median = sizes[Math.floor(sizes.length / 2)] ?? 0;
  if (!(low < 0 && high > 0) || Math.max(-low, high) < HIDING_FACTOR * median) return 0;
  return 10 ** Math.floor(Math.log10(median));
}

/**
 * The beginning of a logarithmic axis: intervals that reach down to 0 end a decade below all values.
 * @param {readonly Line[]} lines
 */
function logarithmicStart(lines) {
  const positive = (/** @type {readonly (number|null)[]} */ values) => values.filter((value) => value !== null && value > 0);
  const [least] = yRange(lines);
  const [lowest] = valueRange(lines.map(({ low }) => positive(low)));
  return Math.min(least, Math.max(least / 10, Number.isNaN(lowest) ? least : lowest));
}

/**
 * The lines, with separate published points for values that differ from the preceding line by more than the tolerance.
 * @param {readonly Line[]} lines
 * @returns {Line[]}
 */
export function markFaults(lines) {
  return lines.flatMap((line, at) => {
    const ours = lines[at - 1];
    if (!line.published || !ours) return [line];
    const isFar = line.y.map((_, index) => {
      const value = ours.y[index] ?? NaN;
      return value < (line.low[index] ?? NaN) || value > (line.high[index] ?? NaN);
    });
    const part = (/** @type {boolean} */ far) => line.y.map((value, index) => (isFar[index] === far ? value : NaN));
    return isFar.includes(true)
      ? [
          { ...line, y: part(false) },
          { ...line, y: part(true), low: [], high: [], outside: true },
        ]
      : [line];
  });
}

/**
 * The x axis of lines whose places span more than two decades: logarithmic, with 0 at its beginning.
 * @param {readonly Pick<Line, 'x'>[]} lines
 * @returns {Partial<import('./plot-layout.js').Axis>}
 */
function longAxis(lines) {
  const places = lines.flatMap(({ x }) => x);
  const positive = places.filter((x) => x > 0);
  const [low, high] = [Math.min(...positive), Math.max(...positive)];
  if (places.some((x) => x < 0) || !(high / low > TWO_DECADES)) return {};
  const zero = places.includes(0);
  return { logarithmic: true, ends: () => [zero ? low / 3 : low, high], zero };
}

/**
 * Converts a plot of a study.
 * @param {Described} described
 * @param {object} how
 * @param {readonly string[]} [how.names] see `stylesOf`
 * @param {ReadonlySet<string>} [how.hidden] names of hidden lines
 * @param {boolean} how.named whether names are beside the lines
 * @param {boolean} [how.logarithmic] the y axis, of positive values
 * @param {number} [how.symmetric] linear range of the y axis for values of both signs; 0 for a linear axis
 * @param {boolean} [how.floor] whether the y axis ends at 0 because no value is below it, although an interval may be
 * @param {boolean} [how.marked] whether places have marks, if they are few
 * @param {readonly string[]} [how.ends] text after the name of each line
 * @returns {Plot}
 */
export function studyPlot(
  { x, y, lines: given },
  { names = [], hidden = new Set(), named, logarithmic = false, symmetric = 0, floor = false, marked = true, ends = [] },
) {
  const lines = /** @type {(Line & {outside?: boolean})[]} */ (given);
  const styles = lineStyles(lines, names);
  // There are no values between integers.
  const whole = lines.every((line) => line.x.every(Number.isInteger));
  const times = /,\s*s$/u.test(x);
  return {
    margin: { top: 26, bottom: 42 },
    inset: 6,
    x: {
      title: x,
      kind: times ? 'time' : whole ? 'whole' : 'number',
      space: 56,
      words: times ? formatTime : formatNumber,
      ...longAxis(lines),
    },
    y: {
      title: y,
      // An axis that begins near 0 begins at 0.
      ...(symmetric > 0
        ? { symmetric }
        : logarithmic
          ? { logarithmic, ends: (_, high) => [logarithmicStart(lines), high] }
          : { outward: true, ends: (low, high) => [low > 0 && low < high / 2 ? 0 : floor ? Math.max(low, 0) : low, high] }),
      words: formatNumber,
      grid: true,
    },
    lines: lines.flatMap((line, at) => {
      const { style = at, published = false } = styles[at] ?? {};
      const name = ends[at] ? `${line.name}  ${ends[at]}` : line.name;
      return hidden.has(line.name)
        ? []
        : [
            {
              ...line,
              name,
              published,
              ...lineStyle(style),
              ...(line.outside ? { outside: true } : {}),
              marked: marked && line.x.length <= MOST_MARKED,
            },
          ];
    }),
    ...(named ? { names: 'beside' } : {}),
  };
}
