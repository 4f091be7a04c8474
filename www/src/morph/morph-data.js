/** @file The schedules and colours that a morph needs. */

import { askRun } from '../commands.js';
import { viewColours } from '../elements/theme.js';
import { fetchSchedule } from '../gantt/schedule-jobs.js';
import { fullWindow } from '../state/chart-window.js';
import { planMoves } from './morph-geometry.js';

/** @import { Page } from '../commands/page.js' */
/** @import { JobMove, WaitClass } from './morph-geometry.js' */

/**
 * @typedef {object} MorphData
 * @property {JobMove[][]} moves between each variant and the next
 * @property {number} rows of the charts
 * @property {readonly WaitClass[]} waits classes of waits
 */

/**
 * Reads the runs of a page.
 * @param {Page} page
 * @returns {Promise<MorphData>}
 */
export async function readMorph(page) {
  const { variants, theme } = page.store.get();
  const window = fullWindow(variants);
  const schedules = await Promise.all(variants.map((_, at) => fetchSchedule(page, at)));
  const first = new Map(variants[0]?.layout?.bands.map(({ name, first_row }) => [name, first_row]));
  const rows = (/** @type {{cluster: string, nodes: readonly number[]}} */ { cluster, nodes }) =>
    nodes.map((node) => node + (first.get(cluster) ?? 0));
  const view = {
    ...window,
    width: 1,
    height: 1,
    now_s: window.to_s,
    ...viewColours({ variants, colour: 'wait', theme, selected: -1, query: '' }),
  };
  const { wait_limits_s, wait_fills } = await askRun(page, 0, 'legend', view);
  const waits = wait_limits_s.map((from_s, at) => ({ from_s, fill: wait_fills[at] ?? '' }));
  const moves = schedules.slice(1).map((schedule, at) => planMoves(schedules[at] ?? [], schedule, rows));
  return { moves, rows: window.rows, waits };
}
