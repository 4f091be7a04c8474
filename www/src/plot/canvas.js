/**
 * @file The one module that knows uPlot, so that it can be replaced: how a plot is made, sized, coloured anew and ended,
 * and what all plots look like. What a plot shows is described by a `Sheet`; nothing of uPlot leaves this file.
 */

import { css, unsafeCSS } from 'lit';
import plotStyle from 'uplot/dist/uPlot.min.css?inline';
import { tokenColours } from '../elements/theme.js';
import { clearest, spreadNames } from './ticks.js';
import uPlot from './uplot.js';

/** Names at the ends of lines are so far apart, CSS pixels. */
const LABEL_PX = 13;
/** Names take this share of the width at most. */
const LONGEST = 0.55;
/** Places that are further apart than this get a point each, CSS pixels. */
const POINT_PX = 9;
/** The distances between whole numbers. */
const WHOLE = [1, 2, 5].flatMap((factor) => Array.from({ length: 8 }, (_, power) => factor * 10 ** power)).sort((a, b) => a - b);

/**
 * @typedef {(number|null)[]|Float64Array} Values null or not a number where nothing is known
 *
 * @typedef {object} Axis
 * @property {number} size room for its words, CSS pixels
 * @property {number} space between two words at least, CSS pixels
 * @property {(value: number) => string} words
 * @property {boolean} [grid] lines across the plot
 * @property {boolean} [whole] words stand at whole numbers only
 * @property {(low: number, high: number, most: number) => number[]} [ticks] where words stand, if not at round numbers; most: how many fit
 *
 * @typedef {Axis & {top: (high: number) => number}} UpAxis from 0 to the top; high: of the lines that are on it
 *
 * @typedef {object} Across
 * @property {Axis} [axis] else nothing is written
 * @property {() => [number, number]} [ends] else those of the values
 * @property {boolean} [logarithmic]
 *
 * @typedef {object} Line
 * @property {string} token of its colour
 * @property {readonly number[]} dash
 * @property {'left'|'right'} [axis]
 * @property {boolean} [steps] a value holds until the next
 * @property {boolean} [points] a point at each value, where there is room
 *
 * @typedef {{name: string, token: string, x: number, y: number, axis?: 'left'|'right'}} End where a line ends, in values
 *
 * @typedef {object} Sheet
 * @property {[top: number, right: number, bottom: number, left: number]} padding
 * @property {'x'|'y'} [cursor] whether the line under the pointer marks a place of the x axis, as it mostly does, or a height
 * @property {Across} across
 * @property {UpAxis} left
 * @property {UpAxis} [right]
 * @property {readonly Line[]} lines
 * @property {string} [shade] the last two rows of values are the high and the low end of a band in this colour
 * @property {() => readonly End[]} [ends] whose names are written where they end, if there are several
 * @property {(pen: Pen) => void} [under] draws below the lines
 * @property {(pen: Pen) => void} [over] draws above them
 * @property {(at: {index: number, y: number}|null) => void} [point] the pointer is here: the place of the nearest value, the value of the left axis
 * @property {(x: number) => void} [pick] a click
 * @property {string} [together] plots of the same word show the same moment under the pointer
 *
 * @typedef {object} Wanted
 * @property {string} key what of the sheet needs a plot of its own; all else may change with the values
 * @property {() => Sheet} sheet
 * @property {readonly Values[]} values those of the x axis, then those of each line
 */

/** What the elements around plots share. */
export const plotStyles = [
  unsafeCSS(plotStyle),
  css`
    .u-cursor-x,
    .u-cursor-y {
      border-color: var(--edge);
    }
  `,
];

/** Draws on a plot, in device pixels. */
export class Pen {
  /**
   * @param {uPlot} plot
   * @param {Record<string, string>} colours of tokens
   * @param {string} face
   */
  constructor(plot, colours, face) {
    const { left, top, width, height } = plot.bbox;
    this.plot = plot;
    this.ctx = plot.ctx;
    this.face = face;
    this.box = { left, top, right: left + width, bottom: top + height };
    this.ratio = devicePixelRatio;
    this.colour = (/** @type {string} */ token) => colours[token] ?? '';
  }

