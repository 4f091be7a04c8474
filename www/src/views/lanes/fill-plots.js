/** @file The work in each queue and its limit over time, as data of plots: nothing here draws. */

import { formatNumber } from '../../text/numbers.js';

/** @import { Levels, TableRows } from '../../engine/types.js' */
/** @import { LinePlotData, LinePlotLook } from '../../plot/line-plot.js' */

/**
 * The rows about a queue up to a time, from which a plot can be made.
 * @param {TableRows} rows of the table of queues
 * @param {string} name
 * @param {number} now_s
 * @returns {{x: number[], of: (column: string) => number[]}|null} null if there are too few
 */
function rowsOf({ columns, names }, name, now_s) {
  const time = columns.time ?? new Float64Array();
  const places = Array.from(time.keys()).filter((at) => names.queue?.[at] === name && (time[at] ?? 0) <= now_s);
  const of = (/** @type {string} */ column) => places.map((at) => columns[column]?.[at] ?? 0);
  return places.length < 2 ? null : { x: of('time'), of };
}

/**
 * A plot a queue: the machines it holds, those it could have, the most it may hold, and its jobs that wait; up to a time.
 * @param {Levels} levels
 * @param {TableRows} rows of the table of queues
 * @param {number} now_s
 * @returns {{name: string, data: LinePlotData, look: LinePlotLook}[]}
 */
export function claimPlots({ queues }, rows, now_s) {
  return queues.flatMap(({ name, cpus }) => {
    const own = rowsOf(rows, name, now_s);
    if (!own) return [];
    const [held, there, waiting] = [own.of('claims'), own.of('available'), own.of('pending')];
    const most = Math.max(1, ...held, ...there);
    const near = cpus <= 2 * most;
    const line = (
      /** @type {string} */ called,
      /** @type {number[]} */ values,
      /** @type {string} */ token,
      /** @type {number[]} */ dash,
      /** @type {'left'|'right'} */ axis = 'left',
    ) => ({ name: called, values, token, dash, axis });
    const limit = near
      ? [
          line(
            'N',
            held.map(() => cpus),
            'variant-5',
            [6, 3],
          ),
        ]
      : [];
    return [
      {
        name,
        data: {
          x: own.x,
          lines: [
            line('allocated', held, 'variant-2', []),
            line('available', there, 'variant-3', [2, 2]),
            ...limit,
            line('jobs waiting', waiting, 'variant-4', [4, 2], 'right'),
          ],
          rules: [],
          dots: [],
        },
        look: {
          label: `Machines of ${name}`,
          unit: near ? 'waiting jobs on the right axis' : `N ${formatNumber(cpus)}; waiting jobs on the right axis`,
          left: formatNumber,
          right: formatNumber,
          ticks: true,
          times: false,
          share: false,
          overTime: true,
          words: `maximum ${formatNumber(Math.max(...held))} machines allocated (N ${formatNumber(cpus)}), maximum ${formatNumber(Math.max(...waiting))} jobs waiting`,
        },
      },
    ];
  });
}

/**
 * A plot a queue: the work in it, shaded, and the most there may be; up to a time.
 * @param {Levels} levels
 * @param {TableRows} rows of the table of queues
 * @param {number} now_s
 * @returns {{name: string, data: LinePlotData, look: LinePlotLook}[]}
 */
export function fillPlots({ queues }, rows, now_s) {
  return queues.flatMap(({ name, most_s: most }) => {
    const own = rowsOf(rows, name, now_s);
    if (!own) return [];
    const { x, of } = own;
    const [held, limit] = [of('work'), of('limit')];
    const allowed =
      most === null ? [] : [{ name: 'C_q', values: limit, token: 'variant-5', dash: [6, 3], axis: /** @type {const} */ ('left') }];
    const above = held.map((value, at) => (most !== null && value > (limit[at] ?? Infinity) ? value : null));
    // What is above the limit stands out.
    const over = above.some((value) => value !== null)
      ? [{ name: 'above C_q', values: above, token: 'accent', dash: [], axis: /** @type {const} */ ('left') }]
      : [];
    const high = Math.max(...held);
    const top = Math.max(...limit);
    // A limit far above all there ever is would leave nothing to see.
    const near = most !== null && high > top / 20;
    const most_h = most === null ? '' : `, limit ${formatNumber(top)} h`;
    return [
      {
        name,
        data: {
          x,
          lines: [{ name: 'Q', values: held, token: 'variant-2', dash: [], axis: 'left' }, ...(near ? allowed : []), ...over],
          shade: { low: held.map(() => 0), high: held, token: 'variant-2' },
          rules: [],
          dots: [],
        },
        look: {
          label: `Q of ${name}`,
          unit: most === null ? 'h of work, no limit' : near ? 'h of work' : `h of work, C_q ${formatNumber(top)} h`,
          left: formatNumber,
          ticks: true,
          times: false,
          share: false,
          overTime: true,
          words: `maximum ${formatNumber(high)} h of work${most_h}`,
        },
      },
    ];
  });
}
