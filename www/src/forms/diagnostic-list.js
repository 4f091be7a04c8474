/** @file Diagnostics for readers: severity, message, place and hint. */
import { css, html, LitElement, nothing } from 'lit';
import { focusField } from '../elements/field-focus.js';
import { icon } from '../elements/icons.js';
import { panelStyle } from '../elements/panel-style.js';

/** @import { Diagnostic } from '../types.js' */

const SEVERITY_WORDS = { error: 'Error', warning: 'Warning', note: 'Note' };
const SEVERITY_ORDER = { error: 0, warning: 1, note: 2 };

/** Number of diagnostics shown before "show all". */
const FIRST_ITEMS = 5;

/**
 * A list of diagnostics, the most severe first. A click on a place dispatches a cancelable `focus-place` event with the
 * diagnostic; if it is not cancelled, the focus moves to the field.
 */
export class DiagnosticList extends LitElement {
  static properties = { diagnostics: { attribute: false }, all: { state: true } };

  static styles = [
    panelStyle,
    css`
      li {
        display: grid;
        grid-template-columns: 16px minmax(0, 1fr);
        gap: 6px;
        padding: 4px 0;
        overflow-wrap: anywhere;
      }
      .icon {
        margin-top: 1px;
      }
      .at-error .icon {
        color: var(--bad);
      }
      .at-warning .icon {
        color: var(--warn);
      }
      .at-note .icon {
        color: var(--ink-soft);
      }
      .place {
        border: 0;
        background: none;
        min-height: 0;
        padding: 0;
        display: inline;
        text-align: left;
        text-decoration: underline;
        color: var(--ink-soft);
        font-family: var(--mono, ui-monospace, monospace);
        font-size: 0.92em;
      }
    `,
  ];

  constructor() {
    super();
    /** @type {readonly Diagnostic[]} */
    this.diagnostics = [];
    this.all = false;
  }

  /** @override */
  render() {
    const sorted = [...this.diagnostics].sort((a, b) => SEVERITY_ORDER[a.severity] - SEVERITY_ORDER[b.severity]);
    if (sorted.length === 0) return nothing;
    const shown = this.all ? sorted : sorted.slice(0, FIRST_ITEMS);
    const rest = sorted.length - shown.length;
    return html`<ul>
        ${shown.map((one) => this.renderItem(one))}
      </ul>
      ${rest > 0 ? html`<button type="button" class="quiet" @click=${() => (this.all = true)}>Show ${rest} more</button>` : nothing}`;
  }

  /** @param {Diagnostic} one */
  renderItem(one) {
    return html`<li class="at-${one.severity}">
      ${icon(one.severity === 'note' ? 'info' : one.severity)}
      <div>
        <span class="unseen">${SEVERITY_WORDS[one.severity]}: </span>${one.message}${one.hint && !/[.!?]$/u.test(one.message) ? '.' : ''}
        ${one.hint ? html`<span class="soft"> ${one.hint}</span>` : nothing} ${this.renderPlace(one)}
      </div>
    </li>`;
  }

  /** @param {Diagnostic} one */
  renderPlace(one) {
    const text = placeText(one);
    if (!text) return nothing;
    if (!one.place?.startsWith('/')) return html`<span class="soft">(${text})</span>`;
    return html`<button type="button" class="place" title="Go there" @click=${() => this.goToPlace(one)}>${text}</button>`;
  }

  /** @param {Diagnostic} diagnostic */
  goToPlace(diagnostic) {
    const event = new CustomEvent('focus-place', {
      detail: { diagnostic },
      bubbles: true,
      composed: true,
      cancelable: true,
    });
    if (this.dispatchEvent(event)) focusField(document, diagnostic.place ?? '');
  }
}

/**
 * The place of a diagnostic as text: `log.swf, line 12, field 4`.
 * @param {Diagnostic} one
 * @returns {string}
 */
export function placeText(one) {
  const parts = [one.file, one.line ? `line ${one.line.toString()}` : '', one.place];
  return parts.filter((part) => part).join(', ');
}
