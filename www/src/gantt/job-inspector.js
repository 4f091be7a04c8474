/** @file `<job-inspector>`: the selected job or task in every system, with the recorded reasons. */

import { css, html, nothing } from 'lit';
import { askRun, selectSubject, zoomToSubject } from '../commands.js';
import { controlStyle } from '../elements/control-style.js';
import { dataTable } from '../elements/data-table.js';
import { forkIcon } from '../elements/fork-icon.js';
import { icon } from '../elements/icons.js';
import { PageElement } from '../elements/page-element.js';
import { StoreController } from '../state/store.js';
import { formatCount, formatNumber, NO_VALUE } from '../text/numbers.js';
import { formatMoment, formatTime, subjectTitle } from '../text/time.js';
import { renderComponents, renderDecisions, renderEvents, renderSizes, transfersText } from './job-history.js';
import { sidePanelStyle } from './side-panel-style.js';

/** @import { Card } from '../engine/types.js' */

/** Interval at which the details are fetched while the playhead moves, ms. */
const REFRESH_MS = 250;
/** Maximum length of lists; the number of omitted items is shown. */
const MOST_LINKS = 12;

/** The phases with allocated nodes but without progress. */
const PHASES = {
  works: '',
  prepares: 'starting up or resizing',
  suspended: 'suspended',
  waits: 'no task to run',
  copies: 'running a replica',
  lost: 'work lost',
  away: 'machine unavailable',
  ghost: 'hosts not released yet',
};

/** The details of one job or task. */
export class JobInspector extends PageElement {
  static properties = { cards: { state: true } };

  static styles = [
    controlStyle,
    dataTable.styles,
    sidePanelStyle,
    css`
      h4 {
        font-size: inherit;
        font-weight: 400;
        color: var(--ink-soft);
        margin: 10px 0 2px;
      }
      svg.size {
        display: block;
        width: 100%;
        height: 48px;
        border-bottom: 1px solid var(--edge);
      }
      svg.size rect {
        fill: var(--accent);
      }
      svg.size rect.prepares {
        opacity: 0.45;
      }
      svg.size rect:is(.suspended, .waits, .lost, .away, .ghost) {
        opacity: 0.25;
      }
      .ends {
        display: flex;
        justify-content: space-between;
        gap: 8px;
      }
      ol.marks li {
        margin: 2px 0;
      }
      h3 {
        font-size: inherit;
        font-weight: 600;
        margin: 16px 0 4px;
        padding-top: 12px;
        border-top: 1px solid var(--line);
      }
      th,
      td {
        padding: 2px 8px 2px 0;
        vertical-align: top;
      }
      thead th {
        border-bottom: 1px solid var(--line);
      }
      tr.chosen td,
      tr.chosen th {
        font-weight: 600;
        color: var(--ink);
      }
      tbody .place {
        color: var(--ink);
      }
      td.n,
      th.n {
        text-align: right;
      }
      ol {
        list-style: none;
        margin: 0;
        padding: 0;
      }
      li {
        margin: 6px 0;
        padding-left: 10px;
        border-left: 2px solid var(--line);
      }
      dl {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr);
        gap: 2px 12px;
        margin: 4px 0 12px;
      }
      dt {
        color: var(--ink-soft);
      }
      dd {
        margin: 0;
        overflow-wrap: anywhere;
      }
      summary {
        width: fit-content;
        padding: 1px 8px;
        border: 1px solid var(--line);
        border-radius: var(--radius);
        font-size: var(--text-small);
        cursor: pointer;
      }
      summary:hover {
        background: var(--hover);
      }
      .links button {
        min-height: 24px;
        min-width: 24px;
        color: var(--accent);
        text-decoration: underline;
        padding: 0 4px;
      }
    `,
  ];

  constructor() {
    super();
    /** One per system; null while unknown. @type {(Card|null)[]} */
    this.cards = [];
    this.asked = 0;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.timer = undefined;
    this.fromStore = new StoreController(this, ({ selected, variants }) => ({ selected, variants }));
  }

