/** @file Where the parts of a plot lie: axes, lines, intervals, names. Geometry only, in CSS pixels. */

import { formatNumber } from '../text/numbers.js';
import { formatTime, timeTicks } from '../text/time.js';
import { roundTicks, sharedTicks, spreadNames } from './ticks.js';

/** @import { Line, Plot } from '../engine/types.js' */

/** Height of a line of text, and mean width of a letter at 12 px. */
const TEXT_PX = 14;
const LETTER_PX = 6.3;
/** From this width the lines carry their names, if they are few. */
const NAMED_PX = 560;
const NAMED_LINES = 6;
/** The longest name beside a line, letters. */
const NAME_LETTERS = 30;
/** Up to so many places each has a mark. */
const MARKED = 60;

/**
 * A line as it is drawn.
 * @typedef {object} DrawnLine
 * @property {string} name
 * @property {number} style which of the page's line styles
 * @property {boolean} published drawn as marks without a line
 * @property {string} path
 * @property {string[]} bands outlines of the areas between low and high
 * @property {{x: number, low: number, high: number}[]} bars intervals that have no neighbour to make an area with
 * @property {{x: number, y: number}[]} marks
 * @property {{x: number, y: number, text: string}|null} name_at
 */

/**
 * A plot as it is drawn.
 * @typedef {object} PlotShape
 * @property {number} width
 * @property {number} height
 * @property {{left: number, right: number, top: number, bottom: number}} box of the lines
 * @property {{at: number, text: string}[]} across ticks of the x axis
 * @property {{at: number, text: string}[]} up ticks of the y axis
 * @property {DrawnLine[]} lines
 * @property {boolean} named whether the lines carry their names
 * @property {(x: number) => number} to_x
 * @property {(y: number) => number} to_y
 * @property {(at: number) => number} from_x
 */

/**
 * The line style of each line; published points have that of the line before them.
 * @param {readonly Pick<Line, 'name'|'published'>[]} lines
 * @param {readonly string[]} [names] of all lines of the experiment, so that each looks the same in all its plots
 * @returns {{style: number, published: boolean}[]}
 */
