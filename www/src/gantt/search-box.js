/** @file `<gantt-search>`: searches jobs and tasks; other subjects are dimmed. */

import { css, html, nothing } from 'lit';
import { selectHit, setQuery } from '../commands.js';
import { controlStyle } from '../elements/control-style.js';
import { icon } from '../elements/icons.js';
import { PageElement } from '../elements/page-element.js';
import { StoreController } from '../state/store.js';
import { formatNumber } from '../text/numbers.js';

/** Pause in typing before the search runs, ms. */
const TYPING_PAUSE_MS = 120;

/** The search box of the charts. */
export class GanttSearch extends PageElement {
  static styles = [
    controlStyle,
    css`
      :host {
        display: flex;
        align-items: center;
        gap: 2px;
        position: relative;
      }
      .field {
        position: relative;
        display: flex;
        align-items: center;
      }
      .field svg {
        position: absolute;
        left: 7px;
        width: 16px;
        color: var(--ink-soft);
        pointer-events: none;
      }
      input {
        width: 30px;
        border-color: transparent;
        background: none;
        padding-left: 26px !important;
      }
      input[aria-invalid='true'] {
        border-color: var(--bad);
      }
      .count {
        padding: 0 4px;
        white-space: nowrap;
      }
      .error {
        position: absolute;
        top: 100%;
        left: 0;
        z-index: 6;
        width: 280px;
        padding: 6px 8px;
        color: var(--bad);
      }
      /** It is only an icon until it is used. */
      input:focus,
      input:not(:placeholder-shown) {
        width: 168px;
        border-color: var(--edge);
        background: var(--surface);
      }
      input:not(:focus)::placeholder {
        color: transparent;
      }
      @media (width < 700px) {
        input {
          width: 168px;
          border-color: var(--edge);
        }
        input:not(:focus)::placeholder {
          color: var(--ink-soft);
        }
      }
    `,
  ];

  constructor() {
    super();
    /** Moves the focus away after a search. */
    this.leave = () => {};
    this.fromStore = new StoreController(this, ({ hits, query }) => ({ hits, query }));
  }

  /** Moves the focus into the box and selects its text. */
  focus() {
    const input = this.input;
    input?.focus();
    input?.select();
  }

  get input() {
    return /** @type {HTMLInputElement|null} */ (this.renderRoot.querySelector('input'));
  }

  /** Runs the search after a pause in typing. */
  searchLater() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void setQuery(this.page, this.input?.value ?? ''), TYPING_PAUSE_MS);
  }

  /** Clears the search with Escape; Enter selects the next match, with Shift the previous one. @param {KeyboardEvent} event */
  async onKey(event) {
    event.stopPropagation();
    if (event.key === 'Escape') {
      if (this.input) this.input.value = '';
      clearTimeout(this.timer);
      void setQuery(this.page, '');
      this.input?.blur();
      this.leave();
    } else if (event.key === 'Enter') {
      clearTimeout(this.timer);
      const value = this.input?.value ?? '';
      if (value !== this.page.store.get().query) await setQuery(this.page, value);
      void selectHit(this.page, event.shiftKey ? -1 : 1);
    }
  }

  render() {
    const { hits, query } = this.fromStore.value;
    const count = hits.subjects.length;
    const at = hits.at < 0 ? '' : `${hits.at + 1}/`;
    return html`
      <span class="field">
        ${icon('search')}
        <input
          type="search"
          placeholder="Search: user:7"
          aria-label="Search jobs"
          aria-invalid=${hits.error !== ''}
          aria-describedby="found"
          title="Search by job number or by fields: user:7 nodes>=64 wait>3600 status:killed kind:sweep mark:preempt clusters>=2 bounded-slowdown>10 name:mProject. Enter goes to the next hit."
          spellcheck="false"
          autocomplete="off"
          @input=${this.searchLater}
          @keydown=${this.onKey}
        />
      </span>
      <span id="found" class="count soft" role="status">${query === '' ? nothing : count === 0 ? 'no hits' : `${at}${formatNumber(count)}`}</span>
      ${
        count > 0
          ? html`<button class="icon-only" aria-label="Previous hit" title="Previous hit (Shift+Enter)" @click=${() => selectHit(this.page, -1)}>${icon('up')}</button>
            <button class="icon-only" aria-label="Next hit" title="Next hit (Enter)" @click=${() => selectHit(this.page, 1)}>${icon('down')}</button>`
          : nothing
      }
      ${hits.error ? html`<div class="raised error" role="alert">${hits.error}</div>` : nothing}
    `;
  }
}

customElements.define('gantt-search', GanttSearch);
