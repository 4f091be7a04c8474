/** @file Texts limited to a number of lines, so that nothing below them moves; a button opens the whole text. */

import { css, html } from 'lit';
import { popoverStyle, positionPopover } from './popover.js';

/** Detects which texts of an element are clipped; the element is rendered again when that changes. */
export class ClippedTexts {
  /**
   * @param {import('lit').LitElement} host
   * @param {string} selector of the texts
   */
  constructor(host, selector) {
    this.host = host;
    this.selector = selector;
    /** For each text whether it is cut. @type {readonly boolean[]} */
    this.cut = [];
    this.measuredText = '';
    this.sizes = new ResizeObserver(() => this.measureTexts());
    host.addController(this);
  }

  hostConnected() {
    this.sizes.observe(this.host);
  }

  hostDisconnected() {
    this.sizes.disconnect();
  }

  hostUpdated() {
    // Measuring makes the browser lay out the page: only a changed text is measured.
    const measuredText = this.findTexts()
      .map(({ textContent }) => textContent)
      .join('\n');
    if (measuredText === this.measuredText) return;
    this.measuredText = measuredText;
    this.measureTexts();
  }

  /** @returns {HTMLElement[]} */
  findTexts() {
    return [...this.host.renderRoot.querySelectorAll(this.selector)].map((text) => /** @type {HTMLElement} */ (text));
  }

  /** Updates which texts are clipped. */
  measureTexts() {
    const cut = this.findTexts().map(
      ({ scrollHeight, clientHeight, scrollWidth, clientWidth }) => scrollHeight > clientHeight + 1 || scrollWidth > clientWidth + 1,
    );
    if (cut.join() === this.cut.join()) return;
    this.cut = cut;
    this.host.requestUpdate();
  }
}

/**
 * A button that opens the whole of a clipped text.
 * @param {string} id unique in the shadow root
 * @param {string} subject what is cut: `What came out`
 * @param {unknown} text
 */
export function moreButton(id, subject, text) {
  return html`<button type="button" class="quiet rest" popovertarget=${id} aria-label="${subject}: more">more</button
    ><div popover id=${id} class="whole" role="note" aria-label=${subject} @toggle=${positionPopover}>${text}</div>`;
}

/** The style of the button and of the text that it opens. */
export const moreButtonStyle = css`
  ${popoverStyle}
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
