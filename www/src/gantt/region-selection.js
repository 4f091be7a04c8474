/** @file The selection of a region of the charts: a span of time on some rows, the same in all variants. */

import { askRun, setRegion } from '../commands.js';

/** @import { Page } from '../commands/page.js' */
/** @import { Box, Region, View } from '../engine/types.js' */
/** @import { Place } from './gestures.js' */

/** Minimum length of a drag that selects a region, CSS pixels. */
const LEAST_PX = 4;

/** Selects and draws a region of a chart. */
export class RegionSelector {
  /** @param {import('./chart.js').GanttChart} chart */
  constructor(chart) {
    this.chart = chart;
    /** The next drag to show. @type {{from: Place, to: Place, done: boolean}|undefined} */
    this.next = undefined;
    this.asking = false;
  }

  /**
   * Selects the region of a drag, in CSS pixels; of several drags the latest is used.
   * @param {Place} from
   * @param {Place} to
   * @param {boolean} done
   */
  async selectDragged(from, to, done) {
    this.next = { from, to, done };
    if (this.asking) return;
    this.asking = true;
    while (this.next) {
      const drag = this.next;
      this.next = undefined;
      await this.selectRegion(drag);
    }
    this.asking = false;
  }

  /**
   * Selects the jobs between two places in CSS pixels; during the drag, as a preview.
   * @param {{from: Place, to: Place, done: boolean}} drag
   */
  async selectRegion({ from, to, done }) {
    const { chart } = this;
    const { page, variant } = chart;
    if (Math.abs(to.x - from.x) < LEAST_PX && done) return setRegion(page, null);
    const view = chart.currentView();
    const { scale } = view;
    const region = await askRun(page, variant, 'region', view, from.x * scale, from.y * scale, to.x * scale, to.y * scale).catch(
      () => null,
    );
    if (region) setRegion(page, region, !done);
  }

  /**
   * Draws the frame around a selected region.
   * @param {CanvasRenderingContext2D} context
   * @param {Box} box
   */
  drawRegion(context, { x, y, w, h }) {
    const { colours, size } = this.chart;
    const line = Math.max(1, Math.round(1.5 * size.scale));
    // The frame does not change the colours inside, and is visible on the lightest and on the darkest bars.
    for (const [colour, more] of /** @type {const} */ ([
      [colours.paper ?? '#fff', 2 * line],
      [colours.ink ?? '#000', line],
    ])) {
      context.lineWidth = more;
      context.strokeStyle = colour;
      context.strokeRect(x + line, y + line, Math.max(w - 2 * line, 1), Math.max(h - 2 * line, 1));
    }
  }
}

/**
 * Selects the middle of the window on all of its rows, for use without a pointer.
 * @param {Page} page
 */
export async function selectMiddle(page) {
  const { view, folded, pane } = page.store.get();
  const { from_s, to_s, first_row, rows } = view;
  /** @type {View} */
  const all = {
    from_s,
    to_s,
    first_row,
    rows,
    folded,
    width: 1000,
    height: 1000,
    now_s: to_s,
    colour: null,
    theme: 'light',
    selected: -1,
    query: '',
  };
  setRegion(page, await askRun(page, pane, 'region', all, 250, 0, 750, 1000));
}

/**
 * The region moved or resized in steps of a tenth of its span and of whole rows.
 * @param {Region} region
 * @param {{across?: number, down?: number, resize: boolean}} by across: steps of a tenth of the span; down: rows
 * @param {number} rows number of rows
 * @returns {Region}
 */
export function changeRegion(region, { across = 0, down = 0, resize }, rows) {
  const span = region.to_s - region.from_s;
  const time = (across * span) / 10;
  if (resize) {
    return {
      ...region,
      to_s: Math.max(region.to_s + time, region.from_s + span / 10),
      rows: Math.min(Math.max(region.rows + down, 1), rows - region.first_row),
    };
  }
  const first_row = Math.min(Math.max(region.first_row + down, 0), rows - region.rows);
  return { ...region, from_s: region.from_s + time, to_s: region.to_s + time, first_row };
}
