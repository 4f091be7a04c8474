/** @file Every job or task of one variant as a table: sorted and cut into pages by the engine, so its length costs nothing. */
import { css, html, nothing } from 'lit';
import { attempt } from '../commands/attempt.js';
import { ask, select } from '../commands.js';
import { dataTable } from '../elements/data-table.js';
import { icon } from '../elements/icons.js';
import { StateElement } from '../elements/page-element.js';
import { panelStyle } from '../elements/panel-style.js';
import { roveFocus } from '../elements/roving-focus.js';
import { RunFollower } from '../elements/run-follower.js';
import { formatNumber, NO_VALUE } from '../text/numbers.js';
import { formatMoment, formatTime, workNoun } from '../text/time.js';

/** @import { Column } from '../elements/data-table.js' */
/** @import { Card } from '../engine/types.js' */

/** Rows of a page. */
const PAGE = 50;
/** Milliseconds between two looks at a running simulation. */
const WAIT = 1000;

/** Columns; that of names is shown for work whose jobs have names of their own. @type {readonly (Column<Card> & { id: keyof Card })[]} */
const COLUMNS = [
  { id: 'number', name: 'Number', cell: ({ number }) => number },
  { id: 'name', name: 'Name', cell: ({ name }) => name, css: 'text' },
  { id: 'status', name: 'State', cell: ({ status }) => status, css: 'text' },
  { id: 'submit_s', name: 'Submitted', cell: ({ submit_s }) => formatMoment(submit_s) },
  { id: 'wait_s', name: 'Wait time', cell: ({ wait_s }) => formatTime(wait_s) },
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
    /** Which variant's jobs are shown. */
    this.variant = 0;
    this.first = 0;
    /** @type {keyof Card} */
    this.sort = 'number';
    this.descending = false;
    /** @type {readonly Card[]} */
    this.rows = [];
    this.total = 0;
    this.asked = 0;
    this.pulse = new RunFollower(this, () => this.look(), WAIT);
  }

  /** Fetches the page that is shown. */
  async look() {
    const { variants } = this.state;
    if (this.variant >= variants.length) this.variant = 0;
    const status = variants[this.variant]?.status;
    if (status === undefined || status === 'idle' || status === 'loading' || status === 'failed') return;
    this.asked += 1;
    const mine = this.asked;
    const page = await ask(this.page, this.variant, 'table', this.first, PAGE, this.sort, this.descending).catch(() => undefined);
    if (!page || mine !== this.asked) return;
    this.total = page.total;
    this.rows = /** @type {Card[]} */ (/** @type {unknown} */ (page.rows));
    if (this.first >= page.total && page.total > 0) this.turn(0);
  }

  /** @override */
  render() {
    const { variants, work, selected } = this.state;
    const what = workNoun(work);
    const last = Math.min(this.first + PAGE, this.total);
    return html`<div class="row bar">
        ${
          variants.length > 1
            ? html`<label class="unseen" for="variant">Variant</label>
              <select id="variant" @change=${this.choose}>
                ${variants.map(({ name }, at) => html`<option value=${at} .selected=${at === this.variant}>${name}</option>`)}
              </select>`
            : nothing
        }
        <span class="count" role="status"
          >${this.total === 0 ? `No ${what} yet` : `${formatNumber(this.first + 1)}–${formatNumber(last)} of ${formatNumber(this.total)} ${what}`}</span
        >
        <span class="pages">
          ${this.pages('first', 0, this.first === 0)}${this.pages('previous', this.first - PAGE, this.first === 0)}${this.pages(
            'next',
            this.first + PAGE,
            last >= this.total,
          )}${this.pages('last', Math.floor(Math.max(0, this.total - 1) / PAGE) * PAGE, last >= this.total)}
        </span>
      </div>
      ${dataTable({
        label: `Table of ${what}`,
        caption: `The ${what} of ${variants[this.variant]?.name ?? 'the run'}; click a row to select it.`,
        columns: COLUMNS.filter(({ id }) => id !== 'name' || work?.named),
        rows: this.rows,
        page: { first: this.first, total: this.total },
        sort: { by: this.sort, descending: this.descending, change: (by, descending) => this.sortBy(by, descending) },
        select: { is: ({ id }) => id === selected, name: ({ name }) => name, choose: ({ id }) => select(this.page, id) },
        keys: (event) => this.keys(event),
      })}`;
  }

  /**
   * @param {'first' | 'previous' | 'next' | 'last'} which
   * @param {number} first
   * @param {boolean} disabled
   */
  pages(which, first, disabled) {
    const label = `${which[0]?.toUpperCase()}${which.slice(1)} page`;
    return html`<button type="button" class="quiet" aria-label=${label} title=${label} ?disabled=${disabled} @click=${() => this.turn(first)}>
      ${icon(which === 'previous' ? 'left' : which === 'next' ? 'right' : which)}
    </button>`;
  }

  /** @param {Event} event */
  choose(event) {
    this.variant = Number(/** @type {HTMLSelectElement} */ (event.target).value);
    this.turn(0);
  }

  /**
   * @param {string} column
   * @param {boolean} descending
   */
  sortBy(column, descending) {
    Object.assign(this, { sort: column, descending });
    this.turn(0);
  }

  /** @param {number} first */
  turn(first) {
    this.first = Math.max(0, first);
    return attempt(this.page, 'The table could not be read', () => this.look());
  }

  /** Arrow keys go from row to row, Page Up and Page Down from page to page. @param {KeyboardEvent} event */
  async keys(event) {
    const pages = { PageDown: PAGE, PageUp: -PAGE }[event.key];
    if (pages === undefined) {
      roveFocus(event);
      return;
    }
    event.preventDefault();
    const first = this.first + pages;
    if (first < 0 || first >= this.total) return;
    await this.turn(first);
    await this.updateComplete;
    /** @type {HTMLElement|null} */ (this.renderRoot.querySelector('tbody button'))?.focus();
  }
}
