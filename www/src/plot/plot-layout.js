/** @file The geometry of a plot: axes, lines, bands and names, in CSS pixels. */

import { axisTicks } from '../text/ticks.js';
import { spreadNames } from './label-placement.js';

/** @import { Kind } from '../text/ticks.js' */

/** Number of units of a path in a pixel: whole numbers make paths short. */
export const TENTHS = 10;
/** Maximum distance of points; further ones are moved to it. */
const FAR_PX = 1e5;
/** Mean width of a letter at 12 px. */
const LETTER_PX = 6.3;
/** Distance between two lines of text. */
const TEXT_PX = 14;
/** Maximum width of names beside lines, as a share of the width of the plot. */
const BESIDE_SHARE = 0.4;
/** Minimum distance between points that are marked. */
const POINT_PX = 9;

/**
 * @typedef {ArrayLike<number|null>} Values null or NaN if unknown
 * @typedef {object} Axis
 * @property {(low: number, high: number) => [number, number]} [ends] ends of the axis, from those of the values; by
 *   default equal
 * @property {boolean} [outward] the axis ends at ticks
 * @property {Kind} [kind] of its ticks
 * @property {boolean} [logarithmic]
 * @property {number} [symmetric] the axis is linear up to this distance from 0 and logarithmic beyond, on both sides
 * @property {boolean} [zero] a logarithmic axis begins with a tick for 0
 * @property {number} [space] minimum space between two ticks
 * @property {(value: number) => string} [words] labels of ticks; without them there are no ticks
 * @property {boolean} [grid] ticks are lines across the plot
 * @property {string} [title]
 * @typedef {object} Line
 * @property {string} name
 * @property {string} token of its colour
 * @property {readonly number[]} dash
 * @property {ArrayLike<number>} x ascending
 * @property {Values} y
 * @property {Values} [low] of the band around it
 * @property {Values} [high]
 * @property {'left'|'right'} [axis]
 * @property {boolean} [steps] each value is valid until the next
 * @property {boolean} [marked] a point at each value; by default if they fit
 * @property {boolean} [published] drawn as marks without a line
 * @property {boolean} [outside] such marks that are filled: our values are outside their tolerance
 * @typedef {object} Plot
 * @property {{top: number, right?: number, bottom: number, left?: number}} margin around the box of the lines; right and left by their texts if left out
 * @property {number} [inset] between the box and the ends of the x axis
 * @property {Axis} x
 * @property {Axis} y
 * @property {Axis} [right]
 * @property {readonly Line[]} lines
 * @property {'beside'} [names] of lines: in a column right of the box
 * @property {[number, number]} [stretch] of x that is shaded
 * @property {readonly {x?: number, y?: number, text?: string}[]} [rules] lines across the box, those at an x with a word
 * @property {readonly {x: number, line: number}[]} [dots] on lines
 * @property {boolean} [bare] the lines are not drawn, only their names
 * @property {(shape: PlotShape, colour: (token: string) => string) => unknown} [over] what is drawn above the lines
 * @typedef {{x: number, y: number, text: string, token: string}} Name
 * @typedef {object} DrawnLine
 * @property {Line} line
 * @property {string} path in tenths
 * @property {string[]} bands outlines of the areas between low and high, in tenths
 * @property {{x: number, low: number, high: number}[]} bars intervals without a neighbour to form an area
 * @property {{x: number, y: number}[]} marks
 * @typedef {object} PlotShape
 * @property {Plot} plot
 * @property {number} width
 * @property {number} height
 * @property {{left: number, right: number, top: number, bottom: number}} box of the lines
 * @property {{at: number, text: string}[]} x ticks
 * @property {{at: number, text: string}[]} y
 * @property {{at: number, text: string}[]} right
 * @property {DrawnLine[]} lines
 * @property {Name[]} names
 * @property {(x: number) => number} to_x
 * @property {(y: number, axis?: 'left'|'right') => number} to_y
 * @property {(at: number) => number} from_x
 * @property {(at: number) => number} from_y
 */

/**
 * Computes the geometry of a plot.
 * @param {Plot} plot
 * @param {number} width
 * @param {number} height
 * @param {object} [texts]
 * @param {(text: string) => number} [texts.measure] the width of a text of 12 px
 * @param {number} [texts.share] maximum width of names beside lines, as a share of the width
 * @returns {PlotShape}
 */
