/** @file `<rounds-strip>`: the numbers of iterations above a chart, and light bands over its frame that end with them. */

import { css, html } from 'lit';
import { seek } from '../../commands.js';
import { canvasStyle } from '../../elements/canvas-style.js';
import { PageElement } from '../../elements/page-element.js';
import { stripContext } from '../drawing-helpers.js';
import { LEAST_BAND, roundsOfApplication, roundsOfRun, shownApplication, timeBands } from './rounds.js';

export { groupRounds } from './rounds.js';

/** @import { TimeBand } from './rounds.js' */
/** @import { StripLook, Under } from '../types.js' */
/** @import { View } from '../../engine/types.js' */

/** Opacity of every other band. */
const SHADE = 0.05;
/** Opacity of the line at the start of a band. */
const EDGE = 0.25;

/**
 * Draws bands over the frame, up to the playhead.
 * @param {CanvasRenderingContext2D} context
 * @param {readonly TimeBand[]} bands
 * @param {number} height device pixels
 * @param {number} scale device pixels per CSS pixel
 * @param {string} ink
 */
function drawBands(context, bands, height, scale, ink) {
  context.fillStyle = ink;
  for (const { x, w, shaded } of bands) {
    if (shaded) {
      context.globalAlpha = SHADE;
      context.fillRect(x, 0, w, height);
    }
    context.globalAlpha = EDGE;
    context.fillRect(Math.round(x), 0, Math.max(1, Math.round(scale)), height);
  }
  context.globalAlpha = 1;
}

/** The iterations of the chosen application in one run. A click moves the playhead to the end of one. */
export class RoundsStrip extends PageElement {
  static properties = { variant: { type: Number } };

  static styles = css`
    ${canvasStyle}
    :host {
      display: block;
      position: relative;
      overflow: hidden;
      height: 17px;
      border-top: 1px solid var(--line);
      cursor: pointer;
    }
  `;

  constructor() {
    super();
    this.variant = 0;
    this.addEventListener('click', ({ offsetX }) => this.goToEndAt(offsetX / this.clientWidth));
  }

  /** The iterations of the chosen application. */
  get shownRounds() {
    const { variants, choices } = this.page.store.get();
    const known = roundsOfRun(variants[this.variant]);
    return roundsOfApplication(known, shownApplication(choices, known));
  }

  /** @param {number} share of the width */
  goToEndAt(share) {
    const { from_s, to_s } = this.page.store.get().view;
    const round = this.shownRounds.findLast(({ start_s }) => start_s <= from_s + share * (to_s - from_s));
    if (round) seek(this.page, round.end_s ?? Infinity);
  }

  /**
   * Draws the strip for a frame; returns the function that draws the bands below the frame.
   * @param {View} view
   * @param {StripLook} look
   * @returns {Under}
   */
  showFrame(view, { scale, size, colours: { ink = '#000', 'ink-soft': soft = ink } }) {
    const bands = timeBands(this.shownRounds, view, LEAST_BAND * scale);
    const under = (/** @type {CanvasRenderingContext2D} */ picture, /** @type {number} */ height) =>
      drawBands(picture, bands, height, scale, ink);
    const { width } = view;
    const height = Math.round(this.clientHeight * scale);
    const context = stripContext(this, width, height);
    if (!context) return under;
    drawBands(context, bands, height, scale, ink);
    context.font = `${Math.round(size * scale)}px system-ui, sans-serif`;
    context.textBaseline = 'middle';
    context.fillStyle = soft;
    for (const { x, w, text } of bands) {
      const left = Math.max(x, 0) + 3 * scale;
      if (left + context.measureText(text).width + 2 * scale <= Math.min(x + w, width))
        context.fillText(text, left, height / 2 + 0.5 * scale);
    }
    return under;
  }

  render() {
    return html`<canvas title="Iterations: click one to go to its end"></canvas>`;
  }
}

customElements.define('rounds-strip', RoundsStrip);