  /** @param {number} value */
  x(value) {
    return this.plot.valToPos(value, 'x', true);
  }

  /** @param {number} value @param {'left'|'right'} [axis] */
  y(value, axis = 'left') {
    return this.plot.valToPos(value, axis, true);
  }

  /** The value at so many CSS pixels from the left end. @param {number} px */
  valueAt(px) {
    return this.plot.posToVal(px, 'x');
  }

  /** @param {number} px CSS pixels @param {number} [weight] */
  font(px, weight = 400) {
    this.ctx.font = `${weight} ${Math.round(px * this.ratio)}px ${this.face}`;
  }

  /** Shades all heights between two places. @param {number} from @param {number} to */
  shade(from, to) {
    const { ctx, box } = this;
    const [left, right] = [Math.max(this.x(from), box.left), Math.min(this.x(to), box.right)];
    ctx.save();
    ctx.fillStyle = shadeOf(this.colour('accent'));
    ctx.fillRect(left, box.top, right - left, box.bottom - box.top);
    ctx.restore();
  }

  /** A straight line. @param {[number, number]} from @param {[number, number]} to @param {number} opacity */
  rule(from, to, opacity) {
    const { ctx } = this;
    ctx.save();
    ctx.strokeStyle = this.colour('ink');
    ctx.globalAlpha = opacity;
    ctx.lineWidth = this.ratio;
    ctx.setLineDash([]);
    ctx.beginPath();
    ctx.moveTo(...from);
    ctx.lineTo(...to);
    ctx.stroke();
    ctx.restore();
  }

  /** Words that can be read over lines. @param {string} text @param {number} x @param {number} y @param {string} token */
  write(text, x, y, token) {
    const { ctx } = this;
    ctx.lineJoin = 'round';
    ctx.lineWidth = 4 * this.ratio;
    ctx.strokeStyle = this.colour('paper');
    ctx.strokeText(text, x, y);
    ctx.fillStyle = this.colour(token);
    ctx.fillText(text, x, y);
  }

  /**
   * How much a line of words would cover: points of lines, and above all other words.
   * @param {number} from
   * @param {number} to
   * @param {number} y of its foot
   * @param {readonly {x: number, y: number, width: number}[]} written
   */
  covered(from, to, y, written) {
    const { plot, ratio } = this;
    const [high, low] = [y - 10 * ratio, y + 3 * ratio];
    const [across, ...lines] = plot.data;
    let count = 0;
    for (const other of written) if (Math.abs(other.y - y) < LABEL_PX * ratio && other.x < to && from < other.x + other.width) count += 1e6;
    const [first, last] = [plot.valToIdx(plot.posToVal(from, 'x', true)), plot.valToIdx(plot.posToVal(to, 'x', true))];
    lines.forEach((line, at) => {
      const axis = plot.series[at + 1]?.scale ?? 'left';
      for (let i = Math.max(0, first); i <= Math.min(last, across.length - 1); i += 1) {
        const value = line[i];
        if (value === null || value === undefined || !Number.isFinite(value)) continue;
        const place = plot.valToPos(value, axis, true);
        // What goes up or down between two points crosses all that lies between.
        const before = plot.valToPos(line[i - 1] ?? value, axis, true);
        if (Math.max(place, before) > high && Math.min(place, before) < low) count += 1;
      }
    });
    return count;
  }

