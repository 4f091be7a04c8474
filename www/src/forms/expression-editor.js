/** @file `<expression-editor>`: the expression of a custom policy, with its variables, its name and its reason. */
import { css, html, LitElement, nothing } from 'lit';
import { icon } from '../elements/icons.js';
import { panelStyle } from '../elements/panel-style.js';
import { formulaColumns, joinExpression, QUEUE_ORDERS, splitExpression } from '../scenario/expression-text.js';
import { sentenceCase } from '../text/time.js';

/** @import { Parameter } from '../scenario/types.js' */
/** @import { ExpressionParts } from '../scenario/expression-text.js' */

/** The functions that expressions may use. */
const FUNCTIONS = 'if(a, b, c), min, max, abs, floor, ceil, round, sqrt, log, exp, pow';

/** An editor for one expression. Dispatches `value-change` with `detail.value` at each keystroke. */
export class ExpressionEditor extends LitElement {
  static properties = {
    parameter: { attribute: false },
    value: { type: String },
    problem: { type: String },
    outcome: { type: String },
    pointer: { type: String },
    draft: { state: true },
  };

  static styles = [
    panelStyle,
    css`
      .box {
        border: 1px solid var(--edge);
        border-radius: var(--radius);
        background: var(--surface);
      }
      .box:focus-within {
        outline: 2px solid var(--accent);
        outline-offset: 1px;
      }
      .box.wrong {
        border-color: var(--bad);
      }
      .bar {
        display: flex;
        flex-wrap: wrap;
        justify-content: space-between;
        gap: 0 8px;
        padding: 4px 8px 0;
        font-size: var(--text-small);
        color: var(--ink-soft);
      }
      .good {
        color: var(--good);
      }
      .warning {
        color: var(--warn);
      }
      .bar .icon {
        width: 12px;
        height: 12px;
        vertical-align: -2px;
      }
      textarea {
        display: block;
        border: 0;
        padding: 4px 8px;
        background: none;
        font: 13px / 20px var(--mono);
        resize: none;
        field-sizing: content;
        min-height: 28px;
      }
      textarea:focus-visible {
        outline: none;
      }
      [aria-invalid='true'] {
        box-shadow: none;
      }
      .names {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 2px 6px;
        border-top: 1px solid var(--line);
        padding: 2px 8px;
        font-size: var(--text-small);
      }
      .names button {
        min-height: 24px;
        padding: 0 4px;
        border: 0;
        background: none;
        color: var(--variant-3);
        font: 600 var(--text-small) var(--mono);
        min-width: 0;
      }
      .names select {
        width: auto;
        max-width: 8.5em;
        margin-left: auto;
        min-height: 24px;
        padding: 0 4px;
        border: 0;
      }
      .parts {
        display: grid;
        grid-template-columns: minmax(80px, 96px) minmax(0, 1fr);
        gap: 2px 8px;
        margin-top: 8px;
      }
      .parts label {
        font-size: var(--text-small);
        color: var(--ink-soft);
      }
      dl {
        display: grid;
        grid-template-columns: max-content minmax(0, 1fr);
        gap: 2px 10px;
        font-size: var(--text-small);
      }
      dt {
        font-family: var(--mono);
        color: var(--ink);
      }
      details {
        margin-top: 4px;
      }
      @media (pointer: coarse) {
        .names :is(button, select) {
          min-height: 36px;
          min-width: 36px;
        }
      }
      summary {
        font-size: var(--text-small);
        color: var(--ink-soft);
      }
    `,
  ];

  constructor() {
    super();
    /** @type {Parameter | undefined} */
    this.parameter = undefined;
    /** The whole text: name, expression and reason. */
    this.value = '';
    /** The error in the text, from the engine. */
    this.problem = '';
    /** The report of the last run on the values; starts with a capital if it is a warning. */
    this.outcome = '';
    this.pointer = '';
    /** The parts while one of them is edited, exactly as typed. @type {ExpressionParts | undefined} */
    this.draft = undefined;
  }

  /** The parts shown. */
  get parts() {
    return this.draft ?? splitExpression(this.value);
  }

