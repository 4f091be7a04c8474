/** @file How `<line-plot>` is drawn: colours from the page's tokens, lines named where they end. */

import uPlot from './uplot.js';
import { formatMoment, timeTicks } from '../text/time.js';

/** @import { LinePlotData, LinePlotLook } from './line-plot.js' */

/** Room for the names at the right end, CSS pixels, where there is no right axis. */
const NAMES_PX = 12;
/** Lines that end nearer than this share no height for their names, CSS pixels. */
const LABEL_PX = 13;
/** The right axis goes a little beyond 1: a curve along the top stays below the words there. */
const RIGHT_TOP = 1.15;
/** Places that are further apart than this get a point each, CSS pixels. */
const POINT_PX = 9;
/** Names take this share of the width at most. */
const LONGEST = 0.55;
/** How whole numbers are written below. @type {Partial<uPlot.Axis>} */
const NUMBERS = {
  space: 40,
  incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000],
  values: (_plot, splits) => splits.map(String),
};
/** And how times are. @type {Partial<uPlot.Axis>} */
const TIMES = {
  splits: (plot) => timeSplits(plot.scales.x, plot.bbox.width / 90),
  values: (_plot, splits) => splits.map(formatMoment),
};
/** Width of the axes, CSS pixels: the same in all plots, so that they stand below each other. */
const AXIS_PX = 58;

/**
 * @typedef {object} Needs
 * @property {Record<string, string>} colours of the tokens
 * @property {string} face of the texts
 * @property {() => {data: LinePlotData, look: LinePlotLook}} shown
 * @property {(index: number|null) => void} point the pointer is over this place
 * @property {(x: number) => void} pick
 */

/**
 * What uPlot needs to know, but for size and data.
 * @param {Needs} needs
 * @returns {Omit<uPlot.Options, 'width'|'height'>}
 */
export function lineOptions({ colours, face, shown, point, pick }) {
  const { data, look } = shown();
  const font = `12px ${face}`;
  const axis = { stroke: colours['ink-soft'] ?? '', font, ticks: { show: false } };
  const grid = { stroke: colours.line ?? '', width: 1 };
  const shade = { stroke: 'transparent', width: 0, points: { show: false }, scale: 'left' };
  const top = (/** @type {number|null} */ high) => Math.max(high ?? 0, 1e-9) * 1.08;
  return {
    legend: { show: false },
    padding: [6, look.right ? 0 : NAMES_PX, look.ticks ? 0 : 6, 0],
    cursor: { y: false, points: { show: false }, drag: { x: false, y: false, setScale: false } },
    scales: {
      x: { time: false, range: () => ends(shown().data, shown().look) },
      left: { range: (_plot, _low, high) => [0, shown().look.share ? 1 : (shown().look.most ?? top(high))] },
      right: { range: () => [0, RIGHT_TOP] },
    },
    axes: [
      {
        ...axis,
        show: look.ticks,
        grid: { show: false },
        ticks: { show: true, stroke: colours.line ?? '', width: 1, size: 4 },
        size: 24,
        ...(look.overTime ? TIMES : NUMBERS),
      },
      {
        ...axis,
        scale: 'left',
        grid,
        size: AXIS_PX,
        space: 26,
        ...(look.times ? { splits: (plot) => timeSplits(plot.scales.left, plot.bbox.height / 30) } : {}),
        values: (_plot, splits) => splits.map((value) => shown().look.left(value)),
      },
      ...(look.right
        ? [{ ...axis, scale: 'right', side: /** @type {const} */ (1), grid: { show: false }, size: 44, space: 26, values: (/** @type {uPlot} */ _plot, /** @type {number[]} */ splits) => splits.map((value) => (value > 1 ? '' : (shown().look.right?.(value) ?? ''))) }]
        : []),
    ],
    series: [
      {},
      ...data.lines.map(({ token, dash, axis: scale }) => ({
        stroke: colours[token] ?? '',
        width: 1.75,
        dash,
        scale,
        points: { size: 4, fill: colours[token] ?? '', show: roomForPoints },
      })),
      ...(data.shade ? [shade, shade] : []),
    ],
    ...(data.shade ? { bands: [{ series: [data.lines.length + 1, data.lines.length + 2], fill: shadeOf(colours) }] } : {}),
    hooks: {
      drawClear: [(plot) => drawAcross(plot, shown().data, colours)],
      draw: [
        (plot) => {
          drawRules(plot, shown().data, { font, colours });
          drawDots(plot, shown().data, colours);
          drawNames(plot, shown().data, { face, colours });
        },
      ],
      setCursor: [(plot) => point((plot.cursor.left ?? -1) < 0 ? null : (plot.cursor.idx ?? null))],
      ready: [(plot) => plot.over.addEventListener('click', (event) => pick(look.overTime ? plot.posToVal(event.offsetX, 'x') : Math.round(plot.posToVal(event.offsetX, 'x'))))],
    },
  };
}

/**
 * The ends of the x axis: half a place beyond the first and the last.
 * @param {LinePlotData} data
 * @param {LinePlotLook} look
 * @returns {[number, number]}
 */
function ends({ x }, { overTime = false }) {
  const more = overTime ? 0 : 0.5;
  return [(x[0] ?? 1) - more, (x.at(-1) ?? 1) + more];
}

/**
 * What is shaded can still be seen where it is narrow.
 * @param {Record<string, string>} colours
 */
function shadeOf({ accent = '#000' }) {
  return `color-mix(in srgb, ${accent} 25%, transparent)`;
}

