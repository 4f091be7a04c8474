/**
 * @file A dialog that lists examples or lessons in groups, from basic to advanced: each a card with its question and, once viewed, a tick.
 * Arrow keys move between cards; a field searches them.
 */

import { css, html, nothing } from 'lit';
import { StoreController } from '../state/store.js';
import { Dialog } from './dialog.js';
import { icon } from './icons.js';

/**
 * @typedef {object} Card
 * @property {string} id
 * @property {string} group
 * @property {number} level 1 to 3
 * @property {string} name
 * @property {string} summary
 * @property {string} [words] further search words
 * @property {string} note the text at its foot
 * @property {string} [effect] the difference after the note, as text
 * @property {boolean} [better] whether the difference is an improvement
 * @property {string} [spoken] the same for screen readers
 * @property {string} [picture] the address of its picture
 * @property {boolean} done whether it was viewed
 * @typedef {{groups: {id: string, title: string, about: string}[], cards: Card[]}} Listed
 */

/** The names of the levels. */
const LEVELS = ['basic', 'intermediate', 'advanced'];

/** A dialog to choose an item of a list, which is fetched each time it opens. */
export class ListDialog extends Dialog {
  static properties = { ...Dialog.properties, listed: { state: true }, failed: { state: true }, query: { state: true } };

  static styles = [
    ...Dialog.styles,
    css`
      dialog {
        width: min(1380px, calc(100vw - 24px));
      }
      .top {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 8px 20px;
        margin-bottom: 12px;
      }
      .top .find {
        margin-left: auto;
        width: 220px;
      }
      .scale {
        display: inline-flex;
        align-items: center;
        gap: 6px;
      }
      .level {
        display: inline-flex;
        gap: 2px;
      }
      .level i {
        width: 7px;
        height: 7px;
        border: 1px solid var(--ink);
        border-radius: 2px;
      }
      .level i.on {
        background: var(--ink);
      }
      .group {
        display: grid;
        grid-template-columns: 132px minmax(0, 1fr);
        gap: 0 20px;
        margin-bottom: 20px;
      }
      h3 {
        margin: 6px 0 4px;
        font-size: 0.9375rem;
        font-weight: 650;
      }
      .group p {
        margin: 0;
      }
      ul {
        list-style: none;
        margin: 0;
        padding: 0;
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(176px, 1fr));
        gap: 8px;
      }
      li button {
        position: relative;
        display: flex;
        flex-direction: column;
        align-items: stretch;
        justify-content: flex-start;
        gap: 2px;
        width: 100%;
        height: 100%;
        text-align: left;
        white-space: normal;
        padding: 6px;
        border: 2px solid transparent;
        border-radius: 6px;
        background: none;
      }
      li button[aria-current='true'] {
        border-color: var(--accent);
      }
      img {
        display: block;
        width: 100%;
        aspect-ratio: 380 / 168;
        border-block: 1px solid var(--line);
        margin-bottom: 4px;
      }
      .title {
        display: flex;
        justify-content: space-between;
        gap: 6px;
        font-weight: 650;
        line-height: 1.3;
      }
      .title svg {
        flex: none;
        color: var(--good);
      }
      .ask {
        flex: 1;
        line-height: 1.35;
      }
      .foot {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        justify-content: space-between;
        gap: 8px;
        padding-top: 4px;
      }
      .foot b {
        white-space: nowrap;
      }
      .better {
        color: var(--good);
      }
      .on-way {
        display: flex;
        flex-wrap: wrap;
        gap: 8px 24px;
        align-items: end;
        border-top: 1px solid var(--line);
        padding-top: 12px;
      }
      .on-way p {
        margin: 0 0 6px;
        flex: 1 1 320px;
      }
      @media (width < 700px) {
        .body {
          padding: 12px;
        }
        .group {
          grid-template-columns: minmax(0, 1fr);
          gap: 6px;
        }
        ul {
          grid-template-columns: repeat(auto-fill, minmax(144px, 1fr));
        }
        .top .find {
          margin-left: 0;
          width: 100%;
        }
      }
    `,
  ];

