/** @file What `<line-plot>` draws: lines named where they end, places marked, stretches shaded. */

import { formatMoment, timeTicks } from '../text/time.js';

/** @import { Pen, Sheet } from './canvas.js' */
/** @import { LinePlotData, LinePlotLook } from './line-plot.js' */

/** Room for the names at the right end, CSS pixels, where there is no right axis. */
const NAMES_PX = 12;
/** The right axis goes a little beyond 1: a curve along the top stays below the words there. */
const RIGHT_TOP = 1.15;
/** Width of the axes, CSS pixels: the same in all plots, so that they stand below each other. */
const AXIS_PX = 58;

/**
 * @param {() => {data: LinePlotData, look: LinePlotLook}} shown
 * @param {Pick<Sheet, 'point'|'pick'>} heard
 * @returns {Sheet}
 */
export function lineSheet(shown, heard) {
  const { data, look } = shown();
  const times = (/** @type {number} */ low, /** @type {number} */ high, /** @type {number} */ most) =>
    timeTicks(low, high, most).map(({ time_s }) => time_s);
  // Of whole numbers, half a place beyond the first and the last.
  const beyond = look.overTime ? 0 : 0.5;
  return {
    ...heard,
    padding: [6, look.right ? 0 : NAMES_PX, look.ticks ? 0 : 6, 0],
    across: {
      ends: () => [(shown().data.x[0] ?? 1) - beyond, (shown().data.x.at(-1) ?? 1) + beyond],
      ...(look.ticks
        ? {
            axis: {
              size: 24,
              ...(look.overTime ? { space: 90, ticks: times, words: formatMoment } : { space: 40, whole: true, words: String }),
            },
          }
        : {}),
    },
    left: {
      size: AXIS_PX,
      space: 26,
      grid: true,
      top: (high) => (shown().look.share ? 1 : (shown().look.most ?? Math.max(high, 1e-9) * 1.08)),
      words: (value) => shown().look.left(value),
      ...(look.times ? { ticks: times } : {}),
    },
    ...(look.right
      ? {
          right: {
            size: 44,
            space: 26,
            top: () => RIGHT_TOP,
            words: (/** @type {number} */ value) => (value > 1 ? '' : (shown().look.right?.(value) ?? '')),
          },
        }
      : {}),
    lines: data.lines.map(({ token, dash, axis }) => ({ token, dash, axis, points: true })),
    shade: data.shade && (data.shade.token ?? 'accent'),
    ends: () => endsOf(shown().data),
    under: (pen) => {
      const { across } = shown().data;
      if (across) pen.shade(across[0] - 0.5, across[1] + 0.5);
    },
    over: (pen) => {
      drawRules(pen, shown().data);
      drawDots(pen, shown().data);
    },
  };
}

/** @param {LinePlotData} data */
function endsOf({ x, lines }) {
  return lines.flatMap(({ name, values, token, axis }) => {
    const last = values.findLastIndex((value) => value !== null && Number.isFinite(value));
    return last < 0 ? [] : [{ name, token, axis, x: x[last] ?? NaN, y: values[last] ?? NaN }];
  });
}

/**
 * @param {Pen} pen
 * @param {LinePlotData} data
 */
function drawRules(pen, { rules }) {
  const { ctx, box, ratio } = pen;
  ctx.save();
  ctx.fillStyle = pen.colour('ink');
  pen.font(11);
  ctx.textBaseline = 'top';
  for (const { x, text } of rules) {
    const at = Math.round(pen.x(x)) + 0.5;
    if (at < box.left - 1 || at > box.right + 1) continue;
    pen.rule([at, box.top], [at, box.bottom], 0.6);
    const fits = at + 4 + ctx.measureText(text).width < box.right;
    ctx.textAlign = fits ? 'left' : 'right';
    ctx.fillText(text, at + (fits ? 4 : -4) * ratio, box.top + ratio);
  }
  ctx.restore();
}

/**
 * @param {Pen} pen
 * @param {LinePlotData} data
 */
function drawDots(pen, { x, lines, dots }) {
  const { ctx, ratio } = pen;
  ctx.save();
  ctx.setLineDash([]);
  for (const dot of dots) {
    const line = lines[dot.line];
    const value = line?.values[x.indexOf(dot.x)] ?? null;
    if (!line || value === null) continue;
    ctx.beginPath();
    ctx.arc(pen.x(dot.x), pen.y(value, line.axis), 4 * ratio, 0, 2 * Math.PI);
    ctx.fillStyle = pen.colour(line.token);
    ctx.strokeStyle = pen.colour('paper');
    ctx.lineWidth = 2 * ratio;
    ctx.fill();
    ctx.stroke();
  }
  ctx.restore();
}
