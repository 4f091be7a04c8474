/** @file The machines of a cluster, one per row: name, speed, owner and users. */
import { css, html, LitElement, nothing } from 'lit';
import { dataTable, rowActions } from '../elements/data-table.js';
import { diagnosticsAt } from '../elements/field-focus.js';
import { icon } from '../elements/icons.js';
import { numberField } from '../elements/number-field.js';
import { panelStyle } from '../elements/panel-style.js';
import { textField } from '../elements/text-field.js';
import { changeMachine, duplicateMachine, parseHours } from '../scenario/machines.js';
import { formatNumber } from '../text/numbers.js';

/** @import { FieldOfTable } from '../engine/types.js' */
/** @import { Machine } from '../scenario/types.js' */
/** @import { Diagnostic } from '../types.js' */

/** Number of machines shown at first, and added on demand. */
const PAGE_ROWS = 40;

/** A table of machines. Dispatches `machines-change` with `detail.machines`, and `alike` to make them equal. */
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
    panelStyle,
    css`
      input[type='text'] {
        width: 6.5em;
      }
      input.number,
      input[data-pointer$='/hours'] {
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
    this.shown = PAGE_ROWS;
    /** The machine with invalid hours; -1 for none. */
    this.misread = -1;
  }

  /** @override */
  render() {
    const rest = this.machines.length - this.shown;
    return html`<div class="stack">
      ${dataTable({
        label: `Machines of ${this.name}`,
        css: 'edit pinned',
        rows: this.machines.slice(0, this.shown),
        columns: [
          ...this.fields.map((field) => ({
            name: field.name,
            help: field.doc,
            css: typeof field.default === 'number' ? '' : 'text',
            cell: (/** @type {Machine} */ machine, /** @type {number} */ at) => this.renderCell(field, machine, at),
          })),
          rowActions((machine, at) => [
            {
              icon: 'copy',
              label: `Duplicate ${machineTitle(machine, at)}`,
              title: 'Duplicate',
              act: () => this.dispatchMachines(duplicateMachine(this.machines, at)),
            },
            {
              icon: 'remove',
              label: `Remove ${machineTitle(machine, at)}`,
              title: 'Remove',
              disabled: this.machines.length === 1,
              act: () => this.dispatchMachines(this.machines.toSpliced(at, 1)),
            },
          ]),
        ],
      })}
      ${this.misread >= 0 ? html`<p class="problem">Write hours as start-end, from 0 to 24, for example 18-8.</p>` : nothing}
      <div class="row">
        ${rest > 0 ? html`<button type="button" class="quiet" @click=${() => (this.shown += PAGE_ROWS)}>Show ${formatNumber(Math.min(rest, PAGE_ROWS))} more</button>` : nothing}
        <button type="button" @click=${() => this.dispatchMachines(duplicateMachine(this.machines, this.machines.length - 1))}>${icon('plus')} Add a machine</button>
        <button type="button" class="quiet" @click=${() => this.dispatchEvent(new CustomEvent('alike'))}>Make all machines equal</button>
      </div>
    </div>`;
  }

  /**
   * Renders the control of one field of a machine.
   * @param {FieldOfTable} field
   * @param {Machine} machine
   * @param {number} at
   */
  renderCell({ key, name, default: usual }, machine, at) {
    const change = (/** @type {Machine} */ values) =>
      this.dispatchMachines(this.machines.map((one, index) => (index === at ? changeMachine(this.fields, one, values) : one)));
    const given = /** @type {Record<string, unknown>} */ (machine)[key];
    const value = given ?? usual;
    const label = `${name} of ${machineTitle(machine, at)}`;
    const pointer = `${this.pointer}/${at}/${key}`;
    const invalid = diagnosticsAt(this.diagnostics, pointer).length > 0;
    if (typeof usual === 'number')
      return numberField({ value: Number(value), low: 0, label, pointer, invalid, change: (next) => change({ [key]: next }) });
    const text = (/** @type {string} */ shown, /** @type {(text: string) => void} */ set) =>
      textField({
        value: shown,
        label,
        pointer,
        invalid: invalid || (key === 'hours' && this.misread === at),
        change: (typed) => set(typed.trim()),
      });
    if (key === 'hours') return text(Array.isArray(given) ? given.join('-') : '', (typed) => this.setHours(at, typed, change));
    if (!Array.isArray(usual)) return text(String(value), (typed) => change({ [key]: typed }));
    const list = (/** @type {string} */ typed) => typed.split(/\s*,\s*/u).filter((one) => one !== '');
    return text(Array.isArray(value) ? value.join(', ') : '', (typed) => change({ [key]: list(typed) }));
  }

  /**
   * @param {number} at
   * @param {string} text
   * @param {(values: Machine) => void} change
   */
  setHours(at, text, change) {
    const hours = parseHours(text);
    this.misread = hours === null ? at : -1;
    if (hours === null) return;
    // A member that is undefined is left out.
    change(/** @type {Machine} */ ({ hours }));
  }

  /** @param {Machine[]} machines */
  dispatchMachines(machines) {
    this.shown = Math.max(this.shown, Math.min(machines.length, this.shown + 1));
    this.dispatchEvent(new CustomEvent('machines-change', { detail: { machines } }));
  }
}

/**
 * @param {Machine} machine
 * @param {number} at
 */
function machineTitle({ name }, at) {
  return name || `machine ${at + 1}`;
}
