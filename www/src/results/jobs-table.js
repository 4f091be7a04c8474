/** @file The jobs or tasks of one variant as a table. The engine sorts and pages, so that its length has no cost. */
import { css, html, nothing } from 'lit';
import { loadPart } from '../commands/part-loading.js';
import { tryAction } from '../commands/try-action.js';
import { askRun, selectSubject } from '../commands.js';
import { dataTable } from '../elements/data-table.js';
import { icon } from '../elements/icons.js';
import { StateElement } from '../elements/page-element.js';
import { panelStyle } from '../elements/panel-style.js';
import { roveFocus } from '../elements/roving-focus.js';
import { RunFollower } from '../elements/run-follower.js';
import { formatNumber, NO_VALUE } from '../text/numbers.js';
import { formatDelay, formatMoment, formatTime, workNoun } from '../text/time.js';

/** @import { Column } from '../elements/data-table.js' */
/** @import { Card } from '../engine/types.js' */

/** Number of rows of a page. */
const PAGE_ROWS = 50;
/** Minimum interval between two queries, ms. */
const WAIT_MS = 1000;

/** The columns of jobs that have a recorded start. @type {readonly string[]} */
const RECORDED = ['recorded_start_s', 'delay_s'];

/** Columns; that of names is shown if jobs have names. @type {readonly (Column<Card> & { id: keyof Card })[]} */
const COLUMNS = [
  { id: 'number', name: 'Number', cell: ({ number }) => number },
  { id: 'name', name: 'Name', cell: ({ name }) => name, css: 'text' },
  { id: 'status', name: 'State', cell: ({ status }) => status, css: 'text' },
  { id: 'submit_s', name: 'Submitted', cell: ({ submit_s }) => formatMoment(submit_s) },
  { id: 'wait_s', name: 'Wait time', cell: ({ wait_s }) => formatTime(wait_s) },
  { id: 'recorded_start_s', name: 'Recorded start', cell: ({ recorded_start_s }) => formatMoment(recorded_start_s) },
  { id: 'delay_s', name: 'Start − recorded', cell: ({ delay_s }) => formatDelay(delay_s) },
  { id: 'run_s', name: 'Runtime', cell: ({ run_s }) => formatTime(run_s) },
  { id: 'nodes', name: 'Nodes', cell: ({ nodes }) => formatNumber(nodes) },
  { id: 'cluster', name: 'Cluster', cell: ({ cluster }) => cluster ?? NO_VALUE, css: 'text' },
  { id: 'slowdown', name: 'Slowdown', cell: ({ slowdown }) => formatNumber(slowdown) },
  { id: 'user', name: 'User', cell: ({ user }) => user ?? NO_VALUE },
];

/** A page of the jobs or tasks of one variant. */
export class JobsTable extends StateElement {
  static properties = {
    variant: { state: true },
    first: { state: true },
    sort: { state: true },
    descending: { state: true },
    rows: { state: true },
    total: { state: true },
    plots: { state: true },
  };

  /** @override @type {readonly (keyof import('../types.js').State)[]} */
  static watches = ['variants', 'selected', 'work'];

  static styles = [
    panelStyle,
    css`
      .bar {
        padding-bottom: 6px;
      }
      .bar select {
        width: auto;
        max-width: 16em;
      }
      .bar .count {
        margin-left: auto;
      }
      .pages {
        white-space: nowrap;
      }
      .scroll {
        max-height: var(--jobs-height, 480px);
      }
    `,
  ];

  constructor() {
    super();
    /** The variant whose jobs are shown. */
    this.variant = 0;
    this.first = 0;
    /** @type {keyof Card} */
    this.sort = 'number';
    this.descending = false;
    /** @type {readonly Card[]} */
    this.rows = [];
    this.total = 0;
    /** Whether jobs on this page have a recorded start. */
    this.recorded = false;
    /** Whether the differences to recorded starts are plotted. */
    this.plots = false;
    this.asked = 0;
    this.pulse = new RunFollower(this, () => this.loadPage(), WAIT_MS);
  }

  /** Removes the jobs of another scenario. */
  clearAnswers() {
    this.asked += 1;
    this.total = this.first = 0;
    this.rows = [];
  }

