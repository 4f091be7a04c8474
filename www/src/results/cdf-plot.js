/** @file How a metric is distributed over the jobs of each variant: cumulative curves, and any percentile read off them. */
import { css, html, nothing } from 'lit';
import { ask } from '../commands.js';
import { helpMark } from '../elements/help-mark.js';
import { StateElement } from '../elements/page-element.js';
import { panelStyle } from '../elements/panel-style.js';
import { RunFollower } from '../elements/run-follower.js';
import { lineStyle } from '../elements/theme.js';
import { curvePlot, quantile, wantsLogarithm } from '../plot/distribution-curves.js';
import { findEntry } from '../scenario/catalog-choices.js';
import { formatMeasure } from '../text/measure-values.js';
import { workNoun } from '../text/time.js';
import { distributed, readReports } from './metric-reports.js';
import '../plot/plot-area.js';

/** @import { Report } from '../engine/types.js' */
/** @import { Curve } from '../plot/distribution-curves.js' */
/** @import { PlotPoint } from '../plot/plot-area.js' */
/** @import { Plot } from '../plot/plot-layout.js' */

/** Points of a curve: more than a plot is wide in steps that can be told apart. */
const POINTS = 400;
/** Milliseconds between two looks at running simulations. */
const WAIT = 500;

/** The distribution of one metric, all variants in one plot. */
export class CdfPlot extends StateElement {
  static properties = {
    metric: { type: String },
    logarithmic: { state: true },
    percentile: { state: true },
    curves: { state: true },
    pointed: { state: true },
  };

  /** @override @type {readonly (keyof import('../types.js').State)[]} */
  static watches = ['catalog', 'variants', 'theme', 'work', 'measure'];

  static styles = [
    panelStyle,
    css`
      .at-most {
        white-space: nowrap;
      }
      .bar select {
        width: auto;
        max-width: 18em;
      }
      plot-area {
        height: 220px;
        min-width: 120px;
      }
      .reading {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 2px 14px;
      }
      .reading label {
        display: flex;
        align-items: center;
        gap: 8px;
        flex: 1 1 220px;
      }
      .reading ul {
        display: flex;
        flex-wrap: wrap;
        gap: 2px 14px;
      }
      .line {
        width: 20px;
        height: 8px;
        flex: none;
      }
    `,
  ];

  constructor() {
    super();
    /** The metric shown; empty for the first there is. */
    this.metric = '';
    /** The measure of a lesson that was taken over; the reader may choose another afterwards. */
    this.followed = '';
    /** Whether the axis of values is logarithmic; undefined lets the values decide. @type {boolean | undefined} */
    this.logarithmic = undefined;
    /** The percentile that is read off. */
    this.percentile = 90;
    /** @type {readonly (Curve | undefined)[]} one of each variant */
    this.curves = [];
    /** @type {(Report | undefined)[]} */
    this.reports = [];
    this.pulse = new RunFollower(this, () => this.look(), WAIT);
    /** @type {Plot|null} */
    this.plot = null;
    this.pointed = NaN;
  }

  /** The metric that is shown. */
  get shown() {
    const rows = distributed(this.reports);
    return rows.find(({ id }) => id === this.metric) ?? rows[0];
  }

  /** Fetches the curves. */
  async look() {
    const { variants } = this.state;
    this.reports = await readReports(this.page, variants, this.reports.slice(0, variants.length));
    const metric = this.shown?.id;
    if (!metric) return;
    const before = this.curves;
    this.curves = await Promise.all(
      variants.map(({ status }, at) =>
        status === 'loading' || status === 'failed' ? before[at] : ask(this.page, at, 'cdf', metric, POINTS).catch(() => before[at]),
      ),
    );
  }

  /** The variants that have a curve. */
  get drawn() {
    return this.state.variants.flatMap(({ name }, at) => {
      const curve = this.curves[at];
      return curve && curve.x.length > 0 ? [{ name, at, curve }] : [];
    });
  }

  get isLogarithmic() {
    return this.logarithmic ?? wantsLogarithm(this.drawn.map(({ curve }) => curve));
  }

