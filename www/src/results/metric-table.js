/** @file The metrics of all variants side by side and, on a second tab, all jobs. */
import { css, html, nothing } from 'lit';
import { copyWithNotice } from '../elements/clipboard.js';
import { dataTable } from '../elements/data-table.js';
import { helpMark } from '../elements/help-mark.js';
import { icon } from '../elements/icons.js';
import { StateElement } from '../elements/page-element.js';
import { panelStyle } from '../elements/panel-style.js';
import { RunFollower } from '../elements/run-follower.js';
import { renderTabs } from '../elements/tabs.js';
import { findEntry } from '../scenario/catalog-choices.js';
import { computedExtent } from '../state/chart-window.js';
import { loadNotes } from '../text/load-notes.js';
import { columnFormat } from '../text/measure-values.js';
import { formatDifference, NO_VALUE } from '../text/numbers.js';
import { toCsv, toMarkdown } from '../text/table-text.js';
import { formatClock, formatMoment, sentenceCase, workNoun } from '../text/time.js';
import {
  coverageText,
  killedCounts,
  killedText,
  metricCells,
  metricLines,
  PERCENTILE_NOTE,
  readReports,
  STATISTICS,
} from './metric-reports.js';

/** @import { Report } from '../engine/types.js' */
/** @import { MetricLine, StatisticId } from './metric-reports.js' */

/** Minimum interval between two queries, ms. */
const WAIT_MS = 250;
/** The widths of the names and of the values of a variant, with the end of the last job below its makespan, CSS pixels. */
const [NAME_PX, COLUMN_PX] = [130, 200];

/** @typedef {'metrics' | 'jobs'} Tab */

/** Metrics of all variants. */
export class MetricTable extends StateElement {
  static properties = {
    tab: { type: String },
    reports: { state: true },
    whole: { state: true },
    statistics: { state: true },
    choosing: { state: true },
  };

  /** @override @type {readonly (keyof import('../types.js').State)[]} */
  static watches = ['catalog', 'variants', 'work', 'replicated', 'spread'];

  static styles = [
    panelStyle,
    renderTabs.styles,
    css`
      th,
      td {
        padding: 4px 8px;
        vertical-align: baseline;
      }
      thead th {
        vertical-align: bottom;
        white-space: normal;
        min-width: 6em;
      }
      th:first-child {
        white-space: normal;
        min-width: 9em;
        padding-left: 0;
      }
      tr.detail th:first-child {
        padding-left: 14px;
        color: var(--ink-soft);
      }
      tr.detail td {
        color: var(--ink-soft);
      }
      td.best {
        font-weight: 600;
        color: var(--ink);
      }
      td .icon {
        width: 12px;
        height: 12px;
        color: var(--good);
        vertical-align: -1px;
      }
      .difference {
        display: block;
        font-size: 0.92em;
        font-weight: 400;
        color: var(--ink-soft);
      }
      .name {
        display: inline-flex;
        gap: 6px;
        align-items: baseline;
      }
      .stale {
        opacity: 0.55;
      }
      .foot {
        margin-top: 8px;
      }
      .ticks {
        padding: 6px 0;
      }
    `,
  ];

  constructor() {
    super();
    /** @type {Tab} */
    this.tab = 'metrics';
    /** @type {(Report | undefined)[]} */
    this.reports = [];
    /** The number of killed jobs of each run. @type {number[]} */
    this.killed = [];
    /** @type {ReadonlySet<StatisticId>} */
    this.statistics = new Set();
    /** Whether the choice of statistics is open. */
    this.choosing = false;
    /** The playhead when the reports were read. */
    this.as_of_s = 0;
    /** Whether results are for the whole run instead of up to the playhead. */
    this.whole = false;
    this.pulse = new RunFollower(this, () => this.loadReports(), WAIT_MS, ['variants', 'playhead_s']);
  }

  /** Removes the results of another scenario. */
  clearAnswers() {
    this.reports = [];
    this.killed = [];
    this.requestUpdate();
  }