  /** Fetches the current page. */
  async loadPage() {
    const { variants } = this.state;
    if (this.variant >= variants.length) this.variant = 0;
    const status = variants[this.variant]?.status;
    if (status === undefined || status === 'idle' || status === 'loading' || status === 'failed') return;
    this.asked += 1;
    const mine = this.asked;
    const page = await askRun(this.page, this.variant, 'table', this.first, PAGE_ROWS, this.sort, this.descending).catch(() => undefined);
    if (!page || mine !== this.asked) return;
    this.total = page.total;
    this.rows = /** @type {Card[]} */ (/** @type {unknown} */ (page.rows));
    this.recorded = this.rows.some(({ recorded_start_s }) => recorded_start_s !== null);
    if (this.first >= page.total && page.total > 0) this.turnPage(0);
  }

  /** @override */
  render() {
    const { variants, work, selected } = this.state;
    const what = workNoun(work);
    const last = Math.min(this.first + PAGE_ROWS, this.total);
    return html`<div class="row bar">
        ${
          variants.length > 1
            ? html`<label class="unseen" for="variant">Variant</label>
              <select id="variant" @change=${this.chooseVariant}>
                ${variants.map(({ name }, at) => html`<option value=${at} .selected=${at === this.variant}>${name}</option>`)}
              </select>`
            : nothing
        }
        ${this.recorded ? html`<button type="button" class="quiet" aria-expanded=${this.plots} @click=${this.togglePlot}>Plot differences</button>` : nothing}
        <span class="count" role="status"
          >${this.total === 0 ? `No ${what} yet` : `${formatNumber(this.first + 1)}–${formatNumber(last)} of ${formatNumber(this.total)} ${what}`}</span
        >
        <span class="pages">
          ${this.renderPageButton('first', 0, this.first === 0)}${this.renderPageButton('previous', this.first - PAGE_ROWS, this.first === 0)}${this.renderPageButton(
            'next',
            this.first + PAGE_ROWS,
            last >= this.total,
          )}${this.renderPageButton('last', Math.floor(Math.max(0, this.total - 1) / PAGE_ROWS) * PAGE_ROWS, last >= this.total)}
        </span>
      </div>
      ${this.plots ? html`<recorded-differences></recorded-differences>` : nothing}
      ${dataTable({
        label: `Table of ${what}`,
        caption: `The ${what} of ${variants[this.variant]?.name ?? 'the run'}; click a row to select it.`,
        columns: COLUMNS.filter(({ id }) => (id !== 'name' || work?.named) && (this.recorded || !RECORDED.includes(id))),
        rows: this.rows,
        page: { first: this.first, total: this.total },
        sort: { by: this.sort, descending: this.descending, change: (by, descending) => this.sortBy(by, descending) },
        select: { is: ({ id }) => id === selected, name: ({ name }) => name, choose: ({ id }) => selectSubject(this.page, id) },
        keys: (event) => this.onKey(event),
      })}`;
  }

  /**
   * @param {'first' | 'previous' | 'next' | 'last'} which
   * @param {number} first
   * @param {boolean} disabled
   */
  renderPageButton(which, first, disabled) {
    const label = `${which[0]?.toUpperCase()}${which.slice(1)} page`;
    return html`<button type="button" class="quiet" aria-label=${label} title=${label} ?disabled=${disabled} @click=${() => this.turnPage(first)}>
      ${icon(which === 'previous' ? 'left' : which === 'next' ? 'right' : which)}
    </button>`;
  }

  togglePlot() {
    this.plots = !this.plots;
    return loadPart(this.page, 'The plot', () => import('./recorded-differences-plot.js'));
  }

  /** @param {Event} event */
  chooseVariant(event) {
    this.variant = Number(/** @type {HTMLSelectElement} */ (event.target).value);
    this.turnPage(0);
  }

  /**
   * @param {string} column
   * @param {boolean} descending
   */
  sortBy(column, descending) {
    Object.assign(this, { sort: column, descending });
    this.turnPage(0);
  }

  /** @param {number} first */
  turnPage(first) {
    this.first = Math.max(0, first);
    return tryAction(this.page, 'The table could not be read', () => this.loadPage());
  }

  /** Moves the focus between rows by arrow keys, and between pages by Page Up and Page Down. @param {KeyboardEvent} event */
  async onKey(event) {
    const pages = { PageDown: PAGE_ROWS, PageUp: -PAGE_ROWS }[event.key];
    if (pages === undefined) {
      roveFocus(event);
      return;
    }
    event.preventDefault();
    const first = this.first + pages;
    if (first < 0 || first >= this.total) return;
    await this.turnPage(first);
    await this.updateComplete;
    /** @type {HTMLElement|null} */ (this.renderRoot.querySelector('tbody button'))?.focus();
  }
}