export function layOutPlot(plot, width, height, { measure = estimateWidth, share = BESIDE_SHARE } = {}) {
  const { margin, inset = 0, lines, names } = plot;
  const on = (/** @type {'left'|'right'} */ side) => lines.filter(({ axis = 'left' }) => axis === side);
  const values = (/** @type {readonly Line[]} */ some) => some.flatMap(({ y, low = [], high = [] }) => [y, low, high]);
  const [top, bottom] = [margin.top, height - margin.bottom];
  const up = createScale(plot.y, valueRange(values(on('left'))), bottom, top);
  const up_right = createScale(plot.right ?? {}, valueRange(values(on('right'))), bottom, top);
  const ticks_px = Math.max(LETTER_PX, ...up.ticks.map(({ text }) => measure(text)));
  const longest = Math.min(width * share, Math.max(0, ...lines.filter(hasName).map(({ name }) => measure(name))));
  const box = {
    left: margin.left ?? 20 + ticks_px,
    right: width - (margin.right ?? (names === 'beside' ? longest + 16 : 14)),
    top,
    bottom,
  };
  const across = createScale(plot.x, valueRange(new Set(lines.map(({ x }) => x))), box.left + inset, box.right - inset);
  const to_y = (/** @type {number} */ y, /** @type {'left'|'right'} */ axis = 'left') => (axis === 'right' ? up_right : up).place(y);
  // Lines mostly share their x.
  /** @type {Map<ArrayLike<number>, Int32Array>} */
  const places = new Map();
  for (const { x } of lines) if (!places.has(x)) places.set(x, toTenths(x, across.place));
  const drawn = lines.map((line) => {
    const place = (line.axis === 'right' ? up_right : up).place;
    const line_places = places.get(line.x) ?? new Int32Array();
    return { line, places: line_places, place, pieces: linePieces(line_places, line.y, place) };
  });
  return {
    plot,
    width,
    height,
    box,
    to_x: across.place,
    to_y,
    from_x: across.value,
    from_y: up.value,
    x: across.ticks,
    y: up.ticks,
    right: up_right.ticks,
    lines: plot.bare ? [] : drawn.map(layOutLine),
    names: names === 'beside' ? besideNames(drawn, box, (name) => fitName(name, longest, measure)) : [],
  };
}

/**
 * The index of the value nearest to `x`.
 * @param {ArrayLike<number>} xs ascending
 * @param {number} x
 * @returns {number} -1 if there is none
 */
export function nearestIndex(xs, x) {
  let [low, high] = [0, xs.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (x - (xs[middle] ?? NaN) > (xs[middle + 1] ?? NaN) - x) low = middle + 1;
    else high = middle;
  }
  return Number.isNaN(x) ? -1 : high;
}

/**
 * The lowest and the highest of some values; NaN for none.
 * @param {Iterable<Values>} lists
 * @returns {[number, number]}
 */
export function valueRange(lists) {
  let [low, high] = [Infinity, -Infinity];
  for (const list of lists) {
    for (let at = 0; at < list.length; at += 1) {
      const value = list[at] ?? NaN;
      if (value < low && value > -Infinity) low = value;
      if (value > high && value < Infinity) high = value;
    }
  }
  return low <= high ? [low, high] : [NaN, NaN];
}

/**
 * Maps values of an axis to pixels and back, with its ticks.
 * @param {Axis} axis
 * @param {[number, number]} range of the values
 * @param {number} start start and end of the axis
 * @param {number} end
 */
function createScale(
  { ends, outward = false, kind = 'number', logarithmic = false, symmetric = 0, zero = false, space = 40, words },
  range,
  start,
  end,
) {
  let [low, high] = ends?.(...range) ?? range;
  if (Number.isNaN(low)) [low, high] = [0, 1];
  else if (low === high) [low, high] = [low - Math.abs(low || 1) / 2, high + Math.abs(high || 1) / 2];
  if (symmetric > 0) return symmetricScale(symmetric, [low, high], start, end, words);
  const most = Math.max(2, Math.abs(end - start) / space);
  const marks = words ? axisTicks(low, high, most, { kind, logarithmic, outward }) : [];
  if (outward && !logarithmic) [low, high] = [marks[0] ?? low, marks.at(-1) ?? high];
  const marked = (/** @type {(value: number) => number} */ place) =>
    marks.map((value) => ({ at: place(value), text: words?.(value) ?? '' }));
  if (logarithmic) {
    const factor = (end - start) / Math.log(high / low);
    // Values of at most 0 are at the beginning of the axis.
    const place = (/** @type {number} */ value) => (value <= 0 ? start : start + Math.log(value / low) * factor);
    return {
      place,
      value: (/** @type {number} */ at) => low * Math.exp((at - start) / factor),
      ticks: zero && words ? [{ at: start, text: words(0) }, ...marked(place)] : marked(place),
    };
  }
  const factor = (end - start) / (high - low);
  const place = (/** @type {number} */ value) => start + (value - low) * factor;
  return { place, value: (/** @type {number} */ at) => low + (at - start) / factor, ticks: marked(place) };
}

