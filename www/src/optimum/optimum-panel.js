/** @file `<optimum-panel>`: bounds of the scenario on screen, the gap of each variant, and the search for the optimum. */

import { css, html, nothing, svg } from 'lit';
import { saveFile } from '../commands/file-download.js';
import { dataTable } from '../elements/data-table.js';
import { registerElements } from '../elements/element-registry.js';
import { icon } from '../elements/icons.js';
import { StateElement } from '../elements/page-element.js';
import { panelStyle } from '../elements/panel-style.js';
import '../plot/plot-area.js';
import { formatTime } from '../text/time.js';
import { OptimumSearch } from './optimum-search.js';
import {
  bestSoFar,
  boundSentence,
  gapShares,
  historySentence,
  OBJECTIVES,
  searchExtent,
  searchLabel,
  searchNote,
} from './optimum-texts.js';
import { drawBars, layOutBars, MOST_BARS } from './schedule-bars.js';
import { historyPlot } from './search-history.js';

/** @import { OptimumReport } from '../engine/types.js' */
/** @import { DrawnSchedule } from './optimum-search.js' */
/** @import { SearchPoint } from './search-history.js' */

/** Interval between two messages for screen readers during a search, ms. */
const MESSAGE_MS = 5000;

/** The bounds and the optimum of a scenario. */
export class OptimumPanel extends StateElement {
  static properties = { expanded: { state: true }, message: { state: true } };

  /** @override @type {readonly (keyof import('../types.js').State)[]} */
  static watches = ['canonical', 'variants'];

  static styles = [
    panelStyle,
    css`
      :host {
        padding: 8px 12px 24px;
        border-top: 1px solid var(--line);
      }
      summary {
        font-weight: 600;
        padding: 4px 0;
      }
      .content {
        max-width: 960px;
        padding-top: 4px;
        gap: 20px;
      }
      th:first-child {
        white-space: normal;
        padding-left: 0;
      }
      .gap {
        display: block;
        width: 100%;
        max-width: 240px;
        height: 14px;
      }
      .gap .bound {
        fill: var(--work);
      }
      .gap .hole {
        fill: var(--hole);
      }
      .gap .tick {
        fill: var(--good);
      }
      .gap .value {
        fill: var(--ink);
      }
      td.text {
        white-space: normal;
        min-width: 8em;
      }
      figure {
        margin: 0;
      }
      .schedule {
        display: block;
        width: 100%;
        background: var(--sunken);
        border: 1px solid var(--line);
      }
      .schedule rect {
        fill: var(--work);
        stroke: var(--paper);
        stroke-width: 1px;
      }
      @media (prefers-reduced-motion: no-preference) {
        .schedule rect {
          transition: 160ms ease-out;
          transition-property: x, y, width, height;
        }
      }
      .schedule text {
        fill: #fff;
        font-size: 11px;
        font-weight: 600;
        text-anchor: middle;
        dominant-baseline: central;
        paint-order: stroke;
        stroke: #2c4668;
        stroke-width: 2.5px;
      }
      .course {
        height: 200px;
      }
      .axis {
        display: flex;
        justify-content: space-between;
        font-size: var(--text-small);
        color: var(--ink-soft);
      }
      progress {
        width: 120px;
        accent-color: var(--accent);
      }
      .proof {
        padding: 8px 12px;
        border: 1px solid var(--edge);
        border-radius: 6px;
      }
      .proof.proven {
        border-color: var(--good);
      }
      .proof .icon {
        vertical-align: -3px;
        color: var(--good);
      }
    `,
  ];

  constructor() {
    super();
    this.expanded = false;
    /** Text for screen readers. */
    this.message = '';
    this.messaged = -Infinity;
    /** @type {OptimumSearch|undefined} */
    this.search = undefined;
    /** Whether the reader has asked for the panel and waits for its bounds. */
    this.arriving = false;
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.search?.close();
  }

  /** Opens the panel and moves the focus to it; its bounds, which come later, are scrolled into view too. */
  async open() {
    await this.updateComplete;
    const details = this.renderRoot.querySelector('details');
    if (!details) return;
    details.open = true;
    this.arriving = true;
    details.querySelector('summary')?.focus();
    this.scrollIntoView();
  }

  /** Computes the bounds once the panel is open and all runs are complete; those of another scenario are removed. */
  updated() {
    const { canonical, variants } = this.state;
    const search = this.search;
    if (search && search.status !== 'empty' && search.key !== canonical) {
      search.close();
      this.message = '';
      this.requestUpdate();
    }
    if (this.arriving && search?.status === 'ready') {
      this.arriving = false;
      this.scrollIntoView();
    }
    const complete = variants.length > 0 && variants.every(({ status }) => status === 'done');
    if (this.expanded && complete) void this.openedSearch().open();
  }

