/** @file The work in each queue and its limit over time, as data of plots. */

import { valueRange } from '../../plot/plot-layout.js';
import { formatNumber } from '../../text/numbers.js';
import { createPlotLine, createTimePlot } from '../panel-parts.js';

/** @import { Levels, TableRows } from '../../engine/types.js' */

/**
 * The maximum of a drawn limit as a multiple of the largest amount in its queue; a higher limit would flatten the plot.
 */
const MOST_LIMIT_FACTOR = { machines: 2, work: 20 };

/**
 * The rows of a queue up to a time, if they suffice for a plot.
 * @param {TableRows} rows of the table of queues
 * @param {string} name
 * @param {number} now_s
 * @returns {{x: number[], column: (id: string) => number[]}|null} null if there are too few
 */
function queueRows({ columns, names }, name, now_s) {
  const time = columns.time ?? new Float64Array();
  const places = Array.from(time.keys()).filter((at) => names.queue?.[at] === name && (time[at] ?? 0) <= now_s);
  const column = (/** @type {string} */ id) => places.map((at) => columns[id]?.[at] ?? 0);
  return places.length < 2 ? null : { x: column('time'), column };
}

/** The largest value; NaN without values. @param {ArrayLike<number>} values */
const maximum = (values) => valueRange([values])[1];

/**
 * A plot per queue: its machines, available machines, its limit, and its waiting jobs, up to a time.
 * @param {Levels} levels
 * @param {TableRows} rows of the table of queues
 * @param {number} now_s
 */
export function claimPlots({ queues }, rows, now_s) {
  return queues.flatMap(({ name, cpus }) => {
    const own = queueRows(rows, name, now_s);
    if (!own) return [];
    const [allocated, available, waiting] = ['claims', 'available', 'pending'].map(own.column);
    const near = cpus <= MOST_LIMIT_FACTOR.machines * Math.max(1, ...allocated, ...available);
    const limit = allocated.map(() => cpus);
    const lines = [
      createPlotLine('allocated', allocated, 'variant-2'),
      createPlotLine('available', available, 'variant-3', [2, 2]),
      ...(near ? [createPlotLine('N', limit, 'variant-5', [6, 3])] : []),
      createPlotLine('jobs waiting', waiting, 'variant-4', [4, 2], 'right'),
    ];
    const look = {
      label: `Machines of ${name}`,
      unit: near ? 'waiting jobs on the right axis' : `N ${formatNumber(cpus)}; waiting jobs on the right axis`,
      left: formatNumber,
      right: formatNumber,
      words: `maximum ${formatNumber(maximum(allocated))} machines allocated (N ${formatNumber(cpus)}), maximum ${formatNumber(maximum(waiting))} jobs waiting`,
    };
    return [{ name, ...createTimePlot({ x: own.x, lines }, look) }];
  });
}

/**
 * A plot per queue: its work, shaded, and its limit, up to a time.
 * @param {Levels} levels
 * @param {TableRows} rows of the table of queues
 * @param {number} now_s
 */
export function loadPlots({ queues }, rows, now_s) {
  return queues.flatMap(({ name, most_s: most }) => {
    const own = queueRows(rows, name, now_s);
    if (!own) return [];
    const [work, limit] = ['work', 'limit'].map(own.column);
    const limited = most !== null;
    // Values above the limit are highlighted.
    const above = work.map((value, at) => (limited && value > (limit[at] ?? Infinity) ? value : null));
    const high = maximum(work);
    const top = maximum(limit);
    const near = limited && high > top / MOST_LIMIT_FACTOR.work;
    const lines = [
      createPlotLine('Q', work, 'variant-2'),
      ...(near ? [createPlotLine('C_q', limit, 'variant-5', [6, 3])] : []),
      ...(above.some((value) => value !== null) ? [createPlotLine('above C_q', above, 'accent')] : []),
    ];
    const look = {
      label: `Q of ${name}`,
      unit: !limited ? 'h of work, no limit' : near ? 'h of work' : `h of work, C_q ${formatNumber(top)} h`,
      left: formatNumber,
      words: `maximum ${formatNumber(high)} h of work${limited ? `, limit ${formatNumber(top)} h` : ''}`,
    };
    return [{ name, ...createTimePlot({ x: own.x, lines, shade: { low: work.map(() => 0), high: work, token: 'variant-2' } }, look) }];
  });
}
