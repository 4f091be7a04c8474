/** @file Arrow keys move the selection between bars: along a row in time, and from row to row at the same time. */

import { askRun } from '../commands.js';
import { fullWindow } from '../state/chart-window.js';

/** @import { Page } from '../commands/page.js' */
/** @import { Box, Card, View } from '../engine/types.js' */

/** @typedef {'previous'|'next'|'above'|'below'} Direction */

/** Number of rows and of times at which the first bar is searched. */
const PROBES = 24;

/** Finds neighbouring bars by queries to the run. */
export class BarNavigator {
  /**
   * @param {() => Page} page
   * @param {() => number} variant
   * @param {() => View} view the current view
   */
  constructor(page, variant, view) {
    this.page = page;
    this.variant = variant;
    this.view = view;
  }

  /**
   * The details of the bar, and of its neighbours on the row, for screen readers.
   * @param {number} subject
   * @returns {Promise<Card[]>}
   */
  async cardsAround(subject) {
    try {
      const { previous, next } = await askRun(this.page(), this.variant(), 'neighbours', subject);
      const ids = [previous, subject, next].filter((id, i, all) => id >= 0 && all.indexOf(id) === i);
      return await Promise.all(ids.map((id) => askRun(this.page(), this.variant(), 'subject', id, this.page().store.get().playhead_s)));
    } catch {
      return [];
    }
  }

  /**
   * The neighbouring bar in a direction; any visible bar if none is given.
   * @param {Direction} way
   * @param {number} subject or -1
   * @returns {Promise<number>} subject or -1
   */
  async findNeighbour(way, subject) {
    try {
      if (subject < 0) return await this.#findAnyBar();
      if (way === 'previous' || way === 'next') return (await askRun(this.page(), this.variant(), 'neighbours', subject))[way];
      return await this.#findOnOtherRow(subject, way === 'above' ? -1 : 1);
    } catch {
      return -1;
    }
  }

  /** @returns {Promise<number>} */
  async #findAnyBar() {
    const view = this.view();
    for (let i = 0; i < PROBES; i += 1) {
      for (let k = 0; k < PROBES; k += 1) {
        const hit = await this.#subjectAt(view, ((k + 0.5) / PROBES) * view.width, ((i + 0.5) / PROBES) * view.height);
        if (hit >= 0) return hit;
      }
    }
    return -1;
  }

  /**
   * The nearest bar above or below, at the time of the middle of this bar.
   * @param {number} subject
   * @param {-1|1} direction
   */
  async #findOnOtherRow(subject, direction) {
    const { variants, playhead_s } = this.page().store.get();
    const whole = fullWindow(variants);
    // One pixel per row over all rows, so that no row is missed in any view.
    const view = {
      ...this.view(),
      ...whole,
      shares: false,
      width: 2000,
      height: Math.min(8000, Math.ceil(whole.rows)),
      scale: 1,
      now_s: playhead_s,
    };
    /** @type {Box[]} */
    const boxes = await askRun(this.page(), this.variant(), 'boxes', view, subject);
    const [first] = boxes;
    if (!first) return this.#findAnyBar();
    const end = (/** @type {Box} */ { y, h }) => (direction < 0 ? -y : y + h);
    const box = boxes.reduce((best, other) => (end(other) > end(best) ? other : best), first);
    const x = box.x + box.w / 2;
    let y = direction < 0 ? box.y - 0.5 : box.y + box.h + 0.5;
    for (; y > 0 && y < view.height; y += direction) {
      const hit = await this.#subjectAt(view, x, y);
      if (hit >= 0 && hit !== subject) return hit;
    }
    return -1;
  }

  /**
   * @param {View} view
   * @param {number} x
   * @param {number} y
   * @returns {Promise<number>}
   */
  #subjectAt(view, x, y) {
    return askRun(this.page(), this.variant(), 'hit', view, x, y);
  }
}
