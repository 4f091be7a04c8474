/** @file The schedules and colours that a morph needs. */

import { askRun } from '../commands.js';
import { viewColours } from '../elements/theme.js';
import { fetchSchedule } from '../gantt/schedule-jobs.js';
import { fullWindow, waitColourScale } from '../state/chart-window.js';
import { planMoves, waitSteps } from './morph-geometry.js';

/** @import { Page } from '../commands/page.js' */
/** @import { Legend } from '../engine/types.js' */
/** @import { JobMove } from './morph-geometry.js' */

/** Number of classes of waits. */
const CLASSES = 6;

/**
 * @typedef {object} MorphData
 * @property {JobMove[][]} moves between each variant and the next
 * @property {number} rows of the charts
 * @property {readonly string[]} fills of the classes of waits
 * @property {readonly number[]} steps of these classes, s
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
  const legends = await Promise.all(variants.map((_, at) => askRun(page, at, 'legend', view)));
  const moves = schedules.slice(1).map((schedule, at) => planMoves(schedules[at] ?? [], schedule, rows));
  const { longest_wait_s = 0 } = waitColourScale(variants);
  return { moves, rows: window.rows, fills: waitFills(legends), steps: waitSteps(longest_wait_s) };
}

/**
 * The colours of the classes of waits. A class that does not occur has the colour of the nearest one that occurs.
 * @param {readonly Pick<Legend, 'signs'>[]} legends
 * @returns {string[]}
 */
export function waitFills(legends) {
  /** @type {Map<number, string>} */
  const known = new Map();
  for (const { place, fill } of legends.flatMap(({ signs }) => signs)) if (place !== null) known.set(place, fill);
  const places = [...known.keys()];
  return Array.from({ length: CLASSES }, (_, place) => {
    const nearest = places.toSorted((a, b) => Math.abs(a - place) - Math.abs(b - place))[0];
    return nearest === undefined ? '#888888' : (known.get(nearest) ?? '#888888');
  });
}
