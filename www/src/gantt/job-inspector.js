/** @file `<job-inspector>`: why here, why now. The selected job or task in every system, with the recorded reasons. */

import { css, html, nothing } from 'lit';
import { ask, select, showSubject } from '../commands.js';
import { controlStyle } from '../elements/control-style.js';
import { dataTable } from '../elements/data-table.js';
import { icon } from '../elements/icons.js';
import { PageElement } from '../elements/page-element.js';
import { StoreController } from '../state/store.js';
import { formatCount, formatNumber, NO_VALUE } from '../text/numbers.js';
import { formatMoment, formatTime, subjectTitle } from '../text/time.js';
import { decision, happenings, movedBy, parts, sizeLine } from './job-history.js';
import { sideStyle } from './side-panel-style.js';

/** @import { Card } from '../engine/types.js' */

/** How often the card is asked for again while the playhead moves, ms. */
const AGAIN_MS = 250;
/** Lists longer than this are cut, with their length said. */
const MOST_LINKS = 12;

/** What a job does that holds nodes but makes no progress. */
const DOES = {
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
    sideStyle,
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
      table {
        width: 100%;
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
    /** One a system; null where it is unknown yet. @type {(Card|null)[]} */
    this.cards = [];
    this.asked = 0;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.timer = undefined;
    this.seen = new StoreController(this, ({ selected, variants }) => ({ selected, variants }));
  }

  connectedCallback() {
    super.connectedCallback();
    this.unsubscribe = this.page.store.subscribe((state, before) => {
      if (state.selected !== before.selected) void this.load();
      else if (state.playhead_s !== before.playhead_s || state.variants !== before.variants) this.later();
    });
    void this.load();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.unsubscribe?.();
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  later() {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      void this.load();
    }, AGAIN_MS);
  }

  async load() {
    const { selected, variants, playhead_s } = this.page.store.get();
    if (selected < 0) return;
    this.asked += 1;
    const mine = this.asked;
    const cards = await Promise.all(variants.map((_, i) => ask(this.page, i, 'subject', selected, playhead_s).catch(() => null)));
    if (mine === this.asked) this.cards = cards;
  }

  render() {
    const { selected, variants } = this.seen.value;
    const known = this.cards.find((card) => card?.id === selected);
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
        <button class="icon-only" aria-label="Show in the charts" title="Show in the charts" @click=${() => showSubject(this.page, selected)}>${icon('fit')}</button>
        <button class="icon-only" aria-label="Close the details" title="Close (Escape)" @click=${() => select(this.page, -1)}>${icon('close')}</button>
      </header>
      <p class="soft">${who.filter(Boolean).join(' \u00b7 ')}</p>
      ${known.facts.length > 0 ? html`<dl>${known.facts.map(({ label, value }) => html`<dt>${label}</dt><dd>${value}</dd>`)}</dl>` : nothing}
      <div class="scroll">${this.comparison()}</div>
      ${this.cards.map((card, i) => (card ? this.story(card, variants[i]?.name ?? '') : nothing))}
      ${this.family('Predecessors', known.parents)} ${this.family('Successors', known.children)}
    `;
  }

  comparison() {
    const { variants } = this.seen.value;
    /** @type {[string, (card: Card) => string][]} */
    const rows = [
      ['state', (card) => (card.phase === null || card.phase === 'works' ? card.status : `${card.status}, ${DOES[card.phase]}`)],
      ['submitted', (card) => formatMoment(card.submit_s)],
      ...(this.cards.some((card) => (card?.startup_s ?? 0) > 0)
        ? /** @type {[string, (card: Card) => string][]} */ ([
            ['placed', (card) => formatMoment(card.placed_s)],
            ['start-up', (card) => formatTime(card.startup_s)],
          ])
        : []),
      ['started', (card) => formatMoment(card.start_s)],
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
   * @param {Card} card
   * @param {string} name of the system
   */
  story(card, name) {
    const grid = card.components.length > 1 || card.marks.length > 0;
    const { playhead_s } = this.page.store.get();
    const moved = movedBy(card.transfers, playhead_s);
    return html`
      <h3>History: ${name}</h3>
      ${sizeLine(card, playhead_s)} ${parts(card)} ${happenings(card)}
      ${grid ? html`<h4>Decisions</h4>` : nothing}
      ${card.reasons.length === 0 ? html`<p class="soft">No decision recorded yet.</p>` : nothing}
      <ol>
        ${card.reasons.map(decision)}
      </ol>
      ${moved ? html`<p class="soft">${moved}</p>` : nothing}
    `;
  }

  /**
   * @param {string} label
   * @param {number[]} subjects
   */
  family(label, subjects) {
    if (subjects.length === 0) return nothing;
    const rest = subjects.length - MOST_LINKS;
    return html`<h3>${label}</h3>
      <p class="links">
        ${subjects.slice(0, MOST_LINKS).map((id) => html`<button class="quiet" @click=${() => select(this.page, id)}>${id + 1}</button>`)}
        ${rest > 0 ? html`<span class="soft">and ${rest} more</span>` : nothing}
      </p>`;
  }
}

customElements.define('job-inspector', JobInspector);