export function stylesOf(lines, names = []) {
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
 * Lays a plot out.
 * @param {Plot} plot
 * @param {{width: number, height: number, names?: readonly string[], hidden?: ReadonlySet<string>, named?: boolean, logarithmic?: boolean, marked?: boolean, ends?: readonly string[]}} how
 *   names: see `stylesOf`; hidden: names of lines that are left out; named: whether lines carry their names, decided by
 *   the width if left out; logarithmic: the y axis, of positive values; marked: whether places have marks, if they are few; ends: what stands
 *   behind the name of each line
 * @returns {PlotShape}
 */
export function shapeOf(
  plot,
  {
    width,
    height,
    names = [],
    hidden = new Set(),
    named = width >= NAMED_PX && plot.lines.length <= NAMED_LINES,
    logarithmic = false,
    marked = true,
    ends = [],
  },
) {
  const styles = stylesOf(plot.lines, names);
  const shown = plot.lines.flatMap((line, at) =>
    hidden.has(line.name) ? [] : [{ line, ...(styles[at] ?? { style: at, published: false }) }],
  );
  const all = shown.map(({ line }) => line);
  const [low_x, high_x] = rangeOf(all.flatMap(({ x }) => x));
  const [least, most] = rangeOf(all.flatMap(({ y, low, high }) => [...y, ...low, ...high]));
  // An axis that begins near 0 begins at 0.
  const up = logarithmic ? sharedTicks(least, most) : roundTicks(least > 0 && least < most / 2 ? 0 : least, most, (height - 60) / 40);
  const [low_y = 0, high_y = 1] = logarithmic ? [Math.min(least, up[0] ?? least), Math.max(most, up.at(-1) ?? most)] : [up[0], up.at(-1)];
  const letters = Math.max(1, ...up.map((value) => formatNumber(value).length));
  const longest = Math.max(
    0,
    ...shown.map(({ line }) => Math.min(NAME_LETTERS, endName(line.name, ends[plot.lines.indexOf(line)]).length)),
  );
  const box = {
    left: 14 + letters * LETTER_PX + 6,
    right: width - (named ? longest * LETTER_PX + 16 : 14),
    top: 26,
    bottom: height - 42,
  };
  const to_x = scale(low_x, high_x, box.left + 6, box.right - 6);
  const to_y = logarithmic ? logScale(low_y, high_y, box.bottom, box.top) : scale(low_y, high_y, box.bottom, box.top);
  // Between one cluster and two there is none.
  const whole = all.every(({ x }) => x.every(Number.isInteger));
  const lines = shown.map(({ line, style, published }) => drawnLine(line, style, published, to_x, to_y, marked));
  if (named)
    nameLines(
      lines,
      box,
      shown.map(({ line }) => endName(line.name, ends[plot.lines.indexOf(line)])),
    );
  return {
    width,
    height,
    box,
    across: ticksAcross(plot.x, low_x, high_x, (box.right - box.left) / 56, whole).map(({ value, text }) => ({ at: to_x(value), text })),
    up: up.map((value) => ({ at: to_y(value), text: formatNumber(value) })),
    lines,
    named,
    to_x,
    to_y,
    from_x: scale(box.left + 6, box.right - 6, low_x, high_x),
  };
}

/**
 * @param {string} title whose end names the unit
 * @param {number} low
 * @param {number} high
 * @param {number} most
 * @param {boolean} whole
 */
function ticksAcross(title, low, high, most, whole) {
  if (/,\s*s$/u.test(title)) return timeTicks(low, high, most).map(({ time_s }) => ({ value: time_s, text: formatTime(time_s) }));
  const inside = roundTicks(low, high, most, whole).filter((value) => value >= low - 1e-9 && value <= high + 1e-9);
  return inside.map((value) => ({ value, text: formatNumber(value) }));
}

/**
 * @param {Line} line
 * @param {number} style
 * @param {boolean} published
 * @param {(x: number) => number} to_x
 * @param {(y: number) => number} to_y
 * @param {boolean} marked
 * @returns {DrawnLine}
 */
function drawnLine({ name, x, y, low, high }, style, published, to_x, to_y, marked) {
  const points = x.map((place, at) => ({ x: to_x(place), y: to_y(y[at] ?? NaN), low: to_y(low[at] ?? NaN), high: to_y(high[at] ?? NaN) }));
  const pieces = piecesOf(points, ({ y: value }) => Number.isFinite(value));
  const areas = piecesOf(points, (point) => Number.isFinite(point.low) && Number.isFinite(point.high));
  const text = (/** @type {number} */ value) => value.toFixed(1);
  return {
    name,
    style,
    published,
    path: published
      ? ''
      : pieces.map((piece) => piece.map((point, at) => `${at === 0 ? 'M' : 'L'}${text(point.x)} ${text(point.y)}`).join('')).join(''),
    bands: areas
      .filter((area) => area.length > 1 && !published)
      .map((area) => {
        const there = area.map((point) => `${text(point.x)} ${text(point.high)}`);
        const back = area.map((point) => `${text(point.x)} ${text(point.low)}`).reverse();
        return `M${[...there, ...back].join('L')}Z`;
      }),
    bars: areas
      .filter((area) => area.length === 1 || published)
      .flatMap((area) => area.map((point) => ({ x: point.x, low: point.low, high: point.high }))),
    marks: published || (marked && points.length <= MARKED) ? pieces.flat().map((point) => ({ x: point.x, y: point.y })) : [],
    name_at: null,
  };
}

/**
 * Puts the names at the ends of the lines, one under the other.
 * @param {DrawnLine[]} lines
 * @param {PlotShape['box']} box
 * @param {readonly string[]} names
 */
function nameLines(lines, box, names) {
  const ends = lines.map((line, at) => ({ line, name: names[at] ?? line.name, y: (endOf(line) ?? box.bottom) + 4 }));
  for (const { line, name, at } of spreadNames(ends, box.top + 4, box.bottom, TEXT_PX)) {
    const text = name.length > NAME_LETTERS ? `${name.slice(0, NAME_LETTERS - 1)}…` : name;
    line.name_at = { x: box.right + 8, y: at, text };
  }
}

/**
 * @param {string} name
 * @param {string|undefined} end
 */
function endName(name, end) {
  return end ? `${name}  ${end}` : name;
}

/** @param {DrawnLine} line */
function endOf({ path, marks }) {
  const last = path.match(/([\d.-]+)$/u)?.[1];
  return last === undefined ? marks.at(-1)?.y : Number(last);
}

/**
 * Neighbours that all pass, in pieces.
 * @template T
 * @param {readonly T[]} list
 * @param {(item: T) => boolean} passes
 * @returns {T[][]}
 */
function piecesOf(list, passes) {
  /** @type {T[][]} */
  const pieces = [];
  list.forEach((item, at) => {
    const before = list[at - 1];
    if (!passes(item)) return;
    if (at > 0 && before !== undefined && passes(before)) pieces.at(-1)?.push(item);
    else pieces.push([item]);
  });
  return pieces;
}

/**
 * @param {readonly number[]} values
 * @returns {[number, number]}
 */
function rangeOf(values) {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (low > high) return [0, 1];
  return low === high ? [low - Math.abs(low || 1) / 2, high + Math.abs(high || 1) / 2] : [low, high];
}

/**
 * @param {number} low
 * @param {number} high
 * @param {number} from
 * @param {number} to
 * @returns {(value: number) => number}
 */
function scale(low, high, from, to) {
  return (value) => from + ((value - low) / (high - low)) * (to - from);
}

/**
 * The same on a logarithmic axis.
 * @param {number} low
 * @param {number} high
 * @param {number} from
 * @param {number} to
 * @returns {(value: number) => number}
 */
function logScale(low, high, from, to) {
  const along = scale(Math.log(low), Math.log(high), from, to);
  // What lies below every positive number lies at the end of the axis.
  return (value) => (value > 0 ? along(Math.log(value)) : value <= 0 ? from : NaN);
}
