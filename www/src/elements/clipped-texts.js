/** @file Texts that have room for so many lines only, so that nothing below them moves: what is cut is read on demand. */

import { css, html } from 'lit';
import { noteStyle, place } from './help-mark.js';

/** Knows which texts of an element are cut: the element is rendered again when that changes. */
export class CutTexts {
  /**
   * @param {import('lit').LitElement} host
   * @param {string} selector of the texts
   */
  constructor(host, selector) {
    this.host = host;
    this.selector = selector;
    /** For each text whether it is cut. @type {readonly boolean[]} */
    this.cut = [];
    this.said = '';
    this.sizes = new ResizeObserver(() => this.look());
    host.addController(this);
  }

  hostConnected() {
    this.sizes.observe(this.host);
  }

  hostDisconnected() {
    this.sizes.disconnect();
  }

  hostUpdated() {
    // Measuring makes the browser lay out the page: only what says something else is measured.
    const said = this.texts()
      .map(({ textContent }) => textContent)
      .join('\n');
    if (said === this.said) return;
    this.said = said;
    this.look();
  }

  /** @returns {HTMLElement[]} */
  texts() {
    return [...this.host.renderRoot.querySelectorAll(this.selector)].map((text) => /** @type {HTMLElement} */ (text));
  }

  look() {
    const cut = this.texts().map(
      ({ scrollHeight, clientHeight, scrollWidth, clientWidth }) => scrollHeight > clientHeight + 1 || scrollWidth > clientWidth + 1,
    );
    if (cut.join() === this.cut.join()) return;
    this.cut = cut;
    this.host.requestUpdate();
  }
}

/**
 * A button that opens all of a text that is cut.
 * @param {string} id unique in the shadow root
 * @param {string} subject what is cut: `What came out`
 * @param {unknown} text
 */
export function restOf(id, subject, text) {
  return html`<button type="button" class="quiet rest" popovertarget=${id} aria-label="${subject}: more">more</button
    ><div popover id=${id} class="whole" role="note" aria-label=${subject} @toggle=${place}>${text}</div>`;
}

/** How the button and what it opens look. */
export const cutStyle = css`
  ${noteStyle}
  .rest {
    flex: none;
    min-height: 0;
    padding: 0 4px;
    color: var(--accent);
    text-decoration: underline dotted 1px;
    text-underline-offset: 3px;
  }
  .whole {
    --note: 64ch;
  }
`;
