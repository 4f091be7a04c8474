/** @file What is in each queue against what there may be, over time, as data of plots: nothing here draws. */

import { formatNumber } from '../../text/numbers.js';

/** @import { Levels, TableRows } from '../../engine/types.js' */
/** @import { LinePlotData, LinePlotLook } from '../../plot/line-plot.js' */

/**
 * A plot a queue: the work in it, shaded, and the most there may be; up to a time.
 * @param {Levels} levels
 * @param {TableRows} rows of the table of queues
 * @param {number} now_s
 * @returns {{name: string, data: LinePlotData, look: LinePlotLook}[]}
 */
export function fillPlots({ queues }, { columns, names }, now_s) {
  const { time = new Float64Array(), work = new Float64Array(), limit = new Float64Array() } = columns;
  return queues.flatMap(({ name, most_s: most }) => {
    const places = Array.from(time.keys()).filter((at) => names['queue']?.[at] === name && (time[at] ?? 0) <= now_s);
    if (places.length < 2) return [];
    const of = (/** @type {Float64Array} */ values) => places.map((at) => values[at] ?? 0);
    const [x, held] = [of(time), of(work)];
    const allowed = most === null ? [] : [{ name: 'C_q', values: of(limit), token: 'variant-5', dash: [6, 3], axis: /** @type {const} */ ('left') }];
    const high = Math.max(...held);
    const top = Math.max(...of(limit));
    // A limit far above all there ever is would leave nothing to see.
    const near = most !== null && high > top / 20;
    const most_h = most === null ? '' : `, of ${formatNumber(top)} h that there may be`;
    return [
      {
        name,
        data: { x, lines: [{ name: 'Q', values: held, token: 'variant-2', dash: [], axis: 'left' }, ...(near ? allowed : [])], shade: { low: held.map(() => 0), high: held }, rules: [], dots: [] },
        look: {
          label: `Q of ${name}`,
          unit: most === null ? 'h of work, no limit' : near ? 'h of work' : `h of work, C_q ${formatNumber(top)} h`,
          left: formatNumber,
          ticks: true,
          times: false,
          share: false,
          overTime: true,
          words: `at most ${formatNumber(high)} h of work${most_h}`,
        },
      },
    ];
  });
}
