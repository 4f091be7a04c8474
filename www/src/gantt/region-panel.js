/**
 * @file `<region-panel>`: statistics of the selected region in every variant, with the differences from the baseline.
 */

import { css, html, nothing } from 'lit';
import { saveFile } from '../commands/file-download.js';
import { askRun, setRegion, setWindow } from '../commands.js';
import { controlStyle } from '../elements/control-style.js';
import { dataTable } from '../elements/data-table.js';
import { icon } from '../elements/icons.js';
import { lineSample } from '../elements/line-sample.js';
import { StateElement } from '../elements/page-element.js';
import { RunFollower } from '../elements/run-follower.js';
import { computedExtent, firstLayout } from '../state/chart-window.js';
import { exportFileName } from '../text/file-names.js';
import { deltaText, formatMeasure, improvementClass } from '../text/measure-values.js';
import { formatCount, formatNumber } from '../text/numbers.js';
import { scenarioTitle } from '../text/scenario-title.js';
import { toCsv } from '../text/table-text.js';
import { formatMoment, workNoun } from '../text/time.js';
import { changeRegion } from './region-selection.js';
import { regionCells, regionLines, rowsText } from './region-table.js';
import { sidePanelStyle } from './side-panel-style.js';

/** @import { Inside, Region } from '../engine/types.js' */
/** @import { InsideLine } from './region-table.js' */

/** Minimum interval between two queries, ms. */
const WAIT_MS = 250;

/** The movements of the region by arrow keys. @type {Record<string, {across?: number, down?: number}>} */
const ARROW_KEYS = { ArrowLeft: { across: -1 }, ArrowRight: { across: 1 }, ArrowUp: { down: -1 }, ArrowDown: { down: 1 } };

/**
 * The statistics of a region at a playhead.
 * @typedef {{region: Region, playhead_s: number, list: readonly (Inside|null)[]}} RegionStatistics
 */

/** The statistics of a region. */
export class RegionPanel extends StateElement {
  static properties = { found: { state: true } };

  /** @override @type {readonly (keyof import('../types.js').State)[]} */
  static watches = ['region', 'variants', 'work', 'playhead_s'];

  static styles = [
    controlStyle,
    dataTable.styles,
    sidePanelStyle,
    css`
      .where {
        padding: 6px 8px;
        border: 1px solid var(--line);
        border-radius: var(--radius);
      }
      .where:focus-visible {
        outline: 2px solid var(--accent);
        outline-offset: 2px;
      }
      .where p {
        margin: 0;
      }
      .scroll {
        margin: 8px 0;
      }
      thead th {
        color: var(--ink);
        font-weight: 600;
        text-align: right;
        vertical-align: bottom;
        max-width: 14ch;
      }
      thead :is(th, td) {
        border-bottom: 1px solid var(--line);
      }
      th,
      td {
        padding: 3px 0 3px 8px;
        vertical-align: top;
      }
      tbody th {
        padding-left: 0;
      }
      td {
        text-align: right;
        white-space: nowrap;
      }
      td div + div {
        margin-top: 4px;
      }
      td small {
        display: block;
        font-size: var(--text-note);
        line-height: 0.875rem;
        color: var(--ink-soft);
      }
      td .better {
        color: var(--good);
      }
      svg.line {
        display: block;
        width: 26px;
        height: 8px;
        margin-left: auto;
      }
      .foot {
        display: flex;
        flex-wrap: wrap;
        gap: 8px;
      }
    `,
  ];

  constructor() {
    super();
    /** @type {RegionStatistics|null} */
    this.found = null;
    this.pulse = new RunFollower(this, () => this.loadStatistics(), WAIT_MS, ['variants', 'playhead_s', 'region']);
  }

  /** Queries every run for the statistics of the region. */
  async loadStatistics() {
    const { region, variants, playhead_s } = this.state;
    if (!region) return;
    const { end_s, complete } = computedExtent(variants);
    // At the end, the statistics are complete.
    const until = complete && playhead_s >= end_s ? NaN : playhead_s;
    const list = await Promise.all(variants.map((_, at) => askRun(this.page, at, 'inside', region, until).catch(() => null)));
    this.found = { region, playhead_s, list };
  }