  /** @override */
  render() {
    const { parameter, problem, outcome, parts } = this;
    if (!parameter) return nothing;
    const { id, name, doc, variables = [] } = parameter;
    const order = orderText(doc);
    const message = problem ? formulaColumns(problem, this.value) : '';
    return html`<div class="box ${problem ? 'wrong' : ''}" @focusout=${this.leave}>
        <div class="bar">
          <span>${sentenceCase(order)}</span>
          ${problem || !outcome ? nothing : this.renderOutcome(outcome)}
        </div>
        <textarea
          id=${id}
          aria-label="${name}${order ? `; ${order}` : ''}"
          rows="1"
          maxlength="1000"
          spellcheck="false"
          autocapitalize="off"
          data-pointer=${this.pointer}
          aria-describedby="problem"
          aria-invalid=${problem ? 'true' : nothing}
          .value=${parts.formula}
          @input=${(/** @type {Event} */ event) => this.change({ formula: fieldOf(event).value.replaceAll('\n', ' ') })}
        ></textarea>
        <div class="names" role="group" aria-label="Insert a variable">
          ${variables.map(
            (one) =>
              html`<button type="button" title=${one.doc} aria-label="Insert ${one.id}: ${one.doc}" @click=${() => this.insert(one.id)}>${one.id}</button>`,
          )}
          ${id === 'queue_rank' ? this.renderOrders() : nothing}
        </div>
      </div>
      <p class="problem" id="problem" role="status">${message}</p>
      <div class="parts" @focusout=${this.leave}>
        <label for="name">Name</label><label for="reason">Reason shown with each decision</label>
        <input id="name" type="text" maxlength="200" autocomplete="off" .value=${parts.name} @input=${(/** @type {Event} */ event) => this.change({ name: fieldOf(event).value.replaceAll(/[:#]/gu, '') })} />
        <input id="reason" type="text" maxlength="1000" autocomplete="off" .value=${parts.reason} @input=${(/** @type {Event} */ event) => this.change({ reason: fieldOf(event).value })} />
      </div>
      <details>
        <summary>Variables and functions</summary>
        <dl>
          ${variables.map((one) => html`<dt>${one.id}</dt><dd>${one.doc}${one.unit ? html` <span class="soft">${one.unit}</span>` : nothing}</dd>`)}
          <dt>+ - * / %</dt>
          <dd>Arithmetic; comparisons are 1 or 0; <code>and</code>, <code>or</code>, <code>not</code>.</dd>
          <dt>functions</dt>
          <dd>${FUNCTIONS}</dd>
        </dl>
      </details>`;
  }

  /** @param {string} outcome */
  renderOutcome(outcome) {
    const warning = /^\p{Lu}/u.test(outcome);
    return html`<span class=${warning ? 'warning' : 'good'}>${icon(warning ? 'warning' : 'good')} ${outcome}</span>`;
  }

  /** The list of known orders, one of which can replace the expression. */
  renderOrders() {
    return html`<select
      aria-label="Start from a known order"
      @change=${(/** @type {Event} */ event) => {
        const { value } = fieldOf(event);
        /** @type {any} */ (event.target).value = '';
        if (value) this.change({ formula: value });
      }}
    >
      <option value="" selected>Start from</option>
      ${QUEUE_ORDERS.map(([name, formula]) => html`<option value=${formula}>${name}</option>`)}
    </select>`;
  }

  /** Changes a part of the expression. @param {Partial<ExpressionParts>} part */
  change(part) {
    this.draft = { ...this.parts, ...part };
    this.value = joinExpression(this.draft);
    this.dispatchEvent(new CustomEvent('value-change', { detail: { value: this.value } }));
  }

  /** Inserts a name at the caret. @param {string} name */
  insert(name) {
    const field = /** @type {HTMLTextAreaElement | null} */ (this.renderRoot.querySelector('textarea'));
    if (!field) return;
    field.focus();
    field.setRangeText(name, field.selectionStart, field.selectionEnd, 'end');
    this.change({ formula: field.value });
  }

  /** Typed text is split again when the field loses the focus. @param {FocusEvent} event */
  leave({ relatedTarget }) {
    if (!(relatedTarget instanceof Node && this.renderRoot.contains(relatedTarget))) this.draft = undefined;
  }
}

/** The first value in the order, from the description of a parameter: `lowest first`. @param {string} doc */
function orderText(doc) {
  return /; ((?:lowest|highest) (?:first|wins))/u.exec(doc)?.[1] ?? '';
}

/** @param {Event} event */
function fieldOf(event) {
  return /** @type {HTMLInputElement} */ (event.target);
}
