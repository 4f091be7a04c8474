/** @file The machines of a cluster, one a row: what each is called, how fast it is, whom it belongs to and who may use it. */
import { css, html, LitElement, nothing } from 'lit';
import { editTable } from '../elements/edit-table.js';
import { diagnosticsAt } from '../elements/focus.js';
import { icon } from '../elements/icons.js';
import { numberField } from '../elements/number-field.js';
import { panel } from '../elements/panel.js';
import { changed, duplicated, hoursOf } from '../scenario/machines.js';
import { formatNumber } from '../text/numbers.js';

/** @import { FieldOfTable } from '../engine/types.js' */
/** @import { Machine } from '../scenario/types.js' */
/** @import { Diagnostic } from '../types.js' */

/** Machines shown at first, and more at each wish. */
const PAGE = 40;

/** A table of machines. Announces changes by `machines-change` with `detail.machines`, and the wish for equal ones by `alike`. */
export class MachineTable extends LitElement {
  static properties = {
    name: { type: String },
    machines: { attribute: false },
    fields: { attribute: false },
    diagnostics: { attribute: false },
    pointer: { type: String },
    shown: { state: true },
    misread: { state: true },
  };

  static styles = [
    panel,
    editTable,
    css`
      input[type='text'] {
        width: 6.5em;
      }
      input.number,
      input.hours {
        width: 5.2em;
      }
    `,
  ];

  constructor() {
    super();
    this.name = '';
    /** @type {readonly Machine[]} */
    this.machines = [];
    /** @type {readonly FieldOfTable[]} */
    this.fields = [];
    /** @type {readonly Diagnostic[]} */
    this.diagnostics = [];
    this.pointer = '';
    this.shown = PAGE;
    /** The machine whose hours could not be read; -1 for none. */
    this.misread = -1;
  }

  /** @override */
  render() {
    const rest = this.machines.length - this.shown;
    return html`<div class="stack">
      <div class="scroll" tabindex="0" role="group" aria-label="Machines of ${this.name}">
        <table>
          <thead>
            <tr>
              ${this.fields.map(({ name, doc }) => html`<th scope="col" title=${doc}>${name}</th>`)}
              <th><span class="unseen">Actions</span></th>
            </tr>
          </thead>
          <tbody>
            ${this.machines.slice(0, this.shown).map((machine, at) => this.row(machine, at))}
          </tbody>
        </table>
      </div>
      ${this.misread >= 0 ? html`<p class="problem">Write hours as start-end, from 0 to 24, for example 18-8.</p>` : nothing}
      <div class="row">
        ${rest > 0 ? html`<button type="button" class="quiet" @click=${() => (this.shown += PAGE)}>Show ${formatNumber(Math.min(rest, PAGE))} more</button>` : nothing}
        <button type="button" @click=${() => this.send(duplicated(this.machines, this.machines.length - 1))}>${icon('plus')} Add a machine</button>
        <button type="button" class="quiet" @click=${() => this.dispatchEvent(new CustomEvent('alike'))}>Make all machines equal</button>
      </div>
    </div>`;
  }

  /**
   * @param {Machine} machine
   * @param {number} at
   */
  row(machine, at) {
    const name = machine.name || `machine ${at + 1}`;
    const here = `${this.pointer}/${at}`;
    const change = (/** @type {Machine} */ values) =>
      this.send(this.machines.map((one, index) => (index === at ? changed(this.fields, one, values) : one)));
    const wrong = (/** @type {string} */ field) => diagnosticsAt(this.diagnostics, `${here}/${field}`).length > 0;
    const text = (
      /** @type {string} */ field,
      /** @type {string} */ label,
      /** @type {string} */ value,
      /** @type {(text: string) => void} */ set,
      css = '',
    ) =>
      html`<input
        type="text"
        class=${css}
        autocomplete="off"
        aria-label="${label} of ${name}"
        data-pointer="${here}/${field}"
        aria-invalid=${wrong(field) || (field === 'hours' && this.misread === at) ? 'true' : nothing}
        .value=${value}
        @change=${(/** @type {Event} */ event) => set(/** @type {HTMLInputElement} */ (event.target).value.trim())}
      />`;
    const cell = (/** @type {FieldOfTable} */ { key, name: label, default: usual }) => {
      const said = /** @type {Record<string, unknown>} */ (machine)[key];
      const value = said ?? usual;
      if (typeof usual === 'number') {
        const set = (/** @type {number} */ value) => change({ [key]: value });
        return numberField({
          value: Number(value),
          low: 0,
          label: `${label} of ${name}`,
          pointer: `${here}/${key}`,
          invalid: wrong(key),
          change: set,
        });
      }
      if (key === 'hours') {
        return text(key, label, Array.isArray(said) ? said.join('-') : '', (typed) => this.setHours(at, typed, change), 'hours');
      }
      if (!Array.isArray(usual)) return text(key, label, String(value), (typed) => change({ [key]: typed }));
      const list = (/** @type {string} */ typed) => typed.split(/\s*,\s*/u).filter((one) => one !== '');
      return text(key, label, Array.isArray(value) ? value.join(', ') : '', (typed) => change({ [key]: list(typed) }));
    };
    return html`<tr>
      ${this.fields.map((field) => html`<td>${cell(field)}</td>`)}
      <td class="actions">
        <button type="button" class="quiet" aria-label="Duplicate ${name}" title="Duplicate" @click=${() => this.send(duplicated(this.machines, at))}>${icon('copy')}</button
        ><button
          type="button"
          class="quiet"
          aria-label="Remove ${name}"
          title="Remove"
          ?disabled=${this.machines.length === 1}
          @click=${() => this.send(this.machines.toSpliced(at, 1))}
        >
          ${icon('remove')}
        </button>
      </td>
    </tr>`;
  }

  /**
   * @param {number} at
   * @param {string} text
   * @param {(values: Machine) => void} change
   */
  setHours(at, text, change) {
    const hours = hoursOf(text);
    this.misread = hours === null ? at : -1;
    if (hours === null) return;
    // A member that is undefined is left out.
    change(/** @type {Machine} */ ({ hours }));
  }

  /** @param {Machine[]} machines */
  send(machines) {
    this.shown = Math.max(this.shown, Math.min(machines.length, this.shown + 1));
    this.dispatchEvent(new CustomEvent('machines-change', { detail: { machines } }));
  }
}
