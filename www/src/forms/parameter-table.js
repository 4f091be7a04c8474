/** @file A parameter that is a table: rows are added and removed, each cell is a field of its column's kind. */
import { css, html, LitElement, nothing } from 'lit';
import { editTable } from '../elements/edit-table.js';
import { diagnosticsAt } from '../elements/focus.js';
import { icon } from '../elements/icons.js';
import { numberField } from '../elements/number-field.js';
import { panel } from '../elements/panel.js';
import { areQueues } from '../scenario/queue-words.js';
import { withCell, withoutRow, withRow } from '../scenario/tables.js';
import { parameterValue, unitBeside } from '../scenario/values.js';
import { readable } from '../text/readable.js';
import './queue-cards.js';

/** @import { ParameterValue } from '../engine/types.js' */
/** @import { Parameter, TableRow } from '../scenario/types.js' */
/** @import { Diagnostic } from '../types.js' */

/** The rows of `parameter`. Announces changes by `rows-change` with `detail.rows`. */
export class ParameterTable extends LitElement {
  static properties = {
    parameter: { attribute: false },
    rows: { attribute: false },
    diagnostics: { attribute: false },
    pointer: { type: String },
  };

  static styles = [
    panel,
    editTable,
    css`
      input.number {
        width: 5.5em;
      }
      input[type='text']:not(.number) {
        min-width: 6.5em;
      }
      select {
        width: auto;
        max-width: 11em;
      }
      thead th {
        white-space: normal;
        vertical-align: bottom;
        text-align: right;
      }
      tbody th {
        font-variant-numeric: tabular-nums;
        line-height: 28px;
      }
    `,
  ];

  constructor() {
    super();
    /** @type {Parameter | undefined} */
    this.parameter = undefined;
    /** @type {readonly TableRow[]} */
    this.rows = [];
    /** @type {readonly Diagnostic[]} */
    this.diagnostics = [];
    this.pointer = '';
  }

  /** @override */
  render() {
    const { parameter, rows } = this;
    if (!parameter) return nothing;
    const { max = Infinity } = parameter;
    const table = this.table(parameter);
    return html`${
      areQueues(parameter)
        ? html`<queue-cards .parameter=${parameter} .rows=${rows} @rows-change=${(/** @type {CustomEvent<{ rows: TableRow[] }>} */ { detail }) => this.send(detail.rows)}></queue-cards>
            <details ?open=${this.diagnostics.some(({ place = '' }) => place.startsWith(`${this.pointer}/`))}>
              <summary>All settings of the queues</summary>
              ${table}
            </details>`
        : table
    }
      <button type="button" class="add" ?disabled=${rows.length >= max} @click=${() => this.addRow(parameter)}>${icon('plus')} Add a row</button>
      ${rows.length >= max ? html`<span class="soft">At most ${max} rows.</span>` : nothing}`;
  }

  /** @param {Parameter} parameter */
  table(parameter) {
    const { rows } = this;
    const { columns = [], name } = parameter;
    return rows.length === 0
      ? nothing
      : html`<div class="scroll" tabindex="0" role="group" aria-label=${name}>
            <table>
              <thead>
                <tr>
                  <th scope="col"><span class="unseen">Row</span></th>
                  ${columns.map((column) => html`<th scope="col" title=${column.doc}>${column.name} ${unitBeside(column)}</th>`)}
                  <th><span class="unseen">Actions</span></th>
                </tr>
              </thead>
              <tbody>
                ${rows.map((row, at) => this.row(parameter, row, at))}
              </tbody>
            </table>
          </div>`;
  }

  /**
   * @param {Parameter} parameter
   * @param {TableRow} row
   * @param {number} at
   */
  row(parameter, row, at) {
    const { columns = [], min = 0 } = parameter;
    const label = `Remove row ${at + 1}`;
    return html`<tr>
      <th scope="row">${at + 1}</th>
      ${columns.map((column) => html`<td>${this.cell(parameter, column, row, at)}</td>`)}
      <td class="actions">
        <button type="button" class="quiet" aria-label=${label} title=${label} ?disabled=${this.rows.length <= min} @click=${() => this.removeRow(parameter, at)}>
          ${icon('remove')}
        </button>
      </td>
    </tr>`;
  }

  /**
   * @param {Parameter} parameter
   * @param {Parameter} column
   * @param {TableRow} row
   * @param {number} at
   */
  cell(parameter, column, row, at) {
    const { id, type, min, max, options = [] } = column;
    const [value, pointer, label] = [parameterValue(column, row), `${this.pointer}/${at}/${id}`, `${column.name} of row ${at + 1}`];
    const invalid = diagnosticsAt(this.diagnostics, pointer).length > 0;
    const change = (/** @type {ParameterValue} */ next) => this.send(withCell(parameter, this.rows, at, id, next));
    if (type === 'bool') {
      return html`<input
        type="checkbox"
        aria-label=${label}
        data-pointer=${pointer}
        .checked=${value === true}
        @change=${(/** @type {Event} */ event) => change(/** @type {HTMLInputElement} */ (event.target).checked)}
      />`;
    }
    if (type === 'choice') {
      return html`<select
        aria-label=${label}
        data-pointer=${pointer}
        aria-invalid=${invalid ? 'true' : nothing}
        @change=${(/** @type {Event} */ event) => change(/** @type {HTMLSelectElement} */ (event.target).value)}
      >
        ${options.map(([word]) => html`<option value=${word} .selected=${word === (value ?? '')}>${word === '' ? 'base value' : readable(word)}</option>`)}
      </select>`;
    }
    if (type === 'expression') {
      return html`<input
        type="text"
        aria-label=${label}
        data-pointer=${pointer}
        autocomplete="off"
        spellcheck="false"
        aria-invalid=${invalid ? 'true' : nothing}
        .value=${String(value ?? '')}
        @change=${(/** @type {Event} */ event) => change(/** @type {HTMLInputElement} */ (event.target).value)}
      />`;
    }
    return numberField({
      value: Number(value),
      ...(min === undefined ? {} : { low: min }),
      ...(max === undefined ? {} : { high: max }),
      whole: type === 'integer',
      label,
      pointer,
      invalid,
      change,
    });
  }

  /** @param {Parameter} parameter */
  async addRow(parameter) {
    this.send(withRow(parameter, this.rows));
    await this.updateComplete;
    this.field('tbody tr:last-child :is(input, select)')?.focus();
  }

  /**
   * @param {Parameter} parameter
   * @param {number} at
   */
  async removeRow(parameter, at) {
    this.send(withoutRow(parameter, this.rows, at));
    await this.updateComplete;
    const row = Math.min(at + 1, this.rows.length);
    (this.field(`tbody tr:nth-child(${row}) button:enabled`) ?? this.field('button.add'))?.focus();
  }

  /**
   * @param {string} selector
   * @returns {HTMLElement | null}
   */
  field(selector) {
    return this.renderRoot.querySelector(selector);
  }

  /** @param {TableRow[]} rows */
  send(rows) {
    this.rows = rows;
    this.dispatchEvent(new CustomEvent('rows-change', { detail: { rows } }));
  }
}
