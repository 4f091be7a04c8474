/** @file Every job or task of one variant as a table: sorted and cut into pages by the engine, so its length costs nothing. */
import { css, html, nothing } from 'lit';
import { attempt } from '../commands/attempt.js';
import { ask, select } from '../commands.js';
import { icon } from '../elements/icons.js';
import { panel } from '../elements/panel.js';
import { Part } from '../elements/part.js';
import { Pulse } from '../elements/pulse.js';
import { formatNumber } from '../text/numbers.js';
import { formatMoment, formatTime, thingsOf } from '../text/time.js';

/** @import { Card } from '../engine/types.js' */

/** Rows of a page. */
const PAGE = 50;
/** Milliseconds between two looks at a running simulation. */
const WAIT = 1000;

/** @typedef {{ id: keyof Card, name: string, text: (card: Card) => string, left?: boolean, named?: true }} Column */

/** @type {readonly Column[]} */
const COLUMNS = [
  { id: 'number', name: 'Number', text: ({ number }) => String(number) },
  { id: 'name', name: 'Name', text: ({ name }) => name, left: true, named: true },
  { id: 'status', name: 'State', text: ({ status }) => status, left: true },
  { id: 'submit_s', name: 'Submitted', text: ({ submit_s }) => formatMoment(submit_s) },
  { id: 'wait_s', name: 'Wait time', text: ({ wait_s }) => formatTime(wait_s) },
  { id: 'run_s', name: 'Runtime', text: ({ run_s }) => formatTime(run_s) },
  { id: 'nodes', name: 'Nodes', text: ({ nodes }) => formatNumber(nodes) },
  { id: 'cluster', name: 'Cluster', text: ({ cluster }) => cluster ?? '–', left: true },
  { id: 'slowdown', name: 'Slowdown', text: ({ slowdown }) => formatNumber(slowdown) },
  { id: 'user', name: 'User', text: ({ user }) => (user === null || user === undefined ? '–' : String(user)) },
];

/** A page of the jobs or tasks of one variant. */
export class JobsTable extends Part {
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
    panel,
    css`
      .bar {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 6px;
        padding-bottom: 6px;
      }
      .bar select {
        width: auto;
        max-width: 16em;
      }
      .bar .count {
        margin-left: auto;
        font-variant-numeric: tabular-nums;
      }
      .pages {
        white-space: nowrap;
      }
      .scroll {
        max-height: var(--jobs-height, 480px);
      }
      thead th {
        padding: 0;
      }
      thead button {
        border: 0;
        background: none;
        width: 100%;
        justify-content: flex-end;
        color: var(--ink-soft);
      }
      .left,
      .left button {
        text-align: left;
        justify-content: flex-start;
      }
      [aria-sort='ascending'] button,
      [aria-sort='descending'] button {
        color: var(--ink);
        font-weight: 600;
      }
      tbody tr {
        cursor: pointer;
      }
      tbody tr:hover {
        background: var(--hover);
      }
      tbody tr.selected {
        box-shadow: inset 3px 0 0 var(--accent);
        background: var(--hover);
      }
      tbody th button {
        border: 0;
        background: none;
        min-height: 24px;
        padding: 0 4px;
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
    this.pulse = new Pulse(this, () => this.look(), WAIT);
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

  /** The columns that say something of this kind of work: jobs of a log have no names of their own. */
  get columns() {
    return COLUMNS.filter(({ named }) => !named || this.state.work?.named);
  }

  /** @override */
  render() {
    const { variants, work } = this.state;
    const what = thingsOf(work);
    const last = Math.min(this.first + PAGE, this.total);
    return html`<div class="bar">
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
      <div class="scroll" tabindex="0" role="group" aria-label="Table of ${what}">
        <table class="figures" aria-rowcount=${this.total + 1}>
          <caption class="unseen">
            The ${what} of ${variants[this.variant]?.name ?? 'the run'}; click a row to select it.
          </caption>
          <thead>
            <tr aria-rowindex="1">
              ${this.columns.map((column) => this.head(column))}
            </tr>
          </thead>
          <tbody @keydown=${this.keys}>
            ${this.rows.map((card, at) => this.row(card, this.first + at + 2))}
          </tbody>
        </table>
      </div>`;
  }

  /** @param {Column} column */
  head({ id, name, left }) {
    const sorted = this.sort === id;
    const way = this.descending ? 'descending' : 'ascending';
    return html`<th scope="col" class=${left ? 'left' : ''} aria-sort=${sorted ? way : 'none'}>
      <button type="button" @click=${() => this.sortBy(id)}>
        ${name}<span aria-hidden="true">${sorted ? (this.descending ? '▾' : '▴') : ''}</span>
      </button>
    </th>`;
  }

  /**
   * @param {Card} card
   * @param {number} index
   */
  row(card, index) {
    const selected = card.id === this.state.selected;
    const [first, ...others] = this.columns;
    return html`<tr class=${selected ? 'selected' : ''} aria-rowindex=${index} @click=${() => select(this.page, card.id)}>
      <th scope="row">
        <button type="button" aria-pressed=${selected ? 'true' : 'false'} aria-label="Select ${card.name}">${first?.text(card)}</button>
      </th>
      ${others.map(({ text, left }) => html`<td class=${left ? 'left' : ''}>${text(card)}</td>`)}
    </tr>`;
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

  /** @param {keyof Card} id */
  sortBy(id) {
    this.descending = this.sort === id ? !this.descending : false;
    this.sort = id;
    this.turn(0);
  }

  /** @param {number} first */
  turn(first) {
    this.first = Math.max(0, first);
    return attempt(this.page, 'The table could not be read', () => this.look());
  }

  /**
   * Arrow keys go from row to row, Page Up and Page Down from page to page.
   * @param {KeyboardEvent} event
   */
  async keys(event) {
    const pages = { PageDown: PAGE, PageUp: -PAGE }[event.key];
    const rows = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (pages === undefined && rows === undefined) return;
    event.preventDefault();
    const at = this.buttons().indexOf(/** @type {HTMLButtonElement} */ (event.target));
    if (rows !== undefined) {
      this.buttons()[at + rows]?.focus();
      return;
    }
    const first = this.first + (pages ?? 0);
    if (first < 0 || first >= this.total) return;
    await this.turn(first);
    await this.updateComplete;
    this.buttons()[0]?.focus();
  }

  /** The buttons of the rows, from the top. */
  buttons() {
    return /** @type {HTMLButtonElement[]} */ ([...this.renderRoot.querySelectorAll('tbody button')]);
  }
}
