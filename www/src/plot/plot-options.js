/** @file How the distribution plot is drawn: colours from the page's tokens, curves named where they run. */
import uPlot from './uplot.js';
import { lineStyle } from '../elements/theme.js';
import { formatTime, timeTicks } from '../text/time.js';
import { nameShares, quantile } from './curves.js';
import { formatNumber, formatShare } from '../text/numbers.js';

/** @import { Curve } from './curves.js' */

/**
 * @typedef {object} PlotNeeds
 * @property {Record<string, string>} colours of the tokens
 * @property {string} face of the texts
 * @property {readonly { name: string, at: number, curve: Curve }[]} curves
 * @property {boolean} logarithmic
 * @property {string} unit
 * @property {() => number} percentile the one read off
 * @property {(percentile: number) => void} point the pointer is at this percentile
 */

/**
 * What uPlot needs to know, but for size and data.
 * @param {PlotNeeds} needs
 * @returns {Omit<uPlot.Options, 'width' | 'height'>}
 */
export function plotOptions({ colours, face, curves, logarithmic, unit, percentile, point }) {
  const { ink = '', 'ink-soft': soft = '', line = '' } = colours;
  const font = `12px ${face}`;
  const axis = { stroke: soft, font, grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1 } };
  const number = (/** @type {number | null} */ value) =>
    value === null ? '' : unit === 's' ? formatTime(value) : formatNumber(value);
  return {
    legend: { show: false },
    // Room for a label at the right end of the axis.
    padding: [8, 28, 0, 0],
    scales: {
      x: logarithmic ? { time: false, distr: 3 } : { time: false },
      y: { range: [0, 1] },
    },
    cursor: { points: { show: false }, drag: { x: false, y: false }, x: false },
    axes: [
      {
        ...axis,
        size: 32,
        space: 80,
        // uPlot would keep powers of ten only.
        filter: (_, splits) => splits,
        values: (_, splits) => splits.map(number),
        ...(logarithmic || unit === 's' ? { splits: (plot) => ticks(plot, logarithmic, unit === 's') } : {}),
      },
      { ...axis, size: 52, values: (_, splits) => splits.map((share) => formatShare(share)) },
    ],
    series: [
      {},
      ...curves.map(({ at }) => ({
        stroke: colours[lineStyle(at).token] ?? ink,
        width: 2,
        dash: [...lineStyle(at).dash],
        paths: /** @type {uPlot.Series.PathBuilder} */ (uPlot.paths.stepped?.({ align: 1 })),
        points: { show: false },
      })),
    ],
    hooks: {
      draw: [
        (plot) => {
          drawPercentile(plot, percentile() / 100, ink);
          drawNames(plot, curves, { font, colours });
        },
      ],
      setCursor: [
        (plot) => {
          const top = plot.cursor.top ?? -1;
          if (top < 0) return;
          point(Math.min(100, Math.max(1, Math.round(plot.posToVal(top, 'y') * 100))));
        },
      ],
    },
  };
}

/**
 * @param {uPlot} plot
 * @param {boolean} logarithmic
 * @param {boolean} times
 */
function ticks(plot, logarithmic, times) {
  const { min = 0, max = 1 } = plot.scales.x ?? {};
  const most = plot.bbox.width / devicePixelRatio / 80;
  if (logarithmic) return logarithmicTicks(min, max, times, most);
  return timeTicks(min, max, most).map(({ time_s }) => time_s);
}

/** Round times, in seconds; outside of them powers of ten are used. */
const ROUND_TIMES = [1, 10, 60, 600, 3600, 6 * 3600, 86_400, 10 * 86_400, 100 * 86_400];

/**
 * Ticks of a logarithmic axis: round times or powers of ten, at most `most` of them.
 * @param {number} low
 * @param {number} high
 * @param {boolean} times
 * @param {number} most
 * @returns {number[]}
 */
export function logarithmicTicks(low, high, times, most) {
  const powers = Array.from({ length: 36 }, (_, at) => 10 ** (at - 18));
  const list = times ? [...powers.filter((power) => power < 1), ...ROUND_TIMES] : powers;
  const inside = list.filter((tick) => tick >= low * (1 - 1e-9) && tick <= high * (1 + 1e-9));
  const every = Math.max(1, Math.ceil(inside.length / Math.max(1, most)));
  return inside.filter((_, at) => at % every === 0);
}

/**
 * @param {uPlot} plot
 * @param {number} share
 * @param {string} colour
 */
function drawPercentile(plot, share, colour) {
  const { ctx, bbox } = plot;
  const y = Math.round(plot.valToPos(share, 'y', true)) + 0.5;
  ctx.save();
  ctx.strokeStyle = colour;
  ctx.setLineDash([]);
  ctx.globalAlpha = 0.5;
  ctx.lineWidth = devicePixelRatio;
  ctx.beginPath();
  ctx.moveTo(bbox.left, y);
  ctx.lineTo(bbox.left + bbox.width, y);
  ctx.stroke();
  ctx.restore();
}

/** What lies within so many CSS pixels of the axis cannot be told from it. */
const EDGE = 8;

/**
 * Writes each curve's name beside it, at heights that differ, so that no legend has to be looked up.
 * @param {uPlot} plot
 * @param {PlotNeeds['curves']} curves
 * @param {Pick<PlotNeeds, 'colours'> & { font: string }} look
 */
function drawNames(plot, curves, { font, colours }) {
  const { ctx, bbox } = plot;
  const ratio = devicePixelRatio;
  ctx.save();
  ctx.scale(ratio, ratio);
  ctx.font = font;
  ctx.textBaseline = 'middle';
  ctx.textAlign = 'left';
  ctx.lineWidth = 4;
  ctx.lineJoin = 'round';
  ctx.strokeStyle = colours.paper ?? '';
  const shares = nameShares(curves.map(({ curve }) => curve), plot.posToVal(EDGE, 'x'));
  const [left, right] = [bbox.left / ratio, (bbox.left + bbox.width) / ratio];
  curves.forEach(({ name, at: variant, curve }, index) => {
    const share = shares[index] ?? 0;
    const value = quantile(curve, share);
    if (value === undefined || (plot.scales.x?.distr === 3 && value <= 0)) return;
    const text = name.length > 28 ? `${name.slice(0, 27)}…` : name;
    const width = ctx.measureText(text).width;
    const at = plot.valToPos(value, 'x', true) / ratio + 8;
    const x = Math.max(left + 4, Math.min(at, right - width - 4));
    const y = plot.valToPos(share, 'y', true) / ratio;
    ctx.fillStyle = colours[lineStyle(variant).token] ?? colours.ink ?? '';
    ctx.strokeText(text, x, y);
    ctx.fillText(text, x, y);
  });
  ctx.restore();
}
