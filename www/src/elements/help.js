/** @file The one `?` mark that opens a sentence of help. */
import { html, nothing } from 'lit';
import { termAddress } from '../address/glossary.js';

/** Pixels kept free between a popover and the edge of the window. */
const EDGE = 8;

/**
 * A `?` button and the text it opens. The text can be another element's description (`aria-describedby=id`) while shut.
 * @param {string} id unique in the shadow root
 * @param {string} subject what is explained: `Nodes`
 * @param {unknown} text
 * @param {string} [source] publication and section
 * @param {string} [term] the id of what is explained in the glossary; empty if it does not stand there, or there is none
 */
export function helpMark(id, subject, text, source, term = '') {
  return html`<button type="button" class="help" popovertarget=${id} aria-label="Help on ${subject}">?</button>
    <div popover id=${id} role="note" aria-label=${subject} @toggle=${place}>
      <p>${text}</p>
      ${source ? html`<p class="soft">Source: ${source}</p>` : nothing}
      ${term ? html`<a href=${termAddress(term)}>In the glossary</a>` : nothing}
    </div>`;
}

/**
 * Puts a popover that has just opened beside the button before it, inside the window.
 * @param {Event & { newState?: string }} event
 */
export function place(event) {
  const popover = /** @type {HTMLElement} */ (event.target);
  const button = popover.previousElementSibling;
  if (event.newState !== 'open' || !button) return;
  const at = button.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = popover;
  const left = Math.max(EDGE, Math.min(at.left, innerWidth - width - EDGE));
  const below = at.bottom + 4;
  const top = below + height + EDGE <= innerHeight ? below : Math.max(EDGE, at.top - height - 4);
  popover.style.left = `${left}px`;
  popover.style.top = `${top}px`;
}