  connectedCallback() {
    super.connectedCallback();
    this.unsubscribe = this.page.store.subscribe((state, before) => {
      if (state.selected !== before.selected) void this.loadCards();
      else if (state.playhead_s !== before.playhead_s || state.variants !== before.variants) this.scheduleLoad();
    });
    void this.loadCards();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.unsubscribe?.();
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  scheduleLoad() {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      void this.loadCards();
    }, REFRESH_MS);
  }

  /** Fetches the details of the selected job in every system. */
  async loadCards() {
    const { selected, variants, playhead_s } = this.page.store.get();
    if (selected < 0) return;
    this.asked += 1;
    const mine = this.asked;
    const cards = await Promise.all(variants.map((_, i) => askRun(this.page, i, 'subject', selected, playhead_s).catch(() => null)));
    if (mine === this.asked) this.cards = cards;
  }

  /** Requests the menu of forks of the job. @param {Event} event */
  openForks({ currentTarget }) {
    const box = /** @type {Element} */ (currentTarget).getBoundingClientRect();
    const detail = { subject: this.page.store.get().selected, box };
    this.dispatchEvent(new CustomEvent('fork', { bubbles: true, composed: true, detail }));
  }

  render() {
    const { selected, variants } = this.fromStore.value;
    // An edit of the submit time changes the index of the job: its details stay until they are read again.
    const known = this.cards.find((card) => card?.id === selected) ?? (this.page.store.get().touch?.held ? this.cards.find(Boolean) : null);
    if (selected < 0 || !known) return html`<p class="soft">Select a bar to see its details.</p>`;
    const who = [
      known.user === null || known.user === undefined ? '' : `user ${known.user}`,
      known.group_name ?? '',
      formatCount(known.nodes, 'nodes'),
      known.estimate_s === null ? '' : `estimated ${formatTime(known.estimate_s)}`,
    ];
    return html`
      <header>
        <h2>${subjectTitle(known)}</h2>
 <button class="icon-only" aria-haspopup="menu" aria-label="Decide otherwise" title="Decide otherwise: fork the run at the start of this job, or edit it (F)" @click=${this.openForks}>${forkIcon}</button>
        <button class="icon-only" aria-label="Show in the charts" title="Show in the charts" @click=${() => zoomToSubject(this.page, selected)}>${icon('fit')}</button>
        <button class="icon-only" aria-label="Close the details" title="Close (Escape)" @click=${() => selectSubject(this.page, -1)}>${icon('close')}</button>
      </header>
      ${known.kind === 'job' ? html`<job-edit-form .job=${known.number}></job-edit-form>` : nothing}
      <p class="soft">${who.filter(Boolean).join(' \u00b7 ')}</p>
      ${known.facts.length > 0 ? html`<dl>${known.facts.map(({ label, value }) => html`<dt>${label}</dt><dd>${value}</dd>`)}</dl>` : nothing}
      <div class="scroll">${this.renderComparison()}</div>
      ${this.cards.map((card, i) => (card ? this.renderHistory(card, variants[i]?.name ?? '') : nothing))}
      ${this.renderRelatives('Predecessors', known.parents)} ${this.renderRelatives('Successors', known.children)}
    `;
  }

  /** The times of the job in each system, side by side. */
  renderComparison() {
    const { variants } = this.fromStore.value;
    /** @type {[string, (card: Card) => string][]} */
    const rows = [
      ['state', (card) => (card.phase === null || card.phase === 'works' ? card.status : `${card.status}, ${PHASES[card.phase]}`)],
      ['submitted', (card) => formatMoment(card.submit_s)],
      ...(this.cards.some((card) => (card?.startup_s ?? 0) > 0)
        ? /** @type {[string, (card: Card) => string][]} */ ([
            ['placed', (card) => formatMoment(card.placed_s)],
            ['start-up', (card) => formatTime(card.startup_s)],
          ])
        : []),
      ['started', (card) => formatMoment(card.start_s)],
      ...(this.cards.some((card) => (card?.recorded_start_s ?? null) !== null)
        ? /** @type {[string, (card: Card) => string][]} */ ([['recorded start', (card) => formatMoment(card.recorded_start_s)]])
        : []),
      ['ended', (card) => formatMoment(card.end_s)],
      ['wait time', (card) => formatTime(card.wait_s)],
      ['runtime', (card) => formatTime(card.run_s)],
      ['slowdown', (card) => formatNumber(card.slowdown)],
      [
        'cluster',
        (card) => (card.components.length > 1 ? card.components.map(({ cluster }) => cluster).join(' + ') : (card.cluster ?? NO_VALUE)),
      ],
      ['node numbers', (card) => card.rows || NO_VALUE],
      ...(this.cards.some((card) => card?.machines)
        ? /** @type {[string, (card: Card) => string][]} */ ([['machines', (card) => card.machines || NO_VALUE]])
        : []),
    ];
    return dataTable({
      css: '',
      rows,
      columns: [
        { name: '', cell: ([label]) => label },
        ...this.cards.map((card, at) => ({
          name: variants.length > 1 ? variants[at]?.name : '',
          cell: (/** @type {(typeof rows)[number]} */ [, text]) => (card ? text(card) : NO_VALUE),
        })),
      ],
    });
  }

  /**
   * The history of the job in one system.
   * @param {Card} card
   * @param {string} name of the system
   */
  renderHistory(card, name) {
    const grid = card.components.length > 1 || card.marks.length > 0;
    const { playhead_s, catalog } = this.page.store.get();
    const moved = transfersText(card.transfers, playhead_s);
    return html`
      <h3>History: ${name}</h3>
      ${renderSizes(card, playhead_s)} ${renderComponents(card)} ${renderEvents(card)}
      ${grid ? html`<h4>Decisions</h4>` : nothing}
      ${card.reasons.length === 0 ? html`<p class="soft">No decision recorded yet.</p>` : nothing}
      <ol>
        ${renderDecisions(card, catalog)}
      </ol>
      ${moved ? html`<p class="soft">${moved}</p>` : nothing}
    `;
  }

  /**
   * A list of related tasks, as buttons that select them.
   * @param {string} label
   * @param {number[]} subjects
   */
  renderRelatives(label, subjects) {
    if (subjects.length === 0) return nothing;
    const rest = subjects.length - MOST_LINKS;
    return html`<h3>${label}</h3>
      <p class="links">
        ${subjects.slice(0, MOST_LINKS).map((id) => html`<button class="quiet" @click=${() => selectSubject(this.page, id)}>${id + 1}</button>`)}
        ${rest > 0 ? html`<span class="soft">and ${rest} more</span>` : nothing}
      </p>`;
  }
}

customElements.define('job-inspector', JobInspector);
