/** @file A text field in a table. */

import { html, nothing } from 'lit';

/**
 * A text field of a table.
 * @param {{ value: string, label: string, pointer: string, invalid: boolean, change: (value: string) => void, longest?: number | undefined }} options
 */
export function textField({ value, label, pointer, invalid, change, longest }) {
  return html`<input
    type="text"
    aria-label=${label}
    data-pointer=${pointer}
    maxlength=${longest ?? nothing}
    autocomplete="off"
    spellcheck="false"
    aria-invalid=${invalid ? 'true' : nothing}
    .value=${value}
    @change=${(/** @type {Event} */ event) => change(/** @type {HTMLInputElement} */ (event.target).value)}
  />`;
}