  /** Writes each line's name where it ends, so that no legend has to be looked up. @param {readonly End[]} ends */
  names(ends) {
    if (ends.length < 2) return;
    const { ctx, box, ratio } = this;
    ctx.save();
    this.font(11, 600);
    ctx.textBaseline = 'alphabetic';
    ctx.textAlign = 'left';
    const most = (box.right - box.left) * LONGEST;
    const known = ends
      .map(({ name, token, x, y, axis }) => ({ name, token, x: this.x(x), y: this.y(y, axis) - 4 * ratio }))
      .filter(({ x, y }) => Number.isFinite(x) && Number.isFinite(y));
    /** @type {{x: number, y: number, width: number}[]} */
    const written = [];
    for (const { name: whole, token, x: end, at } of spreadNames(known, box.top + 10 * ratio, box.bottom - 2 * ratio, LABEL_PX * ratio)) {
      const name = shortened(whole, (text) => ctx.measureText(text).width <= most);
      const { width } = ctx.measureText(name);
      // Where there is no room behind the end, the name stands before it.
      const room = box.right - end > width + 12 * ratio;
      const x = room ? end + 7 * ratio : Math.max(box.left + 4 * ratio, Math.min(end, box.right) - width - 6 * ratio);
      const y = room
        ? at
        : clearest(at, LABEL_PX * ratio, { from: box.top + 10 * ratio, to: box.bottom - 2 * ratio }, (height) =>
            this.covered(x, x + width, height, written),
          );
      written.push({ x, y, width });
      this.write(name, x, y, token);
    }
    ctx.restore();
  }
}

/** The plot in the `.plot` of an element: there while there is something to show, and drawn again after each update. */
export class Canvas {
  /** @type {uPlot|undefined} */
  #plot;
  #key = '';
  #sizes = new ResizeObserver(() => this.#resize());
  #theme = new MutationObserver(() => this.#remake());
  #dark = matchMedia('(prefers-color-scheme: dark)');

  /**
   * @param {import('lit').LitElement} host
   * @param {() => Wanted|null} wanted null where there is nothing to show
   */
  constructor(host, wanted) {
    this.host = host;
    this.wanted = wanted;
    host.addController(this);
  }

  hostConnected() {
    this.#dark.addEventListener('change', this.#remake);
    this.#theme.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    this.#sizes.observe(this.host);
  }

  hostDisconnected() {
    this.#dark.removeEventListener('change', this.#remake);
    this.#theme.disconnect();
    this.#sizes.disconnect();
    this.#end();
  }

  hostUpdated() {
    const wanted = this.wanted();
    const box = this.host.renderRoot.querySelector('.plot');
    if (!wanted || !(box instanceof HTMLElement)) return this.#end();
    // Asking for its size makes the browser lay out the page at once: only a plot that is made needs it.
    if (wanted.key !== this.#key || this.#plot?.root.parentNode !== box) {
      const { clientWidth: width, clientHeight: height } = box;
      if (width === 0) return;
      this.#end();
      this.#plot = new uPlot({ ...this.#options(wanted.sheet()), width, height }, [[]], box);
      this.#key = wanted.key;
    }
    this.#plot?.setData(/** @type {uPlot.AlignedData} */ (wanted.values));
  }

