/** @file Ties between the components of co-allocated jobs: all visible ones, while the window is at rest. */

import { askRun } from '../commands.js';
import { RunFollower } from '../elements/run-follower.js';
import { clusterLink, drawLink } from './bar-connections.js';

/** @import { Box } from '../engine/types.js' */
/** @import { GanttChart } from './chart.js' */

/** Minimum interval between two queries, ms. */
const READ_MS = 250;
/** Maximum number of ties; more would cover the bars. */
const MOST_TIES = 60;

/** @typedef {{x: number, top: number, bottom: number, boxes: readonly Box[]}} ClusterTie */

/**
 * The search for co-allocated jobs of a window of time.
 * @param {{from_s: number, to_s: number}} window
 */
export function tiesQuery({ from_s, to_s }) {
  return `clusters>1 start>=${Math.max(from_s, 0)} start<${to_s}`;
}

/** The ties in one chart. */
export class ClusterTies {
  /** @param {GanttChart} chart */
  constructor(chart) {
    this.chart = chart;
    /** @type {readonly ClusterTie[]} */
    this.ties = [];
    /** The view to which the ties belong. */
    this.key = '';
    this.pulse = new RunFollower(chart, () => this.updateTies(), READ_MS, ['view', 'variants', 'folded', 'foldedPanes', 'playhead_s']);
  }

  /** The key of the view on which the positions of ties depend. */
  viewKey() {
    const { from_s, to_s, first_row, rows, folded, width, height } = this.chart.currentView();
    return [from_s, to_s, first_row, rows, folded, width, height].join();
  }

  /** Finds the visible co-allocated jobs. */
  async updateTies() {
    const { chart } = this;
    const { variants, playing } = chart.page.store.get();
    const view = chart.currentView();
    const key = this.viewKey();
    /** @type {readonly ClusterTie[]} */
    let ties = [];
    if (!chart.folded && !playing && variants[chart.variant]?.status === 'done') {
      try {
        const jobs = [...(await askRun(chart.page, chart.variant, 'find', tiesQuery(view)))];
        const all =
          jobs.length > MOST_TIES ? [] : await Promise.all(jobs.map((job) => askRun(chart.page, chart.variant, 'boxes', view, job)));
        ties = all.flatMap((boxes) => {
          const link = clusterLink(boxes, chart.places);
          return link ? [{ ...link, boxes }] : [];
        });
      } catch {
        // A replaced run has no ties; the next one is queried.
      }
    }
    const changed = ties.length > 0 || this.ties.length > 0;
    Object.assign(this, { ties, key });
    if (changed) chart.loop.markDirty();
  }

  /**
   * Draws the ties of the current view.
   * @param {CanvasRenderingContext2D} context
   * @param {number} scale device pixels per CSS pixel
   * @param {Record<string, string>} colours
   */
  drawTies(context, scale, { paper = '#fff', ink = '#000' }) {
    // The size of a chart is not part of the store.
    if (this.key !== this.viewKey()) return this.pulse.scheduleAction();
    for (const { boxes, ...link } of this.ties) {
      context.fillStyle = paper;
      context.fillRect(Math.round(link.x - 3 * scale), link.top, Math.round(4 * scale), link.bottom - link.top);
      drawLink(context, link, boxes, scale, ink);
    }
  }
}