/** Distance between ticks of a symmetric axis, CSS pixels. */
const SYMMETRIC_SPACE = 14;

/**
 * A scale that is logarithmic to both sides of 0, so that small values of either sign are readable beside large ones.
 * @param {number} unit distance from 0 up to which it is nearly linear
 * @param {[number, number]} range
 * @param {number} start
 * @param {number} end
 * @param {((value: number) => string)|undefined} words
 */
function symmetricScale(unit, [low, high], start, end, words) {
  const bend = (/** @type {number} */ value) => Math.sign(value) * Math.log10(1 + Math.abs(value) / unit);
  const [first, last] = [bend(low), bend(high)];
  const factor = (end - start) / (last - first);
  const place = (/** @type {number} */ value) => start + (bend(value) - first) * factor;
  const value = (/** @type {number} */ at) => {
    const bent = first + (at - start) / factor;
    return Math.sign(bent) * unit * (10 ** Math.abs(bent) - 1);
  };
  /** @type {number[]} */
  const marks = [0];
  for (let size = unit; size <= Math.max(-low, high); size *= 10) {
    for (const mark of [size, -size]) {
      const far = marks.every((known) => Math.abs(place(known) - place(mark)) >= SYMMETRIC_SPACE);
      if (far && mark >= low && mark <= high) marks.push(mark);
    }
  }
  const ticks = words ? marks.sort((one, other) => one - other).map((mark) => ({ at: place(mark), text: words(mark) })) : [];
  return { place, value, ticks };
}

/**
 * Consecutive points without a gap, in tenths.
 * @typedef {{x: Int32Array, y: Int32Array}} LinePiece
 */

/**
 * The positions of values in tenths of a pixel.
 * @param {ArrayLike<number>} x
 * @param {(x: number) => number} place
 */
function toTenths(x, place) {
  const tenths = new Int32Array(x.length);
  for (let at = 0; at < x.length; at += 1) tenths[at] = Math.round(place(x[at] ?? NaN) * TENTHS);
  return tenths;
}

/**
 * The connected pieces of a line, with at most three points per pixel column: the lowest, the highest and the last.
 * @param {Int32Array} places of its x, in tenths
 * @param {Values} y
 * @param {(y: number) => number} to_y
 * @returns {LinePiece[]}
 */
function linePieces(places, y, to_y) {
  /** @type {LinePiece[]} */
  const pieces = [];
  const [xs, ys] = [new Int32Array(y.length), new Int32Array(y.length)];
  let count = 0;
  const keep = (/** @type {number} */ index) => {
    xs[count] = places[index] ?? NaN;
    ys[count] = Math.round(Math.max(-FAR_PX, Math.min(FAR_PX, to_y(y[index] ?? NaN))) * TENTHS);
    count += 1;
  };
  for (let at = 0; at < y.length; at += 1) {
    const begin = count;
    let value = y[at] ?? NaN;
    while (Number.isFinite(value)) {
      const first = at;
      const column = Math.floor((places[at] ?? NaN) / TENTHS);
      let [lowest, highest, least, most] = [at, at, value, value];
      do {
        if (value < least) {
          lowest = at;
          least = value;
        } else if (value > most) {
          highest = at;
          most = value;
        }
        at += 1;
        value = y[at] ?? NaN;
      } while (Number.isFinite(value) && Math.floor((places[at] ?? NaN) / TENTHS) === column);
      const [before, after, last] =
        at - first < 3 ? [first, first, at - 1] : [Math.min(lowest, highest), Math.max(lowest, highest), at - 1];
      keep(before);
      if (after > before) keep(after);
      if (last > after) keep(last);
    }
    if (count > begin) pieces.push({ x: xs.subarray(begin, count), y: ys.subarray(begin, count) });
  }
  return pieces;
}

