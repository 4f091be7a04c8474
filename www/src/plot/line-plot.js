/** @file `<line-plot>`: lines over whole numbers (iterations, workers), with a stretch of them shaded and places marked. */

import { css, html, nothing, unsafeCSS } from 'lit';
import { PageElement } from '../elements/part.js';
import uPlot from './uplot.js';
import plotStyle from 'uplot/dist/uPlot.min.css?inline';
import { tokenColours } from '../elements/theme.js';
import { formatMoment } from '../text/time.js';
import { lineOptions } from './line-options.js';

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
 * @property {{low: (number|null)[], high: (number|null)[]}} [shade] a band on the left axis
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
    unsafeCSS(plotStyle),
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
      .u-cursor-x {
        border-right-color: var(--edge);
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
    /** @type {uPlot|undefined} */
    this.plot = undefined;
    /** What the plot was made for. */
    this.made = '';
    this.dark = matchMedia('(prefers-color-scheme: dark)');
    this.remake = () => {
      this.made = '';
      this.requestUpdate();
    };
  }

  connectedCallback() {
    super.connectedCallback();
    this.dark.addEventListener('change', this.remake);
    this.end = this.page.store.subscribe((state, before) => {
      if (state.theme !== before.theme) setTimeout(this.remake);
    });
    this.sizes = new ResizeObserver(() => this.resize());
    this.sizes.observe(this);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.dark.removeEventListener('change', this.remake);
    this.end?.();
    this.sizes?.disconnect();
    this.plot?.destroy();
    this.plot = undefined;
    this.made = '';
  }

  get box() {
    return /** @type {HTMLElement} */ (this.renderRoot.querySelector('.plot'));
  }

  resize() {
    if (!this.plot) return this.requestUpdate();
    const { clientWidth: width, clientHeight: height } = this.box;
    if (width > 0 && (width !== this.plot.width || height !== this.plot.height)) this.plot.setSize({ width, height });
  }

  updated() {
    const { data, look, box } = this;
    if (!data || !look || box.clientWidth === 0) return;
    const wanted = JSON.stringify([data.lines.map(({ token, dash, axis }) => [token, dash, axis]), data.shade !== undefined, look.ticks, look.right !== undefined, look.times, look.overTime]);
    if (this.made !== wanted) {
      this.plot?.destroy();
      const tokens = ['paper', 'ink', 'ink-soft', 'line', 'accent', ...data.lines.map(({ token }) => token)];
      const options = lineOptions({
        colours: tokenColours(this, tokens),
        face: getComputedStyle(this).fontFamily,
        shown: () => ({ data: /** @type {LinePlotData} */ (this.data), look: /** @type {LinePlotLook} */ (this.look) }),
        point: (index) => this.read(index),
        pick: (x) => this.pickable && this.dispatchEvent(new CustomEvent('pick', { detail: { x } })),
      });
      this.plot = new uPlot({ ...options, width: box.clientWidth, height: box.clientHeight }, [[]], box);
      this.made = wanted;
    }
    const shade = data.shade ? [data.shade.high, data.shade.low] : [];
    this.plot?.setData(/** @type {uPlot.AlignedData} */ ([data.x, ...data.lines.map(({ values }) => values), ...shade]));
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
    reading.textContent = index === null ? '' : `${look.overTime ? formatMoment(data.x[index]) : data.x[index]}: ${data.lines.flatMap(said).join(', ')}`;
  }

  render() {
    const { look } = this;
    if (!look) return nothing;
    return html`<div class="title"><div>${look.label} <span>${look.unit}</span></div><span class="reading" aria-hidden="true"></span></div>
      <div class="plot" role="img" aria-label="${look.label}: ${look.words}"></div>`;
  }
}

customElements.define('line-plot', LinePlot);