/** @param {uPlot} plot */
function roomForPoints(plot) {
  return plot.bbox.width / devicePixelRatio / plot.data[0].length > POINT_PX;
}

/**
 * @param {uPlot.Scale|undefined} scale
 * @param {number} most ticks, by the room there is in device pixels
 */
function timeSplits({ min = 0, max = 1 } = {}, most) {
  return timeTicks(min, max, Math.max(2, most / devicePixelRatio)).map(({ time_s }) => time_s);
}

/**
 * @param {uPlot} plot
 * @param {LinePlotData} data
 * @param {Record<string, string>} colours
 */
function drawAcross(plot, { across }, colours) {
  if (!across) return;
  const { ctx, bbox } = plot;
  const [from, to] = [plot.valToPos(across[0] - 0.5, 'x', true), plot.valToPos(across[1] + 0.5, 'x', true)];
  const [left, right] = [Math.max(from, bbox.left), Math.min(to, bbox.left + bbox.width)];
  ctx.save();
  ctx.fillStyle = shadeOf(colours);
  ctx.fillRect(left, bbox.top, right - left, bbox.height);
  ctx.restore();
}

/**
 * @param {uPlot} plot
 * @param {LinePlotData} data
 * @param {{font: string, colours: Record<string, string>}} look
 */
function drawRules(plot, { rules }, { font, colours }) {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.strokeStyle = colours.ink ?? '';
  ctx.fillStyle = colours.ink ?? '';
  ctx.lineWidth = devicePixelRatio;
  ctx.setLineDash([]);
  ctx.font = font.replace('12px', `${Math.round(11 * devicePixelRatio)}px`);
  ctx.textBaseline = 'top';
  for (const { x, text } of rules) {
    const at = Math.round(plot.valToPos(x, 'x', true)) + 0.5;
    if (at < bbox.left - 1 || at > bbox.left + bbox.width + 1) continue;
    ctx.globalAlpha = 0.6;
    ctx.beginPath();
    ctx.moveTo(at, bbox.top);
    ctx.lineTo(at, bbox.top + bbox.height);
    ctx.stroke();
    ctx.globalAlpha = 1;
    const fits = at + 4 + ctx.measureText(text).width < bbox.left + bbox.width;
    ctx.textAlign = fits ? 'left' : 'right';
    ctx.fillText(text, at + (fits ? 4 : -4) * devicePixelRatio, bbox.top + devicePixelRatio);
  }
  ctx.restore();
}

/**
 * @param {uPlot} plot
 * @param {LinePlotData} data
 * @param {Record<string, string>} colours
 */
function drawDots(plot, { x, lines, dots }, colours) {
  const { ctx } = plot;
  ctx.save();
  ctx.setLineDash([]);
  for (const dot of dots) {
    const line = lines[dot.line];
    const value = line?.values[x.indexOf(dot.x)] ?? null;
    if (!line || value === null) continue;
    ctx.beginPath();
    ctx.arc(plot.valToPos(dot.x, 'x', true), plot.valToPos(value, line.axis, true), 4 * devicePixelRatio, 0, 2 * Math.PI);
    ctx.fillStyle = colours[line.token] ?? '';
    ctx.strokeStyle = colours.paper ?? '';
    ctx.lineWidth = 2 * devicePixelRatio;
    ctx.fill();
    ctx.stroke();
  }
  ctx.restore();
}

/**
 * Writes each line's name where it ends, so that no legend has to be looked up.
 * @param {uPlot} plot
 * @param {LinePlotData} data
 * @param {{face: string, colours: Record<string, string>}} look
 */
function drawNames(plot, { x, lines }, { face, colours }) {
  if (lines.length < 2) return;
  const { ctx, bbox } = plot;
  const ratio = devicePixelRatio;
  ctx.save();
  ctx.font = `600 ${Math.round(11 * ratio)}px ${face}`;
  const most = bbox.width * LONGEST;
  const ends = lines.flatMap(({ name: whole, values, token, axis }) => {
    const name = shortened(whole, (text) => ctx.measureText(text).width <= most);
    const last = values.findLastIndex((value) => value !== null && Number.isFinite(value));
    const value = values[last] ?? null;
    return value === null ? [] : [{ name, token, x: plot.valToPos(x[last] ?? NaN, 'x', true), y: plot.valToPos(value, axis, true) }];
  });
  ctx.textBaseline = 'alphabetic';
  ctx.textAlign = 'left';
  ctx.lineJoin = 'round';
  ctx.lineWidth = 4 * ratio;
  let low = bbox.top + 10 * ratio;
  ends
    .sort((a, b) => a.y - b.y)
    .forEach(({ name, token, x: end, y }, order) => {
      const rest = ends.length - 1 - order;
      const at = Math.min(Math.max(y - 4 * ratio, low), bbox.top + bbox.height - 2 * ratio - rest * LABEL_PX * ratio);
      low = at + LABEL_PX * ratio;
      const { width } = ctx.measureText(name);
      const right = bbox.left + bbox.width;
      const left = right - end > width + 12 * ratio ? end + 7 * ratio : Math.max(bbox.left + 4 * ratio, Math.min(end, right) - width - 6 * ratio);
      ctx.strokeStyle = colours.paper ?? '';
      ctx.strokeText(name, left, at);
      ctx.fillStyle = colours[token] ?? '';
      ctx.fillText(name, left, at);
    });
  ctx.restore();
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
