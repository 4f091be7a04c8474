/** @file `<metric-plot>`: one measure over time, one line a system. The only file that knows uPlot, so that it can be replaced. */

import { css, html, unsafeCSS } from 'lit';
import { PageElement } from '../elements/part.js';
import uPlot from './uplot.js';
import plotStyle from 'uplot/dist/uPlot.min.css?inline';
import { seek } from '../commands.js';
import { lineStyle, tokenColours } from '../elements/theme.js';
import { formatNumber, formatShare } from '../text/numbers.js';
import { formatTime } from '../text/time.js';

/** Lines that end nearer than this share no height for their labels, CSS pixels. */
const LABEL_PX = 13;
/** All plots of the page show the same moment under the pointer. */
const CURSORS = uPlot.sync('ganttlet');

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
    unsafeCSS(plotStyle),
    css`
      :host {
        display: block;
        position: relative;
        height: 112px;
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
      .u-cursor-x {
        border-right-color: var(--edge);
      }
      .u-select {
        background: var(--accent-soft);
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
    /** Values are shares, 0 to 1, shown in percent. */
    this.share = false;
    this.gutter = 76;
    /** @type {uPlot|undefined} */
    this.plot = undefined;
    this.made = '';
  }

  connectedCallback() {
    super.connectedCallback();
    this.observer = new ResizeObserver(() => this.plot?.setSize({ width: this.clientWidth, height: this.clientHeight }));
    this.observer.observe(this);
    this.unsubscribe = this.page.store.subscribe((state, before) => {
      if (state.theme !== before.theme) this.remake();
    });
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.observer?.disconnect();
    this.unsubscribe?.();
    this.plot?.destroy();
    this.plot = undefined;
    this.made = '';
  }

  /** Makes the plot again, in the colours of the theme. */
  remake() {
    this.made = '';
    this.requestUpdate();
  }

  updated() {
    const { data } = this;
    if (!data || this.clientWidth === 0) return;
    const wanted = `${data.values.length} ${this.gutter}`;
    if (this.made !== wanted) {
      this.plot?.destroy();
      this.plot = new uPlot(this.options(data.values.length), [[]], /** @type {HTMLElement} */ (this.renderRoot.querySelector('.plot')));
      CURSORS.sub(this.plot);
      this.made = wanted;
    }
    this.plot?.setData(/** @type {any} */ ([data.time, ...data.values]));
  }

  /**
   * @param {number} count of lines
   * @returns {uPlot.Options}
   */
  options(count) {
    const tokens = ['paper', 'ink-soft', 'line', ...Array.from({ length: count }, (_, i) => lineStyle(i).token)];
    const colours = tokenColours(this, tokens);
    const steps = uPlot.paths.stepped?.({ align: 1 });
    return {
      width: this.clientWidth,
      height: this.clientHeight,
      padding: [20, 0, 6, 0],
      legend: { show: false },
      cursor: { y: false, points: { show: false }, drag: { x: false, y: false, setScale: false }, sync: { key: CURSORS.key } },
      scales: {
        x: { time: false, range: () => [this.from_s, this.to_s] },
        y: { range: (_plot, _low, high) => [0, this.share ? 1 : Math.max(this.least, (Number.isFinite(high) ? high : 0) * 1.08)] },
      },
      axes: [
        { show: false },
        {
          size: this.gutter,
          font: '12px system-ui, sans-serif',
          stroke: colours['ink-soft'],
          grid: { stroke: colours.line, width: 1 },
          ticks: { show: false },
          space: 28,
          values: (_plot, splits) => splits.map((value) => (this.share ? formatShare(value) : formatNumber(value))),
        },
      ],
      series: [
        {},
        ...Array.from({ length: count }, (_, i) => {
          const { token, dash } = lineStyle(i);
          return { stroke: colours[token], width: 1.75, dash, points: { show: false }, ...(steps ? { paths: steps } : {}) };
        }),
      ],
      hooks: {
        draw: [(plot) => this.drawNames(plot, colours)],
        setCursor: [(plot) => this.read(plot)],
        ready: [
          (plot) => {
            plot.over.addEventListener('click', (event) => seek(this.page, plot.posToVal(event.offsetX, 'x')));
          },
        ],
      },
    };
  }

  /**
   * Writes each system's name at the end of its line.
   * @param {uPlot} plot
   * @param {Record<string, string>} colours
   */
  drawNames(plot, colours) {
    const { data } = this;
    if (!data || data.values.length < 2) return;
    const scale = globalThis.devicePixelRatio || 1;
    const ends = data.values.map((values, i) => {
      const last = values.findLastIndex((value) => !Number.isNaN(value));
      const value = last < 0 ? NaN : (values[last] ?? NaN);
      return { i, x: plot.valToPos(data.time[last] ?? NaN, 'x', true), y: plot.valToPos(value, 'y', true), name: data.names[i] ?? '' };
    });
    const shown = ends.filter(({ x, y }) => Number.isFinite(x) && Number.isFinite(y)).sort((a, b) => a.y - b.y);
    const { ctx, bbox } = plot;
    ctx.save();
    ctx.font = `600 ${Math.round(11 * scale)}px system-ui, sans-serif`;
    ctx.textBaseline = 'alphabetic';
    ctx.textAlign = 'left';
    ctx.lineJoin = 'round';
    ctx.lineWidth = 4 * scale;
    let low = bbox.top + 10 * scale;
    shown.forEach(({ i, x, y, name }, order) => {
      const rest = shown.length - 1 - order;
      const at = Math.min(Math.max(y - 4 * scale, low), bbox.top + bbox.height - 2 * scale - rest * LABEL_PX * scale);
      low = at + LABEL_PX * scale;
      const width = ctx.measureText(name).width;
      // Behind the end is nothing to cover; where there is no room, the name stands before the end.
      const room = bbox.left + bbox.width - x > width + 12 * scale;
      const left = room ? x + 7 * scale : Math.max(bbox.left + 4 * scale, x - width - 8 * scale);
      ctx.strokeStyle = colours.paper ?? '#fff';
      ctx.strokeText(name, left, at);
      ctx.fillStyle = colours[lineStyle(i).token] ?? '#000';
      ctx.fillText(name, left, at);
    });
    ctx.restore();
  }

  /** @param {uPlot} plot */
  read(plot) {
    const reading = this.renderRoot.querySelector('.reading');
    const { data } = this;
    const index = plot.cursor.idx;
    if (!reading || !data) return;
    if (index === null || index === undefined || (plot.cursor.left ?? -1) < 0) {
      reading.textContent = '';
      return;
    }
    const values = data.values.map((values, i) => {
      const value = values[index] ?? NaN;
      const text = Number.isNaN(value) ? '\u2013' : this.share ? formatShare(value) : formatNumber(value);
      return data.names.length > 1 ? `${data.names[i]} ${text}` : text;
    });
    reading.textContent = `at ${formatTime(data.time[index] ?? NaN)}: ${values.join(', ')}`;
  }

  render() {
    return html`<div class="title">${this.label} <span>${this.unit}</span></div>
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