  /** Queries the runs for their reports. */
  async loadReports() {
    const { variants, playhead_s } = this.state;
    this.reports = await readReports(this.page, variants, this.reports, this.whole ? undefined : playhead_s);
    this.as_of_s = playhead_s;
    this.killed = await killedCounts(this.page, variants);
    this.requestUpdate();
  }

  /** Whether the numbers are those of the whole runs. */
  get isWhole() {
    return this.whole || this.state.variants.every(({ progress }) => progress !== null && this.as_of_s >= progress.end_s);
  }

  /** Sets the width that the columns need: by their number, so that it does not change with the values. */
  updated() {
    this.style.setProperty('--needed', `${NAME_PX + this.state.variants.length * COLUMN_PX}px`);
  }

  /** @override */
  render() {
    const what = sentenceCase(workNoun(this.state.work));
    return html`${renderTabs(
      'Results',
      [
        { id: 'metrics', name: 'Metrics' },
        { id: 'jobs', name: what },
      ],
      this.tab,
      (id) => (this.tab = /** @type {Tab} */ (id)),
    )}
      <div role="tabpanel" id="panel-metrics" aria-labelledby="tab-metrics" ?hidden=${this.tab !== 'metrics'}>${this.renderMetrics()}</div>
      <div role="tabpanel" id="panel-jobs" aria-labelledby="tab-jobs" ?hidden=${this.tab !== 'jobs'}>
        ${this.tab === 'jobs' ? html`<jobs-table></jobs-table>` : nothing}
      </div>`;
  }

  /** Renders the metrics of all variants as a table. */
  renderMetrics() {
    const { variants, catalog } = this.state;
    const reports = variants.map((_, at) => this.reports[at]);
    const { replicated, spread, work } = this.state;
    const facts = replicated?.facts.length ? replicated.facts : (spread?.facts ?? []);
    const lines = metricLines(reports, catalog, this.statistics, { facts, killed: this.killed });
    if (lines.length === 0)
      return html`<p class="soft">${this.reports.length < variants.length ? 'Reading the results \u2026' : 'Metrics appear as soon as a run has started.'}</p>`;
    const seeds = this.isWhole && Object.keys(replicated?.means ?? {}).length > 0;
    const killed = killedText(
      this.killed,
      variants.map(({ name }) => name),
      workNoun(work),
    );
    const notes = [...loadNotes(variants), ...(killed ? [`${killed} No value is marked as best.`] : [])];
    return html`${this.renderPeriod()} ${notes.map((note) => html`<p class="soft">${note}</p>`)} ${seeds ? html`<p class="soft">Last line of each cell: mean over the seeds (complete runs), ± half the width of its 95 % confidence interval.</p>` : nothing}
      ${dataTable({
        label: 'Metrics of all variants',
        caption: 'Metrics of all variants; differences are relative to the baseline.',
        css: 'figures pinned',
        columns: [
          { name: 'Metric', css: 'text', cell: (line) => this.renderName(line) },
          ...variants.map(({ name, status }, at) => ({
            name: html`${name}${renderStatus(status)}`,
            cell: (/** @type {MetricLine} */ line) => this.renderValue(line, at),
            mark: (/** @type {MetricLine} */ { best }) =>
              `${best[at] ? 'best' : ''} ${status === 'loading' || status === 'failed' ? 'stale' : ''}`,
          })),
        ],
        rows: lines,
        mark: ({ statistic }) => (statistic ? 'detail' : ''),
      })}
      ${this.renderFoot(lines)}`;
  }

  /** @param {MetricLine} line */
  renderName(line) {
    if (line.statistic) return line.name;
    const { unit } = columnFormat(line.name, line.values, line.unit);
    return html`<span class="name"><span>${line.name} ${unit ? html`<span class="soft">${unit}</span>` : nothing}</span>${this.renderHelp(line)}</span>`;
  }