  constructor() {
    super();
    /** @type {Listed} */
    this.listed = { groups: [], cards: [] };
    this.failed = '';
    this.query = '';
    /** The card of the item on screen; empty for none. */
    this.here = new StoreController(this, (state) => this.currentCardId(state));
    /** The card for which the list was rendered. @type {string|undefined} */
    this.known = undefined;
  }

  /** Fetches the list again if the item on screen has changed while it is open: that item is then viewed. */
  willUpdate() {
    if (this.opened && this.known !== undefined && this.known !== this.here.value) void this.loadCards();
  }

  /** The id of the card of the item on screen; empty for none. @param {import('../types.js').State} _state */
  currentCardId(_state) {
    return '';
  }

  async open() {
    this.query = '';
    await super.open();
    await this.loadCards();
    await this.updateComplete;
    // A touch keyboard would cover the list.
    const field = /** @type {HTMLElement|null} */ (this.renderRoot.querySelector('.find'));
    if (matchMedia('(pointer: coarse)').matches) this.focusCurrent();
    else field?.focus();
  }

  /** Moves the focus to the card of the item on screen, or to the first one. */
  focusCurrent() {
    const cards = this.cardButtons();
    (cards.find((card) => card.ariaCurrent === 'true') ?? cards[0])?.focus();
  }

  /** @param {KeyboardEvent} event of the search field */
  onSearchKey(event) {
    if (event.code !== 'ArrowDown') return;
    event.preventDefault();
    this.focusCurrent();
  }

  /** The cards and their groups. @returns {Promise<Listed>} */
  async fetchCards() {
    return { groups: [], cards: [] };
  }

  /** The noun for the listed items, in the plural. */
  get cardNoun() {
    return 'things';
  }

  /** Fetches the cards, or shows the reason of a failure. */
  async loadCards() {
    this.known = this.here.value;
    try {
      this.failed = '';
      this.listed = await this.fetchCards();
    } catch (error) {
      this.failed = error instanceof Error ? error.message : String(error);
    }
  }

  /** Opens the chosen item. @param {string} _id the chosen item */
  openCard(_id) {
    this.close();
  }

  cardButtons() {
    return /** @type {HTMLElement[]} */ ([...this.renderRoot.querySelectorAll('li button')]);
  }

