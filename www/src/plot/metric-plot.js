/** @file `<metric-plot>`: one measure over time, one line per system. */

import { css, html } from 'lit';
import { seek } from '../commands.js';
import { PageElement } from '../elements/page-element.js';
import { lineStyle } from '../elements/theme.js';
import { formatNumber, formatShare } from '../text/numbers.js';
import { formatTime } from '../text/time.js';
import { lineLegend, lineLegendStyle } from './line-legend.js';
import { nearestIndex } from './plot-layout.js';
import './plot-area.js';

/** @import { PlotPoint } from './plot-area.js' */
/** @import { Plot } from './plot-layout.js' */

/**
 * @typedef {object} PlotData
 * @property {Float64Array} time
 * @property {Float64Array[]} values one per system
 * @property {number[]} now values at the playhead, of the known lines
 * @property {string[]} names
 */

/** A line plot on the time axis of the charts. */
export class MetricPlot extends PageElement {
  static properties = {
    label: { type: String },
    unit: { type: String },
    data: { attribute: false },
    from_s: { type: Number, attribute: 'from' },
    to_s: { type: Number, attribute: 'to' },
    least: { type: Number },
    share: { type: Boolean },
    gutter: { type: Number },
    pointed_s: { attribute: false },
  };

  static styles = [
    lineLegendStyle,
    css`
      :host {
        display: block;
        position: relative;
        height: var(--plot, 112px);
        border-top: 1px solid var(--line);
      }
      .title {
        position: absolute;
        top: 3px;
        left: calc(var(--gutter) + 8px);
        right: 8px;
        max-height: 1.4em;
        overflow: clip;
        z-index: 1;
        pointer-events: none;
        font-weight: 600;
      }
      .title.beside {
        top: 8px;
        right: auto;
        bottom: 0;
        max-height: none;
        left: 16px;
        width: calc(var(--gutter) - 60px);
        line-height: 1.3;
      }
      .beside .unit {
        font-size: var(--text-small);
      }
      .unit,
      .reading {
        font-weight: 400;
        color: var(--ink-soft);
        font-variant-numeric: tabular-nums;
      }
      .reading {
        position: absolute;
        top: 3px;
        right: 8px;
        z-index: 1;
        pointer-events: none;
        background: color-mix(in srgb, var(--paper) 80%, transparent);
      }
      plot-area {
        position: absolute;
        inset: 0;
      }
    `,
  ];

  constructor() {
    super();
    this.label = '';
    this.unit = '';
    /** @type {PlotData|null} */
    this.data = null;
    this.from_s = 0;
    this.to_s = 1;
    /** The minimum end of the axis. */
    this.least = 1;
    /** Values are shares, 0 to 1, shown in percent; otherwise numbers. */
    this.share = false;
    this.gutter = 76;
    /** The time under the pointer, in this plot or in one beside it; NaN for none. */
    this.pointed_s = NaN;
    /** @type {Plot|null} */
    this.plot = null;
  }

  /** Whether its name fits beside it, like those of the charts. */
  get hasSideName() {
    return this.gutter > 120;
  }

  /** @override @param {import('lit').PropertyValues} changed */
  willUpdate(changed) {
    // A moving pointer does not redraw lines.
    if (changed.size > (changed.has('pointed_s') ? 1 : 0)) this.plot = this.data && this.createPlot(this.data);
  }

  /**
   * The shapes of the plot of a metric over time.
   * @param {PlotData} data
   * @returns {Plot}
   */
  createPlot({ time, values, names }) {
    return {
      margin: { top: this.hasSideName ? 10 : 20, right: 0, bottom: 6, left: this.gutter },
      x: { ends: () => [this.from_s, this.to_s] },
      y: {
        ends: (_, high) => [0, this.share ? 1 : Math.max(this.least, (high || 0) * 1.08)],
        kind: this.share ? 'number' : 'whole',
        space: 24,
        words: (value) => this.formatAxisValue(value),
        grid: true,
      },
      lines: values.map((y, at) => ({ name: names[at] ?? '', ...lineStyle(at), x: time, y, steps: true })),
    };
  }

  /** @param {number} value */
  formatAxisValue(value) {
    return this.share ? formatShare(value) : formatNumber(value);
  }

  /** The values under the pointer. */
  renderValues() {
    const { data, pointed_s } = this;
    const index = nearestIndex(data?.time ?? [], pointed_s);
    if (!data || index < 0) return '';
    const values = data.values.map((values, at) => {
      const text = this.formatAxisValue(values[index] ?? NaN);
      return data.names.length > 1 ? `${data.names[at]} ${text}` : text;
    });
    return `at ${formatTime(data.time[index] ?? NaN)}: ${values.join(', ')}`;
  }

  /** @param {CustomEvent<PlotPoint|null>} event */
  onPoint({ detail }) {
    this.dispatchEvent(new CustomEvent('point', { detail: detail?.x ?? NaN }));
  }

  render() {
    return html`<div class="title ${this.hasSideName ? 'beside' : ''}">${this.label} <span class="unit">${this.unit}</span> ${lineLegend(this.plot?.lines ?? [])}</div>
      <div class="reading" aria-hidden="true">${this.renderValues()}</div>
      <plot-area role="img" aria-label="${this.label} over time, ${this.unit}. ${summaryText(this.data, (value) => this.formatAxisValue(value))}" .plot=${this.plot} .cursor=${{ x: this.pointed_s }}
        @point=${this.onPoint} @pick=${(/** @type {CustomEvent<PlotPoint|null>} */ { detail }) => detail && seek(this.page, detail.x)}></plot-area>`;
  }
}

/**
 * The values at the playhead as text.
 * @param {Pick<PlotData, 'now'|'names'>|null} data
 * @param {(value: number) => string} format
 */
export function summaryText(data, format) {
  return data ? `At the playhead: ${data.now.map((value, i) => `${data.names[i]} ${format(value)}`).join(', ')}` : 'No data yet';
}

customElements.define('metric-plot', MetricPlot);