  #end() {
    this.#plot?.destroy();
    this.#plot = undefined;
    this.#key = '';
  }

  /** Makes the plot again, in the colours of the theme. */
  #remake = () => {
    this.#key = '';
    this.host.requestUpdate();
  };

  #resize() {
    if (!this.#plot) return this.host.requestUpdate();
    const { clientWidth: width, clientHeight: height } = /** @type {HTMLElement} */ (this.#plot.root.parentNode);
    if (width > 0 && (width !== this.#plot.width || height !== this.#plot.height)) this.#plot.setSize({ width, height });
  }

  /**
   * @param {Sheet} sheet
   * @returns {Omit<uPlot.Options, 'width'|'height'>}
   */
  #options({ padding, cursor = 'x', across, left, right, lines, shade, ends, under, over, point, pick, together }) {
    const colours = tokenColours(this.host, [
      'paper',
      'ink',
      'ink-soft',
      'line',
      'accent',
      ...lines.map(({ token }) => token),
      shade ?? 'accent',
    ]);
    const face = getComputedStyle(this.host).fontFamily;
    const pen = (/** @type {uPlot} */ plot) => new Pen(plot, colours, face);
    const axis = (/** @type {Axis} */ of, /** @type {string} */ scale, /** @type {0|1|2|3} */ side) =>
      axisOf(of, scale, side, colours, face);
    const scale = (/** @type {UpAxis} */ { top }) => ({
      range: /** @type {uPlot.Range.Function} */ ((_plot, _low, high) => [0, top(Number.isFinite(high) ? high : 0)]),
    });
    const edge = { stroke: 'transparent', width: 0, points: { show: false }, scale: 'left' };
    return {
      legend: { show: false },
      padding,
      cursor: {
        x: cursor === 'x',
        y: cursor === 'y',
        points: { show: false },
        drag: { x: false, y: false, setScale: false },
        ...(together ? { sync: { key: together } } : {}),
      },
      scales: {
        x: { time: false, ...(across.logarithmic ? { distr: 3 } : {}), ...(across.ends ? { range: across.ends } : {}) },
        left: scale(left),
        ...(right ? { right: scale(right) } : {}),
      },
      axes: [
        across.axis ? { ...axis(across.axis, 'x', 2), ticks: { stroke: colours.line ?? '', width: 1, size: 4 } } : { show: false },
        axis(left, 'left', 3),
        ...(right ? [axis(right, 'right', 1)] : []),
      ],
      series: [{}, ...lines.map((line) => seriesOf(line, colours)), ...(shade ? [edge, edge] : [])],
      ...(shade ? { bands: [{ series: [lines.length + 1, lines.length + 2], fill: shadeOf(colours[shade]) }] } : {}),
      hooks: {
        drawClear: [(plot) => under?.(pen(plot))],
        draw: [
          (plot) => {
            over?.(pen(plot));
            pen(plot).names(ends?.() ?? []);
          },
        ],
        setCursor: [
          ({ cursor: { left = -1, top = -1, idx }, posToVal }) =>
            point?.(left < 0 || idx === null || idx === undefined ? null : { index: idx, y: posToVal(top, 'left') }),
        ],
        ready: [(plot) => plot.over.addEventListener('click', (event) => pick?.(plot.posToVal(event.offsetX, 'x')))],
      },
    };
  }
}

/**
 * @param {Axis} axis
 * @param {string} scale
 * @param {0|1|2|3} side
 * @param {Record<string, string>} colours
 * @param {string} face
 * @returns {uPlot.Axis}
 */
function axisOf({ size, space, words, grid = false, whole = false, ticks }, scale, side, colours, face) {
  const splits = (/** @type {uPlot} */ plot) => {
    const { min = 0, max = 1 } = plot.scales[scale] ?? {};
    const length = side % 2 === 0 ? plot.bbox.width : plot.bbox.height;
    return ticks?.(min, max, Math.max(2, length / devicePixelRatio / space)) ?? [];
  };
  return {
    scale,
    side,
    size,
    space,
    stroke: colours['ink-soft'] ?? '',
    font: `12px ${face}`,
    grid: { show: grid, stroke: colours.line ?? '', width: 1 },
    ticks: { show: false },
    // uPlot would keep powers of ten only on a logarithmic axis.
    filter: (_plot, splits) => splits,
    values: (_plot, splits) => splits.map((value) => (value === null ? '' : words(value))),
    ...(whole ? { incrs: WHOLE } : {}),
    ...(ticks ? { splits } : {}),
  };
}

/**
 * @param {Line} line
 * @param {Record<string, string>} colours
 * @returns {uPlot.Series}
 */
function seriesOf({ token, dash, axis = 'left', steps = false, points = false }, colours) {
  const stroke = colours[token] ?? '';
  const stepped = steps ? uPlot.paths.stepped?.({ align: 1 }) : undefined;
  return {
    stroke,
    width: 1.75,
    dash: [...dash],
    scale: axis,
    points: points
      ? { size: 4, fill: stroke, show: (plot) => plot.bbox.width / devicePixelRatio / plot.data[0].length > POINT_PX }
      : { show: false },
    ...(stepped ? { paths: stepped } : {}),
  };
}

/**
 * What is shaded can still be seen where it is narrow.
 * @param {string} [colour]
 */
function shadeOf(colour = '#000') {
  return `color-mix(in srgb, ${colour} 25%, transparent)`;
}

/**
 * The beginning of a text that fits.
 * @param {string} text
 * @param {(text: string) => boolean} fits
 */
function shortened(text, fits) {
  if (fits(text)) return text;
  let length = text.length - 1;
  while (length > 1 && !fits(`${text.slice(0, length)}\u2026`)) length -= 1;
  return `${text.slice(0, length).trimEnd()}\u2026`;
}