  /** @override */
  willUpdate() {
    const { drawn, isLogarithmic, percentile } = this;
    this.plot = curvePlot(drawn, isLogarithmic, this.shown?.unit ?? '', percentile);
    const { measure } = this.state;
    if (measure === this.followed) return;
    this.followed = measure;
    if (measure === '') return;
    this.metric = measure;
    void this.look();
  }

  /** Why there is no curve. @param {boolean} measured whether there is a measure that jobs or tasks differ in */
  why(measured) {
    const { variants, work } = this.state;
    const things = workNoun(work);
    // Nothing is said of results before they were looked at.
    if (this.reports.length < variants.length) return 'Reading the results \u2026';
    if (measured || variants.length === 0 || variants.some(({ status }) => status !== 'done'))
      return `The curves appear as soon as ${things} have ended.`;
    return `No curves: the scenario has no metric with one value per ${things.replace(/s$/u, '')}, such as the wait time.`;
  }

  /** @override */
  render() {
    const rows = distributed(this.reports);
    const shown = this.shown;
    if (!shown || this.drawn.length === 0) return html`<p class="soft">${this.why(shown !== undefined)}</p>`;
    const entry = findEntry(this.state.catalog, 'metric', shown.id);
    return html`<div class="stack">
      <div class="row bar">
        <label class="check"
          ><span class="unseen">Metric</span
          ><select @change=${this.choose}>
            ${rows.map(({ id, name }) => html`<option value=${id} .selected=${id === shown.id}>${name}</option>`)}
          </select></label
        >
        ${entry ? helpMark('help-metric', entry.name, entry.summary, entry.source, `metric/${entry.id}`) : nothing}
        <label class="check"
          ><input type="checkbox" .checked=${this.isLogarithmic} @change=${this.toggleLogarithm} /> Logarithmic</label
        >
      </div>
      <plot-area role="img" aria-label="Cumulative distribution of ${workNoun(this.state.work)} by ${shown.name}; percentiles are below"
        .plot=${this.plot} .cursor=${{ y: this.pointed }} @point=${this.point}></plot-area>
      ${this.reading(shown)}
    </div>`;
  }

  /** @param {import('../engine/types.js').ReportRow} shown */
  reading(shown) {
    const share = this.percentile / 100;
    return html`<div class="reading">
      <label
        ><span class="soft at-most">${ordinal(this.percentile)} percentile:</span
        ><input
          type="range"
          min="1"
          max="100"
          aria-label="Percentile"
          aria-valuetext="${ordinal(this.percentile)}"
          .value=${String(this.percentile)}
          @input=${(/** @type {Event} */ event) => (this.percentile = Number(/** @type {HTMLInputElement} */ (event.target).value))}
      /></label>
      <ul>
        ${this.drawn.map(
          ({ name, at, curve }) =>
            html`<li class="check">
              <svg class="line" viewBox="0 0 20 8" aria-hidden="true">
                <line
                  x1="0"
                  x2="20"
                  y1="4"
                  y2="4"
                  stroke="var(--${lineStyle(at).token})"
                  stroke-dasharray=${lineStyle(at).dash.join(' ')}
                  stroke-width="2.5"
                ></line>
              </svg>
              <span>${name}</span> <b>${formatMeasure(quantile(curve, share), shown.unit)}</b>
            </li>`,
        )}
      </ul>
    </div>`;
  }

  /** @param {CustomEvent<PlotPoint|null>} event */
  point({ detail }) {
    this.pointed = detail?.y ?? NaN;
    if (detail) this.percentile = Math.min(100, Math.max(1, Math.round(detail.y * 100)));
  }

  /** @param {Event} event */
  choose(event) {
    this.metric = /** @type {HTMLSelectElement} */ (event.target).value;
    this.logarithmic = undefined;
    this.curves = [];
    this.pulse.scheduleAction();
  }

  /** @param {Event} event */
  toggleLogarithm(event) {
    this.logarithmic = /** @type {HTMLInputElement} */ (event.target).checked;
  }
}

/** @param {number} count `1st`, `22nd`, `90th` */
function ordinal(count) {
  const teen = count % 100 > 10 && count % 100 < 14;
  return `${count}${(teen ? undefined : ['th', 'st', 'nd', 'rd'][count % 10]) ?? 'th'}`;
}
