/** @file The plots of the iterations, as data. */

import { lineStyle } from '../../elements/theme.js';
import { formatNumber, formatShare } from '../../text/numbers.js';
import { formatTime } from '../../text/time.js';
import { createPlotLine, createTimePlot } from '../panel-parts.js';

/** @import { TradeOff } from '../../engine/types.js' */
/** @import { Placed } from './rounds.js' */
/** @import { Line } from '../../plot/line-plot.js' */

/** A plot ends at this multiple of the median, so that a single outlier does not flatten all other rounds. */
const MOST_MEDIANS = 4;

/**
 * @typedef {{name: string, at: number, over: Placed[], current: Placed|undefined}} RunAt a run, and its rounds that had
 *   ended at the playhead
 */

/** The trade-off is drawn up to this multiple of its lowest ratio. */
const MOST_RATIOS = 4;

/**
 * A value for each round number from 1 on; null if there is none.
 * @param {number} count
 * @param {readonly Placed[]} rounds
 * @param {(round: Placed) => number|null} value
 * @returns {(number|null)[]}
 */
function valuesByNumber(count, rounds, value) {
  /** @type {(number|null)[]} */
  const values = Array.from({ length: count }, () => null);
  for (const round of rounds) values[round.number - 1] = value(round);
  return values;
}

/**
 * One line per run.
 * @param {number} count
 * @param {readonly RunAt[]} runs
 * @param {string} name of the line if there is only one run
 * @param {(round: Placed) => number|null} value
 * @returns {Line[]}
 */
function runLines(count, runs, name, value) {
  return runs.map((run) => {
    const { token, dash } = lineStyle(run.at);
    return createPlotLine(runs.length > 1 ? run.name : name, valuesByNumber(count, run.over, value), token, dash);
  });
}

/**
 * The ideal interval of each round; a known one applies until the next.
 * @param {number} count
 * @param {readonly Placed[]} over
 * @param {ReadonlyMap<number, [number, number]>} ideals by the index of the round
 */
export function idealShade(count, over, ideals) {
  /** @type {[number, number]|null} */
  let held = null;
  const low = Array.from({ length: count }, () => /** @type {number|null} */ (null));
  const high = [...low];
  for (const { place, number } of over) {
    held = ideals.get(place) ?? held;
    if (!held) continue;
    low[number - 1] = held[0];
    high[number - 1] = held[1];
  }
  return { low, high };
}

/**
 * The plots over the iterations: workers, efficiency, and the ratio of time and efficiency.
 * @param {readonly RunAt[]} runs
 * @param {RunAt} chosen the run whose ideal interval and current iteration are marked
 * @param {number} count the number of iterations
 * @param {ReadonlyMap<number, [number, number]>} ideals ideal intervals of the chosen run
 */
export function iterationPlots(runs, chosen, count, ideals) {
  const { current, over } = chosen;
  const begun = current && !over.includes(current) ? [...over, current] : over;
  const requested = valuesByNumber(count, begun, ({ wanted }) => wanted);
  const data = { x: Array.from({ length: count }, (_, at) => at + 1), rules: current ? [{ x: current.number, text: '' }] : [] };
  const look = { ticks: false, overTime: false };
  return [
    createTimePlot(
      {
        ...data,
        lines: [createPlotLine('requested', requested, 'ink-soft', [2, 3]), ...runLines(count, runs, 'allocated', ({ held }) => held)],
        shade: idealShade(count, over, ideals),
      },
      {
        ...look,
        label: 'Workers',
        unit: 'ideal interval shaded',
        left: formatNumber,
        words: lastRoundText(runs, ({ held }) => `${formatNumber(held)} allocated`),
      },
    ),
    createTimePlot(
      { ...data, lines: runLines(count, runs, 'efficiency', ({ efficiency }) => efficiency) },
      {
        ...look,
        label: 'Efficiency',
        unit: 'useful share of available time',
        left: formatShare,
        share: true,
        words: lastRoundText(runs, ({ efficiency }) => (efficiency === null ? 'unknown' : formatShare(efficiency))),
      },
    ),
    createTimePlot(
      { ...data, lines: runLines(count, runs, 'EER', ({ ratio }) => ratio) },
      {
        label: 'EER',
        unit: 'execution time / efficiency',
        left: formatTime,
        times: true,
        overTime: false,
        most: axisTop(runs.flatMap(({ over }) => over.map(({ ratio }) => ratio))),
        words: lastRoundText(runs, ({ ratio }) => formatTime(ratio)),
      },
    ),
  ];
}

/**
 * The end of the axis of some values: the largest, unless it is an outlier.
 * @param {readonly (number|null)[]} values
 */
export function axisTop(values) {
  const sorted = values.filter((value) => value !== null).sort((a, b) => a - b);
  const largest = sorted.at(-1) ?? 0;
  const median = sorted[sorted.length >> 1] ?? 0;
  return median > 0 ? Math.min(largest * 1.08, median * MOST_MEDIANS) : largest || 1;
}

/**
 * The result of the last round of each run, in words.
 * @param {readonly RunAt[]} runs
 * @param {(round: Placed) => string} say
 */
function lastRoundText(runs, say) {
  return runs
    .map(({ name, over }) => {
      const last = over.at(-1);
      return `${name}: ${last ? `${say(last)} in iteration ${last.number}` : 'no iteration has ended yet'}`;
    })
    .join('; ');
}

/**
 * The trade-off by the number of workers.
 * @param {TradeOff} tradeOff
 */
export function tradeOffPlot({ workers, time_s, efficiency, ratio, perfect, ideal, at }) {
  const x = Array.from(workers);
  const place = x.indexOf(at);
  const held = place < 0 ? '' : `; the ${at} allocated give ${formatTime(time_s[place])} and ${formatShare(efficiency[place] ?? 0)}`;
  const lines = [
    createPlotLine('time', Array.from(time_s), 'variant-1'),
    createPlotLine('EER', Array.from(ratio), 'variant-2', [7, 4]),
    createPlotLine('efficiency', Array.from(efficiency), 'variant-3', [2, 3], 'right'),
  ];
  return createTimePlot(
    {
      x,
      lines,
      across: [ideal[0], ideal[1]],
      rules: [{ x: perfect, text: `perfect ${perfect}` }],
      dots: place < 0 ? [] : lines.map((_, line) => ({ x: at, line })),
    },
    {
      label: 'Time and efficiency',
      unit: 'by number of workers',
      left: formatTime,
      right: formatShare,
      times: true,
      overTime: false,
      // With very few workers, both are far above the interesting range.
      most: MOST_RATIOS * Math.min(...x.map((_, place) => ratio[place] ?? Infinity)),
      words: `perfect number ${perfect}, ideal interval ${ideal[0]} to ${ideal[1]}${held}`,
    },
  );
}
