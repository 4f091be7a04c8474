/** @file What the plots of the iterations show, as data: nothing here draws. */

import { lineStyle } from '../../elements/theme.js';
import { formatNumber, formatShare } from '../../text/numbers.js';
import { formatTime } from '../../text/time.js';

/** @import { TradeOff } from '../../engine/types.js' */
/** @import { Placed } from './rounds.js' */
/** @import { Line, LinePlotData, LinePlotLook } from '../../plot/line-plot.js' */

/** A plot ends at this many times the median, so that one round that went wrong does not flatten all others. */
const MOST_MEDIANS = 4;

/** @typedef {{name: string, at: number, over: Placed[], current: Placed|undefined}} RunAt a run, and its rounds that were over at the playhead */

/** The trade-off is drawn up to this many times its lowest ratio. */
const MOST_RATIOS = 4;
/** What was asked for is drawn in this way. */
const ASKED = { token: 'ink-soft', dash: [2, 3] };

/**
 * A value for each number from 1 on; null where there is none.
 * @param {number} count
 * @param {readonly Placed[]} rounds
 * @param {(round: Placed) => number|null} value
 * @returns {(number|null)[]}
 */
function byNumber(count, rounds, value) {
  /** @type {(number|null)[]} */
  const values = Array.from({ length: count }, () => null);
  for (const round of rounds) values[round.number - 1] = value(round);
  return values;
}

/**
 * One line a run.
 * @param {number} count
 * @param {readonly RunAt[]} runs
 * @param {string} name of the line if there is one run only
 * @param {(round: Placed) => number|null} value
 * @returns {Line[]}
 */
function linesOf(count, runs, name, value) {
  return runs.map((run) => ({
    name: runs.length > 1 ? run.name : name,
    values: byNumber(count, run.over, value),
    token: lineStyle(run.at).token,
    dash: [...lineStyle(run.at).dash],
    axis: /** @type {const} */ ('left'),
  }));
}

/**
 * The ideal interval of each round, from those that are known: one holds until the next.
 * @param {number} count
 * @param {readonly Placed[]} over
 * @param {ReadonlyMap<number, [number, number]>} ideals by the place of the round
 */
export function shadeOf(count, over, ideals) {
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
 * @param {RunAt} chosen the one whose ideal interval and current iteration are marked
 * @param {number} count iterations there are
 * @param {ReadonlyMap<number, [number, number]>} ideals of the chosen one
 * @returns {{data: LinePlotData, look: LinePlotLook}[]}
 */
export function overIterations(runs, chosen, count, ideals) {
  const x = Array.from({ length: count }, (_, at) => at + 1);
  const rules = chosen.current ? [{ x: chosen.current.number, text: '' }] : [];
  const begun = chosen.current && !chosen.over.includes(chosen.current) ? [...chosen.over, chosen.current] : chosen.over;
  /** @type {Line} */
  const asked = { name: 'requested', values: byNumber(count, begun, ({ wanted }) => wanted), ...ASKED, axis: 'left' };
  const whole = { ticks: false, times: false, share: false };
  return [
    {
      data: {
        x,
        lines: [asked, ...linesOf(count, runs, 'allocated', ({ held }) => held)],
        shade: shadeOf(count, chosen.over, ideals),
        rules,
        dots: [],
      },
      look: {
        ...whole,
        label: 'Workers',
        unit: 'ideal interval shaded',
        left: formatNumber,
        words: lastOf(runs, ({ held }) => `${formatNumber(held)} allocated`),
      },
    },
    {
      data: { x, lines: linesOf(count, runs, 'efficiency', ({ efficiency }) => efficiency), rules, dots: [] },
      look: {
        ...whole,
        label: 'Efficiency',
        unit: 'useful share of available time',
        left: formatShare,
        share: true,
        words: lastOf(runs, ({ efficiency }) => (efficiency === null ? 'unknown' : formatShare(efficiency))),
      },
    },
    {
      data: { x, lines: linesOf(count, runs, 'EER', ({ ratio }) => ratio), rules, dots: [] },
      look: {
        ...whole,
        label: 'EER',
        unit: 'execution time / efficiency',
        left: formatTime,
        times: true,
        ticks: true,
        most: usualTop(runs.flatMap(({ over }) => over.map(({ ratio }) => ratio))),
        words: lastOf(runs, ({ ratio }) => formatTime(ratio)),
      },
    },
  ];
}

/**
 * Where the axis of some values ends: at the largest, unless that is far beyond what is usual.
 * @param {readonly (number|null)[]} values
 */
export function usualTop(values) {
  const sorted = values.filter((value) => value !== null).sort((a, b) => a - b);
  const largest = sorted.at(-1) ?? 0;
  const median = sorted[sorted.length >> 1] ?? 0;
  return median > 0 ? Math.min(largest * 1.08, median * MOST_MEDIANS) : Math.max(largest, 1e-9);
}

/**
 * What came out of the last round of each run, in words.
 * @param {readonly RunAt[]} runs
 * @param {(round: Placed) => string} say
 */
function lastOf(runs, say) {
  return runs
    .map(({ name, over }) => {
      const last = over.at(-1);
      return `${name}: ${last ? `${say(last)} in iteration ${last.number}` : 'no iteration has ended yet'}`;
    })
    .join('; ');
}

/**
 * The trade-off over the number of workers.
 * @param {TradeOff} off
 * @returns {{data: LinePlotData, look: LinePlotLook}}
 */
export function tradeOffPlot({ workers, time_s, efficiency, ratio, perfect, ideal, at }) {
  const x = Array.from(workers);
  const place = x.indexOf(at);
  const held = place < 0 ? '' : `; the ${at} allocated give ${formatTime(time_s[place])} and ${formatShare(efficiency[place] ?? 0)}`;
  return {
    data: {
      x,
      lines: [
        { name: 'time', values: Array.from(time_s), token: 'variant-1', dash: [], axis: 'left' },
        { name: 'EER', values: Array.from(ratio), token: 'variant-2', dash: [7, 4], axis: 'left' },
        { name: 'efficiency', values: Array.from(efficiency), token: 'variant-3', dash: [2, 3], axis: 'right' },
      ],
      across: [ideal[0], ideal[1]],
      rules: [{ x: perfect, text: `perfect ${perfect}` }],
      dots:
        place < 0
          ? []
          : [
              { x: at, line: 0 },
              { x: at, line: 1 },
              { x: at, line: 2 },
            ],
    },
    look: {
      label: 'Time and efficiency',
      unit: 'by number of workers',
      left: formatTime,
      right: formatShare,
      ticks: true,
      times: true,
      share: false,
      // With very few workers both are far above all that is worth comparing.
      most: MOST_RATIOS * Math.min(...x.map((_, place) => ratio[place] ?? Infinity)),
      words: `perfect number ${perfect}, ideal interval ${ideal[0]} to ${ideal[1]}${held}`,
    },
  };
}