  /** The search of this page, created on first use. */
  openedSearch() {
    return (this.search ??= new OptimumSearch(this.page, () => this.onChange()));
  }

  /** Shows changes, and reports them to screen readers at intervals. */
  onChange() {
    const { search } = this;
    if (!search) return;
    if (search.status === 'searching') {
      const now = performance.now();
      if (now - this.messaged >= MESSAGE_MS && search.progress) {
        this.message = bestSoFar(search.progress);
        this.messaged = now;
      }
    } else if (search.status === 'ready' && search.objective) {
      this.message = search.reports
        .filter(({ objective }) => objective === search.objective)
        .map(({ statement }) => statement ?? '')
        .join(' ');
      this.messaged = -Infinity;
    } else if (search.status === 'failed') this.message = search.error;
    this.requestUpdate();
  }

  /** @param {Event} event */
  onToggle(event) {
    this.expanded = /** @type {HTMLDetailsElement} */ (event.target).open;
    // Opening the panel again repeats a failed computation.
    if (!this.expanded) void this.search?.stop();
    else if (this.search?.status === 'failed') this.search.close();
  }

  render() {
    return html`<details @toggle=${this.onToggle}>
        <summary>How good can it get?</summary>
        ${this.expanded ? this.renderContent() : nothing}
      </details>
      <p class="unseen" role="status">${this.message}</p>`;
  }

  /** Renders the reports, or the reason why there are none. */
  renderContent() {
    const { search } = this;
    if (!search || search.status === 'empty') return html`<p class="soft">The bounds are computed when all runs are complete.</p>`;
    if (search.status === 'computing') return html`<p class="soft">Computing the bounds …</p>`;
    if (search.status === 'failed' && search.reports.length === 0) return html`<p>${search.error}</p>`;
    return html`<div class="stack content">
      <p class="soft">
        A bound is a value that no schedule can be below. The optimum is computed with all jobs known beforehand, which no policy can know.
      </p>
      ${search.diagnostics.map(({ message }) => html`<p class="soft">${message}.</p>`)}
      ${search.status === 'failed' ? html`<p class="problem">${search.error}</p>` : nothing}
      ${search.reports.map((report, at) => this.renderReport(search, report, at))}
    </div>`;
  }

  /**
   * @param {OptimumSearch} search
   * @param {OptimumReport} report
   * @param {number} at
   */
  renderReport(search, report, at) {
    const alike = search.reports.filter(({ objective }) => objective === report.objective).length > 1;
    const names = alike ? `: ${report.variants.map(({ variant }) => variant).join(', ')}` : '';
    const heading = `${OBJECTIVES[report.objective]}${names}`;
    return html`<section class="stack" aria-label=${heading}>
      <h3>${heading}</h3>
      <p>${boundSentence(report)}</p>
      ${this.renderGaps(report, heading)} ${this.renderSearch(search, report, at)} ${this.renderBounds(report)}
    </section>`;
  }

  /**
   * The gap of each variant and of the best schedule.
   * @param {OptimumReport} report
   * @param {string} heading
   */
  renderGaps(report, heading) {
    const { variants, best, status } = report;
    const name = status === 'proven' ? 'Optimum' : 'Best found, not proven';
    const rows = [...variants, ...(status ? [{ ...best, variant: name }] : [])];
    const most = Math.max(...rows.map(({ value_s }) => value_s ?? 0));
    const waits = rows.some(({ mean_wait_s }) => mean_wait_s !== null);
    return dataTable({
      label: `Gaps: ${heading}`,
      rows,
      columns: [
        { name: 'Schedule', css: 'text', cell: ({ variant }) => variant },
        {
          name: 'Gap',
          css: 'text',
          cell: ({ value_s, gap }) => html`${renderGap(gapShares(value_s, report.lower_s, most))}${gap ?? 'Some jobs have not ended.'}`,
        },
        { name: OBJECTIVES[report.objective], cell: ({ value_s }) => formatTime(value_s) },
        waits && { name: 'Mean wait', cell: ({ mean_wait_s }) => formatTime(mean_wait_s) },
      ],
    });
  }