/**
 * The path of a line, in steps if it is a step function.
 * @param {LinePiece} piece
 * @param {boolean} steps
 */
function piecePath({ x, y }, steps) {
  let [from_x = 0, from_y = 0] = [x[0], y[0]];
  let path = `M${from_x} ${from_y}`;
  for (let at = 1; at < x.length; at += 1) {
    const [to_x = 0, to_y = 0] = [x[at], y[at]];
    if (steps && to_y === from_y && at < x.length - 1) continue;
    path += steps ? `h${to_x - from_x}v${to_y - from_y}` : `l${to_x - from_x} ${to_y - from_y}`;
    from_x = to_x;
    from_y = to_y;
  }
  return path;
}

/**
 * The geometry of a line: path, bands, error bars and marks.
 * @param {{line: Line, pieces: LinePiece[], places: Int32Array, place: (y: number) => number}} drawn
 * @returns {DrawnLine}
 */
function layOutLine({ line, pieces, places, place }) {
  const { low = [], high = [], steps = false, published = false } = line;
  const both = (/** @type {Values} */ values) => Array.from(values, (value, at) => ((low[at] ?? NaN) <= (high[at] ?? NaN) ? value : null));
  const [lower, upper] = [low, high].map((values) => linePieces(places, both(values), place));
  const areas = (upper ?? []).map((above, at) => ({ above, below: lower?.[at] ?? above }));
  const isBar = (/** @type {{above: LinePiece}} */ { above }) => above.x.length === 1 || published;
  const span = ((places.at(-1) ?? 0) - (places[0] ?? 0)) / TENTHS;
  const { marked = !steps && span / places.length > POINT_PX } = line;
  const points = (/** @type {LinePiece} */ piece) =>
    Array.from(piece.x, (place, at) => ({ x: place / TENTHS, y: (piece.y[at] ?? NaN) / TENTHS }));
  return {
    line,
    path: published ? '' : pieces.map((piece) => piecePath(piece, steps)).join(''),
    bands: areas
      .filter((area) => !isBar(area))
      .map(
        ({ above, below }) =>
          `${piecePath(above, steps)}L${piecePath({ x: below.x.toReversed(), y: below.y.toReversed() }, steps).slice(1)}Z`,
      ),
    // An interval without a value is only part of a band.
    bars: (line.y.length > 0 ? areas : []).filter(isBar).flatMap(({ above, below }) => {
      const ends = points(below);
      return points(above).map(({ x, y }, at) => ({ x, high: y, low: ends[at]?.y ?? y }));
    }),
    marks: published || marked ? pieces.flatMap(points) : [],
  };
}

/**
 * Names in a column right of the box.
 * @param {{line: Line, pieces: LinePiece[]}[]} drawn
 * @param {PlotShape['box']} box
 * @param {(name: string) => string} fit
 * @returns {Name[]}
 */
function besideNames(drawn, box, fit) {
  const ends = drawn.filter(({ line }) => hasName(line)).map(({ line, pieces }) => ({ line, y: (lastPoint(pieces)?.y ?? box.bottom) + 4 }));
  return spreadNames(ends, box.top + 4, box.bottom, TEXT_PX).map(({ line: { name, token }, at }) => ({
    x: box.right + 8,
    y: at,
    text: fit(name),
    token,
  }));
}

/** @param {LinePiece[]} pieces */
function lastPoint(pieces) {
  const last = pieces.at(-1);
  return last && { x: (last.x.at(-1) ?? NaN) / TENTHS, y: (last.y.at(-1) ?? NaN) / TENTHS };
}

/** Points outside their tolerance have the name of those inside. @param {Line} line */
const hasName = ({ outside = false }) => !outside;

/** The width of a text without measuring it, px. @param {string} text */
const estimateWidth = (text) => text.length * LETTER_PX;

/**
 * A name in a width.
 * @param {string} name
 * @param {number} width
 * @param {(text: string) => number} measure
 */
function fitName(name, width, measure) {
  const needed = measure(name);
  return needed <= width + 1 ? name : shortenName(name, (name.length * width) / needed);
}

/**
 * @param {string} text
 * @param {number} letters
 */
function shortenName(text, letters) {
  return text.length > letters ? `${text.slice(0, Math.max(1, Math.floor(letters) - 1)).trimEnd()}\u2026` : text;
}
