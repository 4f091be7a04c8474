/** @file The distribution of a metric over the jobs of each variant: cumulative curves, and any percentile. */
import { css, html, nothing } from 'lit';
import { askRun } from '../commands.js';
import { helpMark } from '../elements/help-mark.js';
import { StateElement } from '../elements/page-element.js';
import { panelStyle } from '../elements/panel-style.js';
import { RunFollower } from '../elements/run-follower.js';
import { lineStyle } from '../elements/theme.js';
import { curvePlot, quantile, suitsLogarithm } from '../plot/distribution-curves.js';
import { findEntry } from '../scenario/catalog-choices.js';
import { formatMeasure } from '../text/measure-values.js';
import { workNoun } from '../text/time.js';
import { distributedMetrics, readReports } from './metric-reports.js';
import '../plot/plot-area.js';

/** @import { Report } from '../engine/types.js' */
/** @import { Curve } from '../plot/distribution-curves.js' */
/** @import { PlotPoint } from '../plot/plot-area.js' */
/** @import { Plot } from '../plot/plot-layout.js' */

/** Number of points of a curve: more than the distinguishable steps in the width of a plot. */
const POINTS = 400;
/** Minimum interval between two queries, ms. */
const WAIT_MS = 500;

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
    /** The metric shown; empty for the first available one. */
    this.metric = '';
    /** The adopted measure of a lesson; the reader may choose another one afterwards. */
    this.followed = '';
    /** Whether the axis of values is logarithmic; undefined lets the values decide. @type {boolean | undefined} */
    this.logarithmic = undefined;
    /** The selected percentile. */
    this.percentile = 90;
    /** @type {readonly (Curve | undefined)[]} one per variant */
    this.curves = [];
    /** @type {(Report | undefined)[]} */
    this.reports = [];
    this.pulse = new RunFollower(this, () => this.loadCurves(), WAIT_MS);
    /** @type {Plot|null} */
    this.plot = null;
    this.pointed = NaN;
  }

  /** The shown metric. */
  get shownMetric() {
    const rows = distributedMetrics(this.reports);
    return rows.find(({ id }) => id === this.metric) ?? rows[0];
  }

  /** Removes the curves of another scenario. */
  clearAnswers() {
    this.reports = [];
    this.curves = [];
  }

  /** Queries the runs for reports and curves. */
  async loadCurves() {
    const { variants } = this.state;
    this.reports = await readReports(this.page, variants, this.reports.slice(0, variants.length));
    const metric = this.shownMetric?.id;
    if (!metric) return;
    const before = this.curves;
    this.curves = await Promise.all(
      variants.map(({ status }, at) =>
        status === 'loading' || status === 'failed' ? before[at] : askRun(this.page, at, 'cdf', metric, POINTS).catch(() => before[at]),
      ),
    );
  }

  /** The variants that have a curve. */
  get drawnVariants() {
    return this.state.variants.flatMap(({ name }, at) => {
      const curve = this.curves[at];
      return curve && curve.x.length > 0 ? [{ name, at, curve }] : [];
    });
  }

  get isLogarithmic() {
    return this.logarithmic ?? suitsLogarithm(this.drawnVariants.map(({ curve }) => curve));
  }

  /** @override */
  willUpdate() {
    const { drawnVariants: drawn, isLogarithmic, percentile } = this;
    this.plot = curvePlot(drawn, isLogarithmic, this.shownMetric?.unit ?? '', percentile);
    const { measure } = this.state;
    if (measure === this.followed) return;
    this.followed = measure;
    if (measure === '') return;
    this.metric = measure;
    void this.loadCurves();
  }

  /** The reason why there is no curve. @param {boolean} measured whether there is a metric with a distribution */
  emptyText(measured) {
    const { variants, work } = this.state;
    const things = workNoun(work);
    // Results are described after they have been requested.
    if (this.reports.length < variants.length) return 'Reading the results \u2026';
    if (measured || variants.length === 0 || variants.some(({ status }) => status !== 'done'))
      return `The curves appear as soon as ${things} have ended.`;
    return `No curves: the scenario has no metric with one value per ${things.replace(/s$/u, '')}, such as the wait time.`;
  }

  /** @override */
  render() {
    const rows = distributedMetrics(this.reports);
    const shown = this.shownMetric;
    if (!shown || this.drawnVariants.length === 0) return html`<p class="soft">${this.emptyText(shown !== undefined)}</p>`;
    const entry = findEntry(this.state.catalog, 'metric', shown.id);
    return html`<div class="stack">
      <div class="row bar">
        <label class="check"
          ><span class="unseen">Metric</span
          ><select @change=${this.chooseMetric}>
            ${rows.map(({ id, name }) => html`<option value=${id} .selected=${id === shown.id}>${name}</option>`)}
          </select></label
        >
        ${entry ? helpMark('help-metric', entry.name, entry.summary, entry.source, `metric/${entry.id}`) : nothing}
        <label class="check"
          ><input type="checkbox" .checked=${this.isLogarithmic} @change=${this.toggleLogarithm} /> Logarithmic</label
        >
        <span class="soft" title="The table of metrics covers the run up to the playhead">whole run</span>
      </div>
      <plot-area role="img" aria-label="Cumulative distribution of ${workNoun(this.state.work)} by ${shown.name}; percentiles are below"
        .plot=${this.plot} .cursor=${{ y: this.pointed }} @point=${this.onPoint}></plot-area>
      ${this.renderPercentile(shown)}
    </div>`;
  }

  /** The slider of the percentile, and its value in each variant. @param {import('../engine/types.js').ReportRow} shown */
  renderPercentile(shown) {
    const share = this.percentile / 100;
    return html`<div class="reading">
      <label
        ><span class="soft at-most">${formatOrdinal(this.percentile)} percentile:</span
        ><input
          type="range"
          min="1"
          max="100"
          aria-label="Percentile"
          aria-valuetext="${formatOrdinal(this.percentile)}"
          .value=${String(this.percentile)}
          @input=${(/** @type {Event} */ event) => (this.percentile = Number(/** @type {HTMLInputElement} */ (event.target).value))}
      /></label>
      <ul>
        ${this.drawnVariants.map(
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
  onPoint({ detail }) {
    this.pointed = detail?.y ?? NaN;
    if (detail) this.percentile = Math.min(100, Math.max(1, Math.round(detail.y * 100)));
  }

  /** @param {Event} event */
  chooseMetric(event) {
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
function formatOrdinal(count) {
  const teen = count % 100 > 10 && count % 100 < 14;
  return `${count}${(teen ? undefined : ['th', 'st', 'nd', 'rd'][count % 10]) ?? 'th'}`;
}
