/** @file `<line-plot>`: lines over whole numbers (iterations, workers), with a stretch of them shaded and places marked. */

import { css, html, nothing } from 'lit';
import { PageElement } from '../elements/part.js';
import { formatMoment } from '../text/time.js';
import { Canvas, plotStyles } from './canvas.js';
import { lineSheet } from './line-sheet.js';

/**
 * @typedef {object} Line
 * @property {string} name written at its end
 * @property {(number|null)[]} values one for each x; null where nothing is known
 * @property {string} token of its colour
 * @property {number[]} dash
 * @property {'left'|'right'} axis
 *
 * @typedef {object} LinePlotData
 * @property {number[]} x
 * @property {Line[]} lines
 * @property {{low: (number|null)[], high: (number|null)[], token?: string}} [shade] a band on the left axis, in the accent colour if no other is said
 * @property {[number, number]} [across] a stretch of x that is shaded
 * @property {{x: number, text: string}[]} rules upright lines with a word
 * @property {{x: number, line: number}[]} dots on lines
 *
 * @typedef {object} LinePlotLook
 * @property {string} label above the plot
 * @property {string} unit of the left axis, after the label
 * @property {(value: number) => string} left words of the left axis
 * @property {(value: number) => string} [right] words of the right axis, if there is one
 * @property {boolean} [overTime] whether x is time, s, not whole numbers
 * @property {boolean} ticks whether the numbers below are written
 * @property {boolean} times whether the left axis is one of times
 * @property {boolean} share whether the left axis goes from 0 to 1
 * @property {number} [most] where the left axis ends, whatever goes beyond it
 * @property {string} words what there is to see, for those who do not see it
 */

/** One plot. A click tells the nearest x by `pick` with `detail.x`. */
export class LinePlot extends PageElement {
  static properties = { data: { attribute: false }, look: { attribute: false }, pickable: { type: Boolean } };

  static styles = [
    ...plotStyles,
    css`
      :host {
        display: block;
        position: relative;
        min-width: 0;
      }
      .title {
        display: flex;
        justify-content: space-between;
        gap: 8px;
        min-height: 1.4em;
        font-weight: 600;
      }
      .title span {
        font-weight: 400;
        color: var(--ink-soft);
        font-variant-numeric: tabular-nums;
      }
      .plot {
        height: var(--plot-height, 96px);
      }
      :host([pickable]) .plot {
        cursor: pointer;
      }
    `,
  ];

  constructor() {
    super();
    /** @type {LinePlotData|null} */
    this.data = null;
    /** @type {LinePlotLook|null} */
    this.look = null;
    this.pickable = false;
    this.canvas = new Canvas(this, () => this.wanted());
  }

  wanted() {
    const { data, look } = this;
    if (!data || !look) return null;
    const shade = data.shade ? [data.shade.high, data.shade.low] : [];
    return {
      key: JSON.stringify([
        data.lines.map(({ token, dash, axis }) => [token, dash, axis]),
        data.shade && (data.shade.token ?? 'accent'),
        look.ticks,
        look.right !== undefined,
        look.times,
        look.overTime,
      ]),
      sheet: () =>
        lineSheet(() => ({ data: /** @type {LinePlotData} */ (this.data), look: /** @type {LinePlotLook} */ (this.look) }), {
          point: (at) => this.read(at?.index ?? null),
          pick: (x) =>
            this.pickable && this.dispatchEvent(new CustomEvent('pick', { detail: { x: this.look?.overTime ? x : Math.round(x) } })),
        }),
      values: [data.x, ...data.lines.map(({ values }) => values), ...shade],
    };
  }

  /**
   * What the lines are at the pointer.
   * @param {number|null} index
   */
  read(index) {
    const reading = this.renderRoot.querySelector('.reading');
    const { data, look } = this;
    if (!reading || !data || !look) return;
    const said = (/** @type {Line} */ { name, values, axis }) => {
      const value = index === null ? null : (values[index] ?? null);
      const words = axis === 'right' ? (look.right ?? look.left) : look.left;
      return value === null ? [] : [`${name} ${words(value)}`];
    };
    reading.textContent =
      index === null ? '' : `${look.overTime ? formatMoment(data.x[index]) : data.x[index]}: ${data.lines.flatMap(said).join(', ')}`;
  }

  render() {
    const { look } = this;
    if (!look) return nothing;
    return html`<div class="title"><div>${look.label} <span>${look.unit}</span></div><span class="reading" aria-hidden="true"></span></div>
      <div class="plot" role="img" aria-label="${look.label}: ${look.words}"></div>`;
  }
}

customElements.define('line-plot', LinePlot);