  /**
   * The controls of the search, its progress and its result.
   * @param {OptimumSearch} search
   * @param {OptimumReport} report
   * @param {number} at
   */
  renderSearch(search, report, at) {
    const note = searchNote(report);
    if (!report.search) return note ? html`<p class="soft">${note}</p>` : nothing;
    const paused = search.status === 'paused';
    const busy = paused || search.status === 'searching';
    const mine = busy && search.objective === report.objective;
    const current = mine && (search.progress?.report ?? at) === at;
    const label = mine ? 'Stop, keep the best' : searchLabel(report);
    const schedule = search.schedules.get(at);
    return html`${note ? html`<p class="soft">${note}</p>` : nothing}
      <div class="row">
        <button
          class=${mine || report.certificate ? '' : 'primary'}
          ?disabled=${busy && !mine}
          @click=${() => (mine ? search.stop() : search.start(report.objective))}
        >
          ${mine ? icon('close') : nothing}<span>${label}<span class="unseen">: ${OBJECTIVES[report.objective]}</span></span>
        </button>
        ${mine ? html`<button @click=${() => (paused ? search.resume() : search.pause())}>${icon(paused ? 'play' : 'pause')} ${paused ? 'Continue' : 'Pause'}</button>` : nothing}
        ${current ? html`<progress aria-label="Progress of the search" max="1" .value=${search.progress?.share ?? 0}></progress><span class="soft">${searchExtent(search.progress)}</span>` : nothing}
      </div>
      ${current ? html`<p>${bestSoFar(search.progress)}</p>` : nothing}
      ${!mine && report.statement ? this.renderProof(report) : nothing}
      ${this.renderHistory(search.histories.get(at) ?? [], report)}
      ${schedule && schedule.bars.length > 0 ? this.renderSchedule(schedule, report) : nothing}`;
  }

  /**
   * The course of the search: best value and bound.
   * @param {readonly SearchPoint[]} history
   * @param {OptimumReport} report
   */
  renderHistory(history, report) {
    if (history.length < 2) return nothing;
    return html`<plot-area class="course" role="img" aria-label=${historySentence(history)} .plot=${historyPlot(history, report)}></plot-area>`;
  }

  /** What is proven, and the certificate. @param {OptimumReport} report */
  renderProof({ status, statement, objective, certificate }) {
    const proven = status === 'proven';
    const save = () => saveFile(`certificate-${objective}.json`, `${JSON.stringify(certificate, null, 2)}\n`, 'application/json');
    return html`<div class="stack proof ${proven ? 'proven' : ''}">
      <p>${proven ? icon('good') : nothing}${statement}</p>
      <div class="row">
        <button @click=${save}>${icon('export')} Save the certificate</button>
        <span class="soft">Check it with <code>ganttlet verify</code>.</span>
      </div>
    </div>`;
  }

  /**
   * The best schedule as bars.
   * @param {DrawnSchedule} schedule
   * @param {OptimumReport} report
   */
  renderSchedule({ bars, rows }, { status }) {
    if (bars.length > MOST_BARS) return nothing;
    const { drawn, height, end_s } = layOutBars(bars, rows);
    const name = status === 'proven' ? 'The optimal schedule' : 'The best schedule found';
    return html`<figure>
      <svg class="schedule" height=${height} role="img" aria-label="${name}: it ends after ${formatTime(end_s)}">${drawBars(drawn)}</svg>
      <div class="axis" aria-hidden="true"><span>0</span><span>${name}, node by node</span><span>${formatTime(end_s)}</span></div>
    </figure>`;
  }

  /** All bounds with formulas and sources. @param {OptimumReport} report */
  renderBounds({ bounds }) {
    if (bounds.length === 0) return nothing;
    const best = bounds.reduce((most, bound) => (bound.value_s > most.value_s ? bound : most));
    return html`<details>
      <summary>Lower bounds: formulas and sources</summary>
      <p class="soft">Best: ${best.id}. ${best.reason}</p>
      ${dataTable({
        label: 'Lower bounds',
        rows: bounds,
        columns: [
          { name: 'Bound', css: 'text', cell: ({ id }) => id },
          { name: 'Value', cell: ({ value_s }) => formatTime(value_s) },
          { name: 'Formula', css: 'text', cell: ({ formula }) => formula },
          { name: 'Source', css: 'text', cell: ({ source }) => source },
        ],
      })}
    </details>`;
  }
}

/** A gap as a bar: up to the bound, a tick at the bound, and the rest up to the value. @param {ReturnType<typeof gapShares>} shares */
function renderGap(shares) {
  if (!shares) return nothing;
  const percent = (/** @type {number} */ share) => `${(96 * share).toFixed(2)}%`;
  return html`<svg class="gap" aria-hidden="true">${svg`
    <rect class="hole" y="3" height="8" width=${percent(shares.value)}></rect>
    <rect class="bound" y="3" height="8" width=${percent(shares.bound)}></rect>
    <rect class="tick" height="14" width="2" x=${percent(shares.bound)}></rect>
    <rect class="value" y="1" height="12" width="2" x=${percent(shares.value)}></rect>`}</svg>`;
}

registerElements({ 'optimum-panel': OptimumPanel });
