/** @file Diagnostics as people read them: how bad, the sentence, where, and what to do. */
import { css, html, LitElement, nothing } from 'lit';
import { focusField } from '../elements/field-focus.js';
import { icon } from '../elements/icons.js';
import { panelStyle } from '../elements/panel-style.js';

/** @import { Diagnostic } from '../types.js' */

const WORDS = { error: 'Error', warning: 'Warning', note: 'Note' };
const ORDER = { error: 0, warning: 1, note: 2 };

/** Diagnostics shown before "show all". */
const FIRST = 5;

/**
 * A list of diagnostics, the worst first. A click on a place asks for the focus there: it dispatches a cancelable
 * `focus-place` event with the diagnostic, and if nobody cancels it moves the focus to the field itself.
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
    const sorted = [...this.diagnostics].sort((a, b) => ORDER[a.severity] - ORDER[b.severity]);
    if (sorted.length === 0) return nothing;
    const shown = this.all ? sorted : sorted.slice(0, FIRST);
    const rest = sorted.length - shown.length;
    return html`<ul>
        ${shown.map((one) => this.item(one))}
      </ul>
      ${rest > 0 ? html`<button type="button" class="quiet" @click=${() => (this.all = true)}>Show ${rest} more</button>` : nothing}`;
  }

  /** @param {Diagnostic} one */
  item(one) {
    return html`<li class="at-${one.severity}">
      ${icon(one.severity === 'note' ? 'info' : one.severity)}
      <div>
        <span class="unseen">${WORDS[one.severity]}: </span>${one.message}${one.hint && !/[.!?]$/u.test(one.message) ? '.' : ''}
        ${one.hint ? html`<span class="soft"> ${one.hint}</span>` : nothing} ${this.place(one)}
      </div>
    </li>`;
  }

  /** @param {Diagnostic} one */
  place(one) {
    const text = placeText(one);
    if (!text) return nothing;
    if (!one.place?.startsWith('/')) return html`<span class="soft">(${text})</span>`;
    return html`<button type="button" class="place" title="Go there" @click=${() => this.go(one)}>${text}</button>`;
  }

  /** @param {Diagnostic} diagnostic */
  go(diagnostic) {
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
 * Where a diagnostic points, in words: `log.swf, line 12, field 4`.
 * @param {Diagnostic} one
 * @returns {string}
 */
export function placeText(one) {
  const parts = [one.file, one.line ? `line ${one.line.toString()}` : '', one.place];
  return parts.filter((part) => part).join(', ');
}
