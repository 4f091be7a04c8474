/** @file `<metric-plot>`: one measure over time, one line a system. */

import { css, html } from 'lit';
import { seek } from '../commands.js';
import { PageElement } from '../elements/part.js';
import { lineStyle } from '../elements/theme.js';
import { formatNumber, formatShare } from '../text/numbers.js';
import { formatTime } from '../text/time.js';
import { Canvas, plotStyles } from './canvas.js';

/**
 * @typedef {object} PlotData
 * @property {Float64Array} time
 * @property {Float64Array[]} values one a system
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
  };

  static styles = [
    ...plotStyles,
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
        z-index: 1;
        pointer-events: none;
        font-weight: 600;
      }
      .title.beside {
        top: 8px;
        left: 16px;
        width: calc(var(--gutter) - 60px);
        line-height: 1.3;
      }
      .beside span {
        display: block;
        font-size: var(--text-small);
      }
      .title span,
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
      .plot {
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
    /** The top of the axis is at least this. */
    this.least = 1;
    /** Values are shares, 0 to 1, shown in percent; else numbers of things. */
    this.share = false;
    this.gutter = 76;
    this.canvas = new Canvas(this, () => this.wanted());
  }

  /** Whether there is room for its name beside it, as for those of the charts. */
  get beside() {
    return this.gutter > 120;
  }

  wanted() {
    const { data } = this;
    return (
      data && {
        key: `${data.values.length} ${this.gutter}`,
        sheet: () => this.sheet(data.values.length),
        values: [data.time, ...data.values],
      }
    );
  }

  /**
   * @param {number} count of lines
   * @returns {import('./canvas.js').Sheet}
   */
  sheet(count) {
    return {
      padding: [this.beside ? 10 : 20, 0, 6, 0],
      across: { ends: () => [this.from_s, this.to_s] },
      left: {
        size: this.gutter,
        space: 24,
        grid: true,
        whole: !this.share,
        top: (high) => (this.share ? 1 : Math.max(this.least, high * 1.08)),
        words: (value) => this.words(value),
      },
      lines: Array.from({ length: count }, (_, i) => ({ ...lineStyle(i), steps: true })),
      ends: () => this.ends(),
      point: (at) => this.read(at?.index),
      pick: (x) => seek(this.page, x),
      together: 'ganttlet',
    };
  }

  /** @param {number} value */
  words(value) {
    return this.share ? formatShare(value) : formatNumber(value);
  }

  /** Where each system's line ends. */
  ends() {
    const { time, values, names } = this.data ?? { time: [], values: [], names: [] };
    return values.map((line, i) => {
      const last = line.findLastIndex((value) => !Number.isNaN(value));
      return { name: names[i] ?? '', token: lineStyle(i).token, x: time[last] ?? NaN, y: line[last] ?? NaN };
    });
  }

  /** @param {number|undefined} index of the moment under the pointer */
  read(index) {
    const reading = this.renderRoot.querySelector('.reading');
    const { data } = this;
    if (!reading || !data) return;
    if (index === undefined) {
      reading.textContent = '';
      return;
    }
    const values = data.values.map((values, i) => {
      const value = values[index] ?? NaN;
      const text = this.words(value);
      return data.names.length > 1 ? `${data.names[i]} ${text}` : text;
    });
    reading.textContent = `at ${formatTime(data.time[index] ?? NaN)}: ${values.join(', ')}`;
  }

  render() {
    return html`<div class="title ${this.beside ? 'beside' : ''}">${this.label} <span>${this.unit}</span></div>
      <div class="reading" aria-hidden="true"></div>
      <div class="plot" role="img" aria-label="${this.label} over time, ${this.unit}: ${this.summary()}"></div>`;
  }

  /** The last values in words: what the lines end with. */
  summary() {
    const { data } = this;
    if (!data) return 'no data yet';
    return data.values
      .map((values, i) => {
        const last = values.findLast((value) => !Number.isNaN(value)) ?? NaN;
        return `${data.names[i]} ${this.share ? `${Math.round(last * 100)} percent` : formatNumber(last)}`;
      })
      .join(', ');
  }
}

customElements.define('metric-plot', MetricPlot);
