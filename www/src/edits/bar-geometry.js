/** @file Positions of the bars of a chart, before and after an edit. Lengths are CSS pixels. */

import { handleBox, REACH, timeStep } from './bar-zones.js';

/** @import { JobEdits } from '../commands/job-edits.js' */
/** @import { Page } from '../commands/page.js' */
/** @import { Box } from '../engine/types.js' */
/** @import { GanttChart } from '../gantt/chart.js' */
/** @import { Change, Property } from '../scenario/job-edits.js' */

/** The geometry of one chart. */
export class BarGeometry {
  /** The height of a row and the lower edge of a cluster when its edge was pressed. */
  #held = { row: 0, edge: 0 };

  /**
   * @param {GanttChart} chart
   * @param {JobEdits} edits
   */
  constructor(chart, edits) {
    this.chart = chart;
    this.edits = edits;
  }

  /** @returns {Page} */
  get page() {
    return this.chart.page;
  }

  get variant() {
    return this.chart.variant;
  }

  /** The boxes of the selected and of the hovered bar in the last frame, CSS pixels. @param {0|1} which */
  boxesOf(which) {
    return this.scaled(this.chart.frame?.outlines[which] ?? []);
  }

  /** Boxes in CSS pixels. @param {readonly Box[]} boxes */
  scaled(boxes) {
    const { scale } = this.chart.size;
    return boxes.map(({ x, y, w, h }) => ({ x: x / scale, y: y / scale, w: w / scale, h: h / scale }));
  }

  /** The cluster whose lower edge is at a height, or -1. @param {number} y */
  clusterAt(y) {
    const { scale } = this.chart.size;
    const place = this.chart.places.find(
      (one) => one.first === one.last && one.shown > 0 && y > (one.y + one.h) / scale - REACH && y <= (one.y + one.h) / scale,
    );
    return place && this.edits.clusterPlace(place.first) ? place.first : -1;
  }

  /**
   * The change of a value per pixel of a handle.
   * @param {Property} property
   * @param {number} job
   * @param {readonly Box[]} boxes
   * @param {number} cluster
   * @returns {{value: number, perPixel: number, step: number}|null}
   */
  unitOf(property, job, boxes, cluster) {
    const { page, chart } = this;
    const values = job > 0 ? this.edits.valuesOf(job) : null;
    const pixel_s = this.pixel_s;
    const rowPx = this.rowHeight(boxes[0]?.y ?? 0, cluster);
    if (property === 'cluster') {
      const nodes = page.store.get().platform?.clusters[cluster]?.nodes;
      return nodes === undefined || rowPx === 0 ? null : { value: nodes, perPixel: 1 / rowPx, step: 1 };
    }
    if (!values || chart.size.width < 2) return null;
    if (property === 'nodes') return rowPx === 0 ? null : { value: values.nodes, perPixel: 1 / rowPx, step: 1 };
    const speed = property === 'run_s' ? (this.edits.speedOf(job, this.variant) ?? 1) : 1;
    const perPixel = pixel_s * speed;
    return { value: values[property] ?? 0, perPixel, step: timeStep(perPixel, false) };
  }

  /** The last measured size of the chart, CSS pixels, because measuring causes a layout of the page. */
  get box() {
    const { width, height, scale } = this.chart.size;
    return { width: width / scale, height: height / scale };
  }

  /** Seconds per pixel. */
  get pixel_s() {
    const { from_s, to_s } = this.page.store.get().view;
    return (to_s - from_s) / Math.max(1, this.box.width);
  }

  /** The height of a row at a height, or of a cluster. @param {number} y @param {number} cluster */
  rowHeight(y, cluster) {
    const { places, size } = this.chart;
    const at = (y + 1) * size.scale;
    const place =
      places.find((one) => at >= one.y && at < one.y + one.h && one.shown > 0) ??
      places.find((one) => one.first === cluster && one.shown > 0);
    return place ? place.h / place.shown / size.scale : 0;
  }

  /** @param {number} time_s */
  xOf(time_s) {
    return (time_s - this.page.store.get().view.from_s) / this.pixel_s;
  }

  /** Old and new lower edge of a cluster. @param {Change} change */
  clusterLine({ from, to, cluster }) {
    const { scale } = this.chart.size;
    const place = this.chart.places.find(({ first }) => first === cluster);
    if (!place || place.shown === 0) return null;
    // Rows keep their height while the edge is dragged.
    if (this.#held.row === 0) this.#held = { row: place.h / place.shown / scale, edge: (place.y + place.h) / scale };
    const { row, edge } = this.#held;
    return { from: edge - 0.5, to: Math.min(this.box.height - 1, edge + (to - from) * row - 1) };
  }

  /** The held bar with its value, and its old edges. @param {Change} change */
  heldBox(change) {
    const box = handleBox(this.boxesOf(0));
    if (!box || change.job === 0) return null;
    const marks = {
      x: /** @type {number|null} */ (null),
      y: /** @type {number|null} */ (null),
      requested: /** @type {number|null} */ (null),
    };
    const pixels = 1 / (this.pixel_s * (this.edits.speedOf(change.job, this.variant) ?? 1));
    if (change.property === 'run_s') {
      if (change.to !== change.from) marks.x = box.x + change.from * pixels;
      if (change.estimate_from_s !== null && change.to > change.estimate_from_s) marks.requested = box.x + change.estimate_from_s * pixels;
      return { box: { ...box, w: Math.max(1, change.to * pixels) }, marks };
    }
    if (change.property === 'nodes') {
      const row = this.rowHeight(box.y, 0);
      const others = this.boxesOf(0).reduce((sum, { h }) => sum + h, 0) - box.h;
      if (change.to !== change.from) marks.y = box.y + change.from * row - others;
      return { box: { ...box, h: Math.max(1, change.to * row - others) }, marks };
    }
    return { box, marks };
  }

  /** The place of the label: the middle of the held edge. @returns {{x: number, y: number}|null} */
  labelPlace() {
    const { touch } = this.page.store.get();
    if (!touch?.change || !touch.held) return null;
    const { property } = touch.change;
    if (property === 'cluster') {
      const line = this.clusterLine(touch.change);
      return line && { x: this.box.width / 2, y: line.to };
    }
    const held = this.heldBox(touch.change)?.box;
    if (!held) return null;
    if (property === 'nodes') return { x: held.x + held.w / 2, y: held.y + held.h };
    if (property === 'submit_s') return { x: this.xOf(touch.change.to), y: held.y + held.h / 2 };
    return { x: held.x + held.w, y: held.y + held.h / 2 };
  }

  /** Forgets the edge of a cluster when it is released. */
  release() {
    this.#held = { row: 0, edge: 0 };
  }
}