  /**
   * Renders one value, its difference from the baseline and its mean over seeds.
   * @param {MetricLine} line
   * @param {number} at variant
   */
  renderValue({ name, metric, statistic, values, unit, best }, at) {
    const value = values[at] ?? null;
    const difference = at === 0 ? '' : formatDifference(value, values[0], unit);
    // The means over seeds are of complete runs.
    const mean = statistic || !this.isWhole ? '' : this.state.replicated?.means[metric]?.[at];
    const end_s = metric === 'makespan' && value !== null ? this.reports[at]?.last_end_s : undefined;
    return html`${best[at] ? html`${icon('good')}<span class="unseen">best: </span>` : nothing}${
      value === null
        ? html`<span aria-hidden="true">${NO_VALUE}</span><span class="unseen">no value</span>`
        : columnFormat(name, values, unit).format(value)
    }${difference ? html`<span class="difference">${difference}</span>` : nothing}${end_s === undefined ? nothing : html`<span class="difference">last job ends at ${formatMoment(end_s)}</span>`}${mean ? html`<span class="difference seeds">${mean}</span>` : nothing}`;
  }

  /** The choice between the time up to the playhead and the whole run. */
  renderPeriod() {
    const way = (/** @type {boolean} */ whole, /** @type {string} */ text) =>
      html`<label class="check"
        ><input type="radio" name="when" .checked=${this.whole === whole} @change=${() => this.choosePeriod(whole)} />${text}</label
      >`;
    const { variants, work } = this.state;
    return html`<div class="row ticks" role="radiogroup" aria-label="Period measured">
      ${way(false, `Up to the playhead, ${formatClock(this.as_of_s, computedExtent(variants).end_s)}`)} ${way(true, 'The whole run')}
    </div>
    ${this.whole ? nothing : html`<p class="soft">${coverageText(this.reports, variants, workNoun(work), this.as_of_s)}</p>`}`;
  }

  /** @param {boolean} whole */
  choosePeriod(whole) {
    this.whole = whole;
    this.pulse.scheduleAction();
  }

  /** @param {MetricLine} line */
  renderHelp({ metric, name }) {
    const entry = findEntry(this.state.catalog, 'metric', metric);
    if (!entry) return nothing;
    const better = entry.better ? ` ${entry.better === 'lower' ? 'Lower' : 'Higher'} is better.` : '';
    const text = html`${entry.summary}${better}${entry.formula ? html`<br />${entry.formula}` : nothing}`;
    return helpMark(`help-${metric}`, name, text, entry.source, this.state.embedded ? '' : `metric/${metric}`);
  }

  /** Renders the choice of statistics and the buttons that copy the table. @param {readonly MetricLine[]} lines */
  renderFoot(lines) {
    const open = this.choosing;
    return html`<div class="row foot">
        <button type="button" aria-expanded=${open ? 'true' : 'false'} @click=${() => (this.choosing = !open)}>Statistics</button>
        <button type="button" @click=${() => this.copyTable(lines, toCsv, 'CSV')}>${icon('copy')} Copy as CSV</button>
        <button type="button" @click=${() => this.copyTable(lines, toMarkdown, 'Markdown')}>${icon('copy')} Copy as Markdown</button>
      </div>
      ${
        open
          ? html`<fieldset>
            <legend class="unseen">Statistics shown</legend>
            <div class="row ticks">
              ${STATISTICS.map(
                ({ id, name }) =>
                  html`<label class="check"
                    ><input type="checkbox" .checked=${this.statistics.has(id)} @change=${() => this.toggleStatistic(id)} />${name}</label
                  >`,
              )}
            </div>
            <p class="soft">${PERCENTILE_NOTE}</p>
          </fieldset>`
          : nothing
      }`;
  }

  /** @param {StatisticId} id */
  toggleStatistic(id) {
    const next = new Set(this.statistics);
    if (!next.delete(id)) next.add(id);
    this.statistics = next;
  }

  /**
   * @param {readonly MetricLine[]} lines
   * @param {(rows: (string | number | null)[][]) => string} write
   * @param {string} what
   */
  async copyTable(lines, write, what) {
    const text = write(
      metricCells(
        lines,
        this.state.variants.map(({ name }) => name),
      ),
    );
    await copyWithNotice(this.page, text, `Table copied to the clipboard as ${what}.`);
  }
}

/** @param {string} status */
function renderStatus(status) {
  /** @type {Record<string, string>} */
  const words = { running: 'so far', failed: 'failed', cancelled: 'cancelled' };
  return words[status] ? html` <span class="soft">(${words[status]})</span>` : nothing;
}
