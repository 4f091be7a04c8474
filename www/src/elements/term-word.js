/** @file `<term-word>`: a word in a text, and what the glossary says of it on hover, focus or tap. */

import { css, html, LitElement, nothing } from 'lit';
import { termAddress } from '../address/glossary.js';
import { noteStyle, place } from './help-mark.js';

/** @import { Marked, Term } from '../scenario/glossary.js' */

/** How long the pointer rests before a word speaks, and how long it may be away before it is silent, ms. */
const WAIT_MS = 180;

/** A word that explains itself. */
export class TermWord extends LitElement {
  static properties = { term: { attribute: false }, alone: { type: Boolean } };

  static styles = [
    noteStyle,
    css`
    button {
      all: unset;
      cursor: help;
      text-decoration: underline dotted 1px var(--edge);
      text-underline-offset: 3px;
    }
    button:focus-visible {
      outline: 2px solid var(--accent);
      outline-offset: 1px;
    }
    [popover] {
      --note: 44ch;
      font-weight: 400;
      line-height: 1.45;
      white-space: normal;
    }
    p {
      margin: 0 0 4px;
    }
    a {
      color: var(--accent);
    }
  `,
  ];

  constructor() {
    super();
    /** @type {Term|undefined} */
    this.term = undefined;
    /** Whether no glossary is at hand to lead to. */
    this.alone = false;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.rest = undefined;
    this.addEventListener('pointerenter', ({ pointerType }) => pointerType === 'mouse' && this.later(true));
    this.addEventListener('pointerleave', ({ pointerType }) => pointerType === 'mouse' && this.later(false));
  }

  get note() {
    return /** @type {HTMLElement|null} */ (this.renderRoot.querySelector('[popover]'));
  }

  /** @param {boolean} open */
  later(open) {
    clearTimeout(this.rest);
    this.rest = setTimeout(() => this.isConnected && this.note?.togglePopover(open), WAIT_MS);
  }

  show() {
    clearTimeout(this.rest);
    this.note?.togglePopover(true);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.rest);
  }

  render() {
    const { term } = this;
    if (!term) return html`<slot></slot>`;
    return html`<button aria-describedby="says" @click=${this.show}><slot></slot></button
      ><div popover id="says" role="note" aria-label=${term.name} @toggle=${place}>
        <p>${term.sentence}</p>
        ${this.alone ? nothing : html`<a href=${termAddress(term.id)} @click=${() => this.note?.hidePopover()}>In the glossary</a>`}
      </div>`;
  }
}

/**
 * A text in which words of the glossary explain themselves.
 * @param {readonly Marked[]} pieces
 * @param {boolean} alone whether no glossary is at hand
 */
export function marked(pieces, alone) {
  return pieces.map(({ text, term }) => (term ? html`<term-word .term=${term} .alone=${alone}>${text}</term-word>` : text));
}

customElements.define('term-word', TermWord);