  /** Moves the focus to the description of the region, where arrow keys move the region. */
  focusRegion() {
    /** @type {HTMLElement|null} */ (this.renderRoot.querySelector('.where'))?.focus();
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const { region, variants } = this.state;
    const by = ARROW_KEYS[event.code];
    if (!by || !region || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    setRegion(this.page, changeRegion(region, { ...by, resize: event.shiftKey }, firstLayout(variants)?.rows ?? 1));
  }

  /** Shows the region in the charts, with a margin. */
  zoomToRegion() {
    const { region, folded } = this.state;
    if (!region) return;
    const room = (region.to_s - region.from_s) * 0.05;
    // With folded rows, the position of a row differs from its number.
    setWindow(this.page, {
      from_s: region.from_s - room,
      to_s: region.to_s + room,
      ...(folded ? {} : { first_row: region.first_row, rows: region.rows }),
    });
  }

  /** @param {readonly InsideLine[]} lines */
  saveCsv(lines) {
    const { found } = this;
    if (!found) return;
    const names = this.state.variants.map(({ name }) => name);
    const file = exportFileName(scenarioTitle(this.page.store.get()), undefined, 'selection.csv');
    saveFile(file, toCsv(regionCells(found, lines, names, firstLayout(this.state.variants))), 'text/csv');
  }

  /** @override */
  render() {
    const { region, variants, work } = this.state;
    if (!region) return nothing;
    const layout = firstLayout(variants);
    const { found } = this;
    const lines = found ? regionLines(found.list, workNoun(work)) : [];
    return html`
      <header>
        <h2>Statistics of the selection</h2>
        <button class="icon-only" aria-label="Show the selection in the charts" title="Zoom to the selection" @click=${() => this.zoomToRegion()}>${icon('fit')}</button>
        <button class="icon-only" aria-label="Clear the selection" title="Clear the selection (Escape)" @click=${() => setRegion(this.page, null)}>${icon('close')}</button>
      </header>
      <div class="where" role="group" tabindex="0" aria-label="Selected region: arrow keys move it, Shift and arrow keys resize it" title="Arrow keys move the region, Shift and arrow keys resize it" @keydown=${this.onKey}>
        <p>${formatMoment(region.from_s)} to ${formatMoment(region.to_s)}, ${rowsText(region, layout)}</p>
      </div>
      ${found ? this.renderStatistics(found, lines) : nothing}
    `;
  }

  /**
   * The table of statistics.
   * @param {RegionStatistics} found
   * @param {readonly InsideLine[]} lines
   */
  renderStatistics({ region, playhead_s, list }, lines) {
    const { variants } = this.state;
    const until = Math.min(...list.flatMap((one) => (one ? [one.until_s] : [])));
    const things = workNoun(this.state.work);
    const users = {
      name: 'largest users',
      title: `Users with the most node-hours in the selection, and their number of ${things}`,
      cell: (/** @type {number} */ at) => {
        const { users = [], more_users: more = 0 } = list[at] ?? {};
        return html`${users.map(({ user, jobs, node_h }) => html`<div>user ${user}<small>${formatMeasure(node_h, 'node-h')}, ${formatCount(jobs, things)}</small></div>`)}${more > 0 ? html`<small>and ${formatNumber(more)} more</small>` : nothing}`;
      },
    };
    return html`
      ${until < region.to_s ? html`<p class="soft">${playhead_s < region.from_s ? 'The playhead has not reached the selection yet.' : `Up to ${formatMoment(until)}: later events are not counted yet.`}</p>` : nothing}
      ${dataTable({
        label: 'Statistics of the selection',
        caption: 'Statistics of the selected region, per variant; differences are relative to the baseline.',
        css: 'pinned',
        rows: [
          ...lines.map(({ name, title, unit, better, values }) => ({
            name,
            title,
            cell: (/** @type {number} */ at) => {
              const delta = at === 0 ? '' : deltaText(values[at], values[0], unit, false);
              return html`${formatMeasure(values[at], unit)}${delta ? html`<small class=${improvementClass(values[at], values[0], unit, better)}>${delta}</small>` : nothing}`;
            },
          })),
          ...(list.some((one) => one?.users.length) ? [users] : []),
        ],
        help: ({ title }) => title,
        columns: [
          { name: '', cell: ({ name }) => name },
          ...list.map((_, at) => ({
            name: html`${lineSample(at)}${variants[at]?.name ?? ''}`,
            cell: (/** @type {typeof users} */ { cell }) => cell(at),
          })),
        ],
      })}
      ${list.some((one) => one && one.nodes !== region.rows) ? html`<p class="soft">Not every variant has all of these nodes: ${list.map((one, at) => `${variants[at]?.name ?? ''} ${formatNumber(one?.nodes)}`).join(', ')}.</p>` : nothing}
      <p class="foot"><button @click=${() => this.saveCsv(lines)}>${icon('export')} Save as CSV</button></p>
    `;
  }
}

customElements.define('region-panel', RegionPanel);
