/**
 * @file `<job-edit-form>`: the values of one job as fields, with the same effect as its handles. This is the interface
 * for screen readers.
 */

import { css, html, nothing } from 'lit';
import { jobEdits } from '../commands/job-edits.js';
import { controlStyle } from '../elements/control-style.js';
import { StateElement } from '../elements/page-element.js';
import { answerParts } from '../scenario/edit-sentences.js';
import { formatCount } from '../text/numbers.js';

/** @import { JobValues } from '../scenario/job-edits.js' */

/** The fields: property, label, unit and its size. @type {readonly {property: keyof JobValues, label: string, unit: string, size: number, low: number}[]} */
const FIELDS = [
  { property: 'run_s', label: 'Runtime', unit: 'min', size: 60, low: 1 / 60 },
  { property: 'estimate_s', label: 'Requested time', unit: 'min', size: 60, low: 1 / 60 },
  { property: 'nodes', label: 'Nodes', unit: '', size: 1, low: 1 },
  { property: 'submit_s', label: 'Submitted at', unit: 'min', size: 60, low: 0 },
];

/** Digits of a time in minutes. */
const DIGITS = 2;
/** Minimum width at which the form is initially open, CSS pixels. */
const OPEN_PX = 700;

/** The form of one job. */
export class JobEditForm extends StateElement {
  static properties = { job: { type: Number }, prepared: { state: true }, problem: { state: true } };

  /** @override @type {readonly (keyof import('../types.js').State)[]} */
  static watches = ['touch', 'scenario', 'variants'];

  static styles = [
    controlStyle,
    css`
      summary {
        width: fit-content;
        margin: 4px 0;
        padding: 1px 8px;
        border: 1px solid var(--line);
        border-radius: var(--radius);
        font-size: var(--text-small);
        cursor: pointer;
      }
      form {
        display: grid;
        grid-template-columns: auto minmax(0, 10ch) auto;
        justify-content: start;
        align-items: center;
        gap: 4px 8px;
        margin: 4px 0 8px;
      }
      input {
        width: 100%;
        text-align: right;
      }
      p {
        margin: 4px 0;
      }
      .problem {
        color: var(--bad);
      }
      b {
        font-weight: 600;
      }
      @media (pointer: coarse) {
        summary {
          padding-block: 12px;
        }
      }
    `,
  ];

  constructor() {
    super();
    /** The number of the job. */
    this.job = 0;
    this.prepared = false;
    /** Whether the current edit was begun in this form. */
    this.begun = false;
    /** The reason why a value was not used. */
    this.problem = '';
  }

  connectedCallback() {
    super.connectedCallback();
    this.edits = jobEdits(this.page);
    void this.prepare();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.keep();
  }

  /** Keeps the edit that was begun in this form. */
  keep() {
    if (this.begun) void this.edits?.keep();
    this.begun = false;
  }

  /** Reads the values of jobs, which change with the runs. */
  async prepare() {
    if (this.edits?.isHeld) return;
    this.prepared = (await this.edits?.prepare()) === true;
  }

  /** @param {import('lit').PropertyValues} changed */
  updated(changed) {
    super.updated(changed);
    if (!this.state.touch?.held) void this.prepare();
  }

  /**
   * Runs a value while it is typed.
   * @param {Event} event
   * @param {typeof FIELDS[number]} field
   */
  change(event, { property, size, low }) {
    const { edits } = this;
    const input = /** @type {HTMLInputElement} */ (event.target);
    const typed = input.valueAsNumber;
    const high = edits?.limitsOf(property).high ?? Infinity;
    this.problem = '';
    if (!edits || Number.isNaN(typed)) return;
    if (typed < low || typed * size > high) {
      this.problem = typed < low ? `At least ${property === 'submit_s' ? 0 : 1}.` : `${formatCount(high, 'nodes')} is all there is.`;
      return;
    }
    const { touch } = this.state;
    const goesOn = touch?.held && touch.change?.job === this.job && touch.change.property === property;
    if (!goesOn && !edits.begin({ property, job: this.job })) return;
    this.begun = true;
    edits.update(property === 'nodes' ? Math.round(typed) : typed * size);
    if (!edits.isLive && event.type === 'change') this.keep();
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (event.code === 'Enter') {
      event.preventDefault();
      this.keep();
    } else if (event.code === 'Escape' && this.state.touch?.held) {
      event.preventDefault();
      event.stopPropagation();
      void this.edits?.cancel();
    }
  }

  /** @override */
  render() {
    const { touch, variants } = this.state;
    const values = this.prepared ? this.edits?.valuesOf(this.job) : null;
    if (!values || (!this.edits?.isOffered && !touch?.held)) return nothing;
    const change = touch?.change?.job === this.job ? touch.change : null;
    const now =
      change && touch?.held
        ? { ...values, [change.property]: change.to, ...(change.estimate_s === null ? {} : { estimate_s: change.estimate_s }) }
        : values;
    const answer = change
      ? answerParts(
          touch?.effects ?? [],
          variants.map(({ name }) => name),
        )
      : [];
    return html`<details ?open=${innerWidth >= OPEN_PX}>
      <summary>Edit this job</summary>
      <form @submit=${(/** @type {Event} */ event) => event.preventDefault()} @keydown=${this.onKey} @focusout=${() => this.keep()}>
        ${FIELDS.map((field) => {
          const { property, label, unit, size, low } = field;
          const value = now[property];
          if (value === null) return nothing;
          const held = touch?.held && change?.property === property;
          const shown = Number((value / size).toFixed(size === 1 ? 0 : DIGITS));
          const input = this.renderRoot.querySelector(`#${property}`);
          // A typed value is not reformatted.
          const typed = held && this.shadowRoot?.activeElement === input;
          return html`<label for=${property}>${label}</label>
            <input id=${property} type="number" min=${low < 1 ? 0 : low} step=${1} .value=${typed ? /** @type {HTMLInputElement} */ (input).value : String(shown)} @input=${(/** @type {Event} */ event) => this.change(event, field)} @change=${(/** @type {Event} */ event) => this.change(event, field)} />
            <span class="soft">${unit}</span>`;
        })}
      </form>
      ${this.problem ? html`<p class="problem" role="alert">${this.problem}</p>` : nothing}
      ${answer.length > 0 ? html`<p>${answer.map(({ text, strong }) => (strong ? html`<b>${text}</b>` : text))}</p>` : nothing}
    </details>`;
  }
}

customElements.define('job-edit-form', JobEditForm);
