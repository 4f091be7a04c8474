/** @file `<term-word>`: a word of a text, whose glossary entry opens on hover, focus or tap. */

import { css, html, LitElement, nothing } from 'lit';
import { termAddress } from '../address/glossary.js';
import { popoverStyle, positionPopover } from './popover.js';

/** @import { Marked, Term } from '../scenario/glossary.js' */

/** Delay before the entry opens or closes under the pointer, ms. */
const HOVER_DELAY_MS = 180;

/** A word with its glossary entry. */
export class TermWord extends LitElement {
  static properties = { term: { attribute: false }, alone: { type: Boolean } };

  static styles = [
    popoverStyle,
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
    /** Whether there is no glossary to link to. */
    this.alone = false;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.rest = undefined;
    this.addEventListener('pointerenter', ({ pointerType }) => pointerType === 'mouse' && this.togglePopoverLater(true));
    this.addEventListener('pointerleave', ({ pointerType }) => pointerType === 'mouse' && this.togglePopoverLater(false));
  }

  get popoverElement() {
    return /** @type {HTMLElement|null} */ (this.renderRoot.querySelector('[popover]'));
  }

  /** Opens or closes the entry after a delay. @param {boolean} open */
  togglePopoverLater(open) {
    clearTimeout(this.rest);
    this.rest = setTimeout(() => this.isConnected && this.popoverElement?.togglePopover(open), HOVER_DELAY_MS);
  }

  openPopover() {
    clearTimeout(this.rest);
    this.popoverElement?.togglePopover(true);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.rest);
  }

  render() {
    const { term } = this;
    if (!term) return html`<slot></slot>`;
    return html`<button aria-describedby="says" @click=${this.openPopover}><slot></slot></button
      ><div popover id="says" role="note" aria-label=${term.name} @toggle=${positionPopover}>
        <p>${term.sentence}</p>
        ${this.alone ? nothing : html`<a href=${termAddress(term.id)} @click=${() => this.popoverElement?.hidePopover()}>In the glossary</a>`}
      </div>`;
  }
}

/**
 * Renders a text whose glossary terms open their entries.
 * @param {readonly Marked[]} pieces
 * @param {boolean} alone whether there is no glossary
 */
export function renderTerms(pieces, alone) {
  return pieces.map(({ text, term }) => (term ? html`<term-word .term=${term} .alone=${alone}>${text}</term-word>` : text));
}

customElements.define('term-word', TermWord);
