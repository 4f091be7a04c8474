/** @file `<line-plot>`: lines over time or over whole numbers (iterations, workers), with a shaded range and marks. */

import { css, html, nothing } from 'lit';
import { PageElement } from '../elements/page-element.js';
import { formatMoment } from '../text/time.js';
import { lineLegend, lineLegendStyle } from './line-legend.js';
import { nearestIndex } from './plot-layout.js';
import './plot-area.js';

/** @import { PlotPoint } from './plot-area.js' */
/** @import { Plot } from './plot-layout.js' */

/** Margin at the right end, CSS pixels, where there is no right axis. */
const RIGHT_PX = 12;
/** Width of the axes, CSS pixels: the same in all plots, so that they are aligned. */
const AXIS_PX = 58;
const RIGHT_AXIS_PX = 44;
/** The end of a right axis of shares. */
const RIGHT_TOP = 1.15;

/**
 * @typedef {object} Line
 * @property {string} name
 * @property {(number|null)[]} values one for each x; null where nothing is known
 * @property {string} token of its colour
 * @property {number[]} dash
 * @property {'left'|'right'} axis
 * @typedef {object} LinePlotData
 * @property {number[]} x
 * @property {Line[]} lines
 * @property {{low: (number|null)[], high: (number|null)[], token?: string}} [shade] a band on the left axis, by default
 *   in the accent colour
 * @property {[number, number]} [across] a shaded span of x
 * @property {{x: number, text: string}[]} rules vertical lines with a label
 * @property {{x: number, line: number}[]} dots on lines
 * @typedef {object} LinePlotLook
 * @property {string} label above the plot
 * @property {string} unit of the left axis, after the label
 * @property {(value: number) => string} left label of the left axis
 * @property {(value: number) => string} [right] label of the right axis, if any
 * @property {boolean} [overTime] whether x is time, s, not whole numbers
 * @property {boolean} ticks whether the x axis has numbers
 * @property {boolean} times whether the left axis has times
 * @property {boolean} share whether the left axis is from 0 to 1
 * @property {number} [most] end of the left axis, even if values are above it
 * @property {string} words description for screen readers
 */

/** One plot. A click dispatches `pick` with the nearest x as `detail.x`. */
export class LinePlot extends PageElement {
  static properties = { data: { attribute: false }, look: { attribute: false }, pickable: { type: Boolean }, pointed: { state: true } };

  static styles = [
    lineLegendStyle,
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
      .unit,
      .reading {
        font-weight: 400;
        color: var(--ink-soft);
        font-variant-numeric: tabular-nums;
      }
      plot-area {
        height: var(--plot-height, 96px);
      }
      :host([pickable]) plot-area {
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
    /** The x under the pointer; NaN for none. */
    this.pointed = NaN;
    /** @type {Plot|null} */
    this.plot = null;
  }

  /** @override @param {import('lit').PropertyValues} changed */
  willUpdate(changed) {
    if (changed.has('data') || changed.has('look')) this.plot = this.data && this.look && createPlot(this.data, this.look);
  }

  /** The values under the pointer. */
  renderValues() {
    const { data, look, pointed } = this;
    const index = nearestIndex(data?.x ?? [], pointed);
    if (!data || !look || index < 0) return '';
    const values = data.lines.flatMap(({ name, values, axis }) => {
      const value = values[index] ?? null;
      return value === null ? [] : [`${name} ${(axis === 'right' && look.right ? look.right : look.left)(value)}`];
    });
    return `${look.overTime ? formatMoment(data.x[index]) : data.x[index]}: ${values.join(', ')}`;
  }

  /** @param {CustomEvent<PlotPoint|null>} event */
  dispatchPick({ detail }) {
    if (!detail || !this.pickable) return;
    this.dispatchEvent(new CustomEvent('pick', { detail: { x: this.look?.overTime ? detail.x : Math.round(detail.x) } }));
  }

  render() {
    const { look } = this;
    if (!look) return nothing;
    return html`<div class="title"><div>${look.label} <span class="unit">${look.unit}</span> ${lineLegend(this.plot?.lines ?? [])}</div><span class="reading" aria-hidden="true">${this.renderValues()}</span></div>
      <plot-area role="img" aria-label="${look.label}: ${look.words}" .plot=${this.plot} .cursor=${{ x: this.pointed }} @pick=${this.dispatchPick}
        @point=${(/** @type {CustomEvent<PlotPoint|null>} */ { detail }) => (this.pointed = detail?.x ?? NaN)}></plot-area>`;
  }
}

/** The end of an axis without a positive value, by its unit: a smaller one would have labels of many digits. */
const EMPTY_AXIS = { number: 1, time: 60 };

/**
 * The end of an axis that begins at 0.
 * @param {number} high the largest value; NaN for none
 * @param {boolean} times whether values are seconds
 */
export function axisEnd(high, times) {
  return high > 0 ? high * 1.08 : times ? EMPTY_AXIS.time : EMPTY_AXIS.number;
}

/**
 * The shapes of a line plot with its axes.
 * @param {LinePlotData} data
 * @param {LinePlotLook} look
 * @returns {Plot}
 */
export function createPlot({ x, lines, shade, across, rules, dots }, look) {
  // Of whole numbers, half a place beyond the first and the last.
  const beyond = look.overTime ? 0 : 0.5;
  return {
    margin: { top: 6, right: look.right ? RIGHT_AXIS_PX : RIGHT_PX, bottom: look.ticks ? 24 : 6, left: AXIS_PX },
    x: {
      ends: (low, high) => [low - beyond, high + beyond],
      ...(look.ticks
        ? look.overTime
          ? { kind: 'time', space: 90, words: formatMoment }
          : { kind: 'whole', space: 40, words: String }
        : {}),
    },
    y: {
      ends: (_, high) => [0, look.share ? 1 : (look.most ?? axisEnd(high, look.times === true))],
      kind: look.times ? 'time' : 'number',
      space: 26,
      words: look.left,
      grid: true,
    },
    right: {
      // Of shares a little beyond 1: a curve along the top stays below the words there.
      ends: (_, high) => [0, high > 1 ? high * 1.08 : RIGHT_TOP],
      space: 26,
      ...(look.right ? { words: (value) => (value > 1 && value < RIGHT_TOP ? '' : (look.right?.(value) ?? '')) } : {}),
    },
    lines: [
      ...(shade ? [{ name: '', token: shade.token ?? 'accent', dash: [], x, y: [], low: shade.low, high: shade.high }] : []),
      ...lines.map(({ name, token, dash, axis, values }) => ({ name, token, dash, axis, x, y: values })),
    ],
    ...(across ? { stretch: [across[0] - 0.5, across[1] + 0.5] } : {}),
    rules,
    dots: dots.map((dot) => ({ ...dot, line: dot.line + (shade ? 1 : 0) })),
  };
}

customElements.define('line-plot', LinePlot);
