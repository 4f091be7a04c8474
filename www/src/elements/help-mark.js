/** @file The one `?` mark that opens a sentence of help. */
import { html, nothing } from 'lit';
import { referenceAddress, termAddress } from '../address/glossary.js';
import { positionPopover } from './popover.js';
import './entry-advice.js';

/**
 * A `?` button and the help that it opens. While it is closed, the text can describe another element
 * (`aria-describedby=id`).
 * @param {string} id unique in the shadow root
 * @param {string} subject the explained item: `Nodes`
 * @param {unknown} text
 * @param {string} [source] publication and section
 * @param {string} [term] family and id of the catalog entry, for the glossary and advice; empty for none
 * @param {string} [anchor] of the reference page; empty for no link
 */
export function helpMark(id, subject, text, source, term = '', anchor = term) {
  return html`<button type="button" class="help" popovertarget=${id} aria-label="Help on ${subject}">?</button>
    <div popover id=${id} role="note" aria-label=${subject} @toggle=${positionPopover}>
      <p>${text}</p>
      ${term ? html`<entry-advice entry=${term}></entry-advice>` : nothing}
      ${source ? html`<p class="soft">Source: ${source}</p>` : nothing}
      ${term ? html`<a href=${termAddress(term)}>In the glossary</a>` : nothing}
      ${anchor ? html`<a href=${referenceAddress(anchor)} target="_blank" rel="noopener">In the reference</a>` : nothing}
    </div>`;
}