  /** Moves the focus to the nearest card in the direction of an arrow key. */
  moveFocus(/** @type {KeyboardEvent} */ event) {
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.code];
    if (!way) return;
    event.preventDefault();
    const cards = this.cardButtons();
    const from = /** @type {HTMLElement} */ (event.target);
    const place = nearestBoxIndex(
      cards.map((card) => card.getBoundingClientRect()),
      cards.indexOf(from),
      /** @type {[number, number]} */ (way),
    );
    cards[place]?.focus();
  }

  /** Renders the search field and the cards that match, by group. */
  renderContent() {
    if (this.failed) {
      return html`<p role="alert">The list could not be fetched: ${this.failed}</p>
        <button @click=${this.loadCards}>Try again</button>`;
    }
    const { groups, cards } = this.listed;
    const found = searchCards(cards, groups, this.query);
    return html`
      <div class="top">
        <span class="soft">${cards.length} ${this.cardNoun}, from basic to advanced</span>
        ${LEVELS.map((name, at) => html`<span class="scale soft">${renderLevel(at + 1)} ${name}</span>`)}
        <input class="find" type="search" aria-label="Search the ${this.cardNoun}" placeholder="Search" .value=${this.query} @keydown=${this.onSearchKey} @input=${(/** @type {Event} */ event) => (this.query = /** @type {HTMLInputElement} */ (event.target).value)} />
      </div>
      <p class="unseen" role="status">${this.query ? `${found.length} found` : ''}</p>
      ${found.length === 0 && cards.length > 0 ? html`<p>No ${this.cardNoun} match the search.</p>` : nothing}
      <div @keydown=${this.moveFocus}>
        ${groups.map(({ id, title, about }) => {
          const own = found.filter(({ group }) => group === id);
          if (own.length === 0) return nothing;
          return html`<section class="group" aria-label=${title}>
            <div><h3>${title}</h3><p class="soft">${about}</p></div>
            <ul>${own.map((card) => html`<li>${this.renderCard(card)}</li>`)}</ul>
          </section>`;
        })}
      </div>
      ${this.renderProgress(cards)}
    `;
  }

  /** @param {Card} card */
  renderCard({ id, level: hard, name, summary, note, effect, better, spoken, picture, done }) {
    return html`<button aria-current=${id === this.here.value ? 'true' : 'false'} @click=${() => this.openCard(id)}>
      ${picture ? html`<img src=${picture} alt="" width="190" height="84" loading="lazy" />` : nothing}
      <span class="title"><span>${name}</span>${done ? html`${icon('good')}<span class="unseen">(seen)</span>` : nothing}</span>
      <span class="ask soft">${summary}</span>
      <span class="foot"><span class="unseen">Level ${hard} of ${LEVELS.length}.</span>${renderLevel(hard)}<span aria-hidden=${spoken ? 'true' : 'false'}>${note}${effect ? html` <b class=${better ? 'better' : ''}>${effect}</b>` : nothing}</span>${spoken ? html`<span class="unseen">${spoken}</span>` : nothing}</span>
    </button>`;
  }

  /** Renders the number of viewed items, and the next one. */
  renderProgress(/** @type {Card[]} */ cards) {
    const next = cards.find(({ done }) => !done);
    const count = cards.filter(({ done }) => done).length;
    if (cards.length === 0) return nothing;
    return html`<div class="on-way">
      <p>
        ${count} of ${cards.length} seen.
        ${next ? html`Next in order: <button @click=${() => this.openCard(next.id)}>${next.name} ${icon('right')}</button>` : nothing}
      </p>
      ${this.renderExtras()}
    </div>`;
  }

  /** Further controls below the cards. @returns {unknown} */
  renderExtras() {
    return nothing;
  }
}

/** The difficulty as filled dots. @param {number} of 1 to 3 */
function renderLevel(of) {
  return html`<span class="level" aria-hidden="true">${LEVELS.map((_, at) => html`<i class=${at < of ? 'on' : ''}></i>`)}</span>`;
}

/**
 * The cards that contain all words of a query.
 * @param {Card[]} cards
 * @param {{id: string, title: string}[]} groups
 * @param {string} query
 * @returns {Card[]}
 */
export function searchCards(cards, groups, query) {
  const words = query.toLowerCase().split(/\s+/u).filter(Boolean);
  return cards.filter(({ id, name, summary, words: more = '', group }) => {
    const text = `${id} ${name} ${summary} ${more} ${groups.find((one) => one.id === group)?.title ?? ''}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/**
 * The index of the nearest box in a direction, or `from` if there is none. Boxes straight ahead have priority.
 * @param {{x: number, y: number, width: number, height: number}[]} boxes
 * @param {number} from
 * @param {[number, number]} way
 * @returns {number}
 */
export function nearestBoxIndex(boxes, from, [right, down]) {
  const here = boxes[from];
  if (!here) return from;
  let best = from;
  let least = Infinity;
  for (const [place, box] of boxes.entries()) {
    const x = box.x + box.width / 2 - (here.x + here.width / 2);
    const y = box.y + box.height / 2 - (here.y + here.height / 2);
    const along = x * right + y * down;
    const aside = Math.abs(x * down) + Math.abs(y * right);
    if (along <= 1 || (right !== 0 && aside > here.height / 2)) continue;
    const far = along + 3 * aside;
    if (far < least) [best, least] = [place, far];
  }
  return best;
}
