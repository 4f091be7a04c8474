/** @file A schedule as bars: jobs over time and nodes, in % of the drawing. */

import { svg } from 'lit';

/** @import { ScheduleBar } from '../engine/types.js' */

/** Height of a node, maximum height of the drawing, and minimum height of a bar with a number, CSS pixels. */
const [ROW_PX, MOST_PX, NAMED_PX] = [14, 224, 12];
/** Minimum width of a bar with a number, %. */
const NAMED_PERCENT = 3.5;
/** Maximum number of drawn bars. */
export const MOST_BARS = 2000;

/**
 * @typedef {{job: number, x: number, y: number, width: number, height: number, named: boolean}} DrawnBar in %
 */

/**
 * The bars in the drawing, its height and the end of the time axis.
 * @param {readonly ScheduleBar[]} bars
 * @param {number} rows
 * @returns {{drawn: DrawnBar[], height: number, end_s: number}}
 */
export function layOutBars(bars, rows) {
  const height = Math.min(MOST_PX, Math.max(1, rows) * ROW_PX);
  const end_s = bars.reduce((end, bar) => Math.max(end, bar.end_s), 0);
  const share = (/** @type {number} */ time_s) => (end_s > 0 ? (100 * time_s) / end_s : 0);
  // In the order of jobs, so that the bar of a job moves when a better schedule is drawn.
  const drawn = bars
    .toSorted((one, other) => one.job - other.job || one.row - other.row)
    .map((bar) => {
      const width = share(bar.end_s - bar.start_s);
      const part = (100 * bar.rows) / rows;
      return {
        job: bar.job,
        x: share(bar.start_s),
        y: (100 * bar.row) / rows,
        width,
        height: part,
        named: width >= NAMED_PERCENT && (part * height) / 100 >= NAMED_PX,
      };
    });
  return { drawn, height, end_s };
}

/** Draws the bars. @param {readonly DrawnBar[]} drawn */
export function drawBars(drawn) {
  const percent = (/** @type {number} */ value) => `${Number(value.toFixed(3))}%`;
  return drawn.map(
    ({ job, x, y, width, height, named }) => svg`
      <rect x=${percent(x)} y=${percent(y)} width=${percent(width)} height=${percent(height)}></rect>
      ${named ? svg`<text x=${percent(x + width / 2)} y=${percent(y + height / 2)}>${job}</text>` : ''}`,
  );
}
