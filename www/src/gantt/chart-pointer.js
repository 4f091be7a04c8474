/** @file The pointer on a chart: the bar under it is selected, zoomed to, or highlighted with its card. */

import { loadPart } from '../commands/part-loading.js';
import { askRun, hoverSubject, selectSubject, zoomToSubject } from '../commands.js';

/** @import { GanttChart } from './chart.js' */

/** Finds the bar under the pointer of a chart. */
export class ChartPointer {
  /** @param {GanttChart} chart */
  constructor(chart) {
    this.chart = chart;
    /** Position of the pointer, CSS pixels; undefined outside the chart. @type {{x: number, y: number}|undefined} */
    this.position = undefined;
    /** Whether a query for the bar under the pointer is in progress. */
    this.querying = false;
  }

  /**
   * The job or task at a point in the chart.
   * @param {number} x CSS pixels
   * @param {number} y
   * @returns {Promise<number>} subject or -1
   */
  async subjectAt(x, y) {
    const { page, variant, size } = this.chart;
    const view = this.chart.onScreen ?? this.chart.currentView();
    return askRun(page, variant, 'hit', view, x * size.scale, y * size.scale).catch(() => -1);
  }

  /**
   * Selects the job at a point.
   * @param {number} x
   * @param {number} y
   */
  async selectAt(x, y) {
    selectSubject(this.chart.page, await this.subjectAt(x, y));
  }

  /**
   * Zooms to the job that the first of two clicks selected: its details may have moved the bars meanwhile.
   * @param {number} x
   * @param {number} y
   */
  async zoomToSubject(x, y) {
    const { selected, outlined } = this.chart.page.store.get();
    const subject = selected >= 0 && !outlined ? selected : await this.subjectAt(x, y);
    if (subject >= 0) await zoomToSubject(this.chart.page, subject, this.chart.variant);
  }

  /**
   * Highlights the job under the pointer and shows its card.
   * @param {number} x
   * @param {number} y
   */
  async hoverAt(x, y) {
    const { page, variant } = this.chart;
    this.position = { x, y };
    if (this.querying) return;
    this.querying = true;
    const subject = await this.subjectAt(x, y);
    hoverSubject(page, subject);
    const card = subject < 0 ? null : await askRun(page, variant, 'subject', subject, page.store.get().playhead_s).catch(() => null);
    this.querying = false;
    if (card) await loadPart(page, 'The tooltip of bars', () => import('./hover-card.js'));
    if (!this.position) return;
    const moved = this.position.x !== x || this.position.y !== y;
    this.chart.card = card ? { ...this.position, card } : null;
    if (moved) void this.hoverAt(this.position.x, this.position.y);
  }

  /** Removes the highlight and the card. */
  endHover() {
    this.position = undefined;
    this.chart.card = null;
    hoverSubject(this.chart.page, -1);
  }
}
