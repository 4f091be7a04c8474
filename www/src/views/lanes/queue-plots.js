/** @file The work in each queue and its limit over time, as data of plots: nothing here draws. */

import { rangeOf } from '../../plot/plot-layout.js';
import { formatNumber } from '../../text/numbers.js';
import { plotLine, plotOf } from '../panel-parts.js';

/** @import { Levels, TableRows } from '../../engine/types.js' */

/** A limit is drawn if it is at most so many times what is ever in its queue: a higher one would leave nothing to see. */
const NEAR = { machines: 2, work: 20 };

/**
 * The rows about a queue up to a time, from which a plot can be made.
 * @param {TableRows} rows of the table of queues
 * @param {string} name
 * @param {number} now_s
 * @returns {{x: number[], column: (id: string) => number[]}|null} null if there are too few
 */
function rowsOf({ columns, names }, name, now_s) {
  const time = columns.time ?? new Float64Array();
  const places = Array.from(time.keys()).filter((at) => names.queue?.[at] === name && (time[at] ?? 0) <= now_s);
  const column = (/** @type {string} */ id) => places.map((at) => columns[id]?.[at] ?? 0);
  return places.length < 2 ? null : { x: column('time'), column };
}

/** The largest of any number of values; NaN of none. @param {ArrayLike<number>} values */
const maximum = (values) => rangeOf([values])[1];

/**
 * A plot a queue: its machines, available machines, its limit, and its waiting jobs; up to a time.
 * @param {Levels} levels
 * @param {TableRows} rows of the table of queues
 * @param {number} now_s
 */
export function claimPlots({ queues }, rows, now_s) {
  return queues.flatMap(({ name, cpus }) => {
    const own = rowsOf(rows, name, now_s);
    if (!own) return [];
    const [allocated, available, waiting] = ['claims', 'available', 'pending'].map(own.column);
    const near = cpus <= NEAR.machines * Math.max(1, ...allocated, ...available);
    const limit = allocated.map(() => cpus);
    const lines = [
      plotLine('allocated', allocated, 'variant-2'),
      plotLine('available', available, 'variant-3', [2, 2]),
      ...(near ? [plotLine('N', limit, 'variant-5', [6, 3])] : []),
      plotLine('jobs waiting', waiting, 'variant-4', [4, 2], 'right'),
    ];
    const look = {
      label: `Machines of ${name}`,
      unit: near ? 'waiting jobs on the right axis' : `N ${formatNumber(cpus)}; waiting jobs on the right axis`,
      left: formatNumber,
      right: formatNumber,
      words: `maximum ${formatNumber(maximum(allocated))} machines allocated (N ${formatNumber(cpus)}), maximum ${formatNumber(maximum(waiting))} jobs waiting`,
    };
    return [{ name, ...plotOf({ x: own.x, lines }, look) }];
  });
}

/**
 * A plot a queue: the work in it, shaded, and its limit; up to a time.
 * @param {Levels} levels
 * @param {TableRows} rows of the table of queues
 * @param {number} now_s
 */
export function fillPlots({ queues }, rows, now_s) {
  return queues.flatMap(({ name, most_s: most }) => {
    const own = rowsOf(rows, name, now_s);
    if (!own) return [];
    const [work, limit] = ['work', 'limit'].map(own.column);
    const limited = most !== null;
    // What is above the limit stands out.
    const above = work.map((value, at) => (limited && value > (limit[at] ?? Infinity) ? value : null));
    const high = maximum(work);
    const top = maximum(limit);
    const near = limited && high > top / NEAR.work;
    const lines = [
      plotLine('Q', work, 'variant-2'),
      ...(near ? [plotLine('C_q', limit, 'variant-5', [6, 3])] : []),
      ...(above.some((value) => value !== null) ? [plotLine('above C_q', above, 'accent')] : []),
    ];
    const look = {
      label: `Q of ${name}`,
      unit: !limited ? 'h of work, no limit' : near ? 'h of work' : `h of work, C_q ${formatNumber(top)} h`,
      left: formatNumber,
      words: `maximum ${formatNumber(high)} h of work${limited ? `, limit ${formatNumber(top)} h` : ''}`,
    };
    return [{ name, ...plotOf({ x: own.x, lines, shade: { low: work.map(() => 0), high: work, token: 'variant-2' } }, look) }];
  });
}
