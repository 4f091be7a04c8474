/** @file `<plot-area>`: draws a plot in its size on the page, and reports the pointer in values of the axes. */

import { css, html, LitElement, nothing, svg } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { layOutPlot } from './plot-layout.js';
import { drawPlot, textMeasure, tokenColour } from './svg-plot.js';

/** @import { Plot, PlotShape } from './plot-layout.js' */

/** @typedef {{x: number, y: number, px: number, py: number, shape: PlotShape}} PlotPoint in values of the axes and in CSS pixels of the shape */

/** A plot. Events: `point` with a `PlotPoint`, or null where the pointer has left; `pick` with that of a click. */
export class PlotArea extends LitElement {
  static properties = { plot: { attribute: false }, cursor: { attribute: false }, size: { state: true } };

  static styles = css`
    :host {
      display: block;
      position: relative;
      min-width: 0;
    }
    svg.plot {
      position: absolute;
      inset: 0;
      width: 100%;
      height: 100%;
      overflow: visible;
      font-family: var(--sans);
    }
    g[font-size='11'],
    g[font-size='12'] {
      font-size: var(--text-plot);
    }
    g[font-size='11'] {
      font-size: calc(var(--text-plot) - 1px);
    }
  `;

  constructor() {
    super();
    /** @type {Plot|null} */
    this.plot = null;
    /** The position of a line across the plot, as a value of either axis. @type {{x?: number, y?: number}} */
    this.cursor = {};
    this.size = { width: 0, height: 0 };
    /** @type {PlotShape|undefined} */
    this.shape = undefined;
  }

  /** @override */
  connectedCallback() {
    super.connectedCallback();
    this.observer = new ResizeObserver(() => (this.size = { width: this.clientWidth, height: this.clientHeight }));
    this.observer.observe(this);
  }

  /** @override */
  disconnectedCallback() {
    super.disconnectedCallback();
    this.observer?.disconnect();
  }

  /** @override @param {import('lit').PropertyValues} changed */
  willUpdate(changed) {
    if (!changed.has('plot') && !changed.has('size')) return;
    const { width, height } = this.size;
    this.shape = this.plot && width >= 80 && height >= 16 ? layOutPlot(this.plot, width, height, { measure: this.measure() }) : undefined;
  }

  /** The width of texts in the font of the page, if lines have names beside them. */
  measure() {
    return this.plot?.names === 'beside' ? textMeasure(getComputedStyle(this).getPropertyValue('--sans') || 'sans-serif') : undefined;
  }

  /** @override */
  render() {
    const { shape } = this;
    if (!shape) return nothing;
    const { width, height, box } = shape;
    return html`<svg class="plot" viewBox="0 0 ${width} ${height}">
      ${guard([shape], () => drawPlot(shape, tokenColour))} ${this.renderCursorLine(shape)}
      <rect class="field" x=${box.left} y=${box.top} width=${box.right - box.left} height=${box.bottom - box.top} fill="transparent"
        @pointermove=${(/** @type {PointerEvent} */ event) => this.dispatchPoint('point', event)} @pointerleave=${() => this.dispatchPoint('point')}
        @click=${(/** @type {MouseEvent} */ event) => this.dispatchPoint('pick', event)}></rect>
    </svg>`;
  }

  /** @param {PlotShape} shape */
  renderCursorLine({ box, to_x, to_y }) {
    const { x = NaN, y = NaN } = this.cursor;
    const [across, up] = [to_x(x), to_y(y)];
    const inside = (across >= box.left && across <= box.right) || (up >= box.top && up <= box.bottom);
    const path = Number.isNaN(x) ? `M${box.left} ${up}H${box.right}` : `M${across} ${box.top}V${box.bottom}`;
    return inside ? svg`<path class="cursor" d=${path} stroke="var(--edge)" fill="none" stroke-dasharray="3 3"></path>` : nothing;
  }

  /**
   * @param {'point'|'pick'} type
   * @param {MouseEvent} [event] none after the pointer has left
   */
  dispatchPoint(type, event) {
    this.dispatchEvent(new CustomEvent(type, { detail: event ? this.pointAt(event) : null }));
  }

  /**
   * @param {MouseEvent} event
   * @returns {PlotPoint|null}
   */
  pointAt({ clientX, clientY }) {
    const { shape } = this;
    if (!shape) return null;
    const { left, top, width, height } = this.getBoundingClientRect();
    const [px, py] = [((clientX - left) / width) * shape.width, ((clientY - top) / height) * shape.height];
    return { x: shape.from_x(px), y: shape.from_y(py), px, py, shape };
  }
}

customElements.define('plot-area', PlotArea);
