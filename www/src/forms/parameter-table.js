/** @file A parameter that is a table: rows can be added and removed; each cell is a field. */
import { css, html, LitElement, nothing } from 'lit';
import { dataTable, rowActions } from '../elements/data-table.js';
import { diagnosticsAt } from '../elements/field-focus.js';
import { icon } from '../elements/icons.js';
import { numberField } from '../elements/number-field.js';
import { panelStyle } from '../elements/panel-style.js';
import { textField } from '../elements/text-field.js';
import { parameterValue, unitBesideName } from '../scenario/parameter-values.js';
import { isQueueTable } from '../scenario/queue-limits.js';
import { appendRow, removeRow, setCell } from '../scenario/table-parameters.js';
import { formatChoiceId } from '../text/choice-id.js';
import './queue-cards.js';

/** @import { ParameterValue } from '../engine/types.js' */
/** @import { Parameter, TableRow } from '../scenario/types.js' */
/** @import { Diagnostic } from '../types.js' */

/** The rows of `parameter`. Dispatches `rows-change` with `detail.rows`. */
export class ParameterTable extends LitElement {
  static properties = {
    parameter: { attribute: false },
    rows: { attribute: false },
    diagnostics: { attribute: false },
    pointer: { type: String },
  };

  static styles = [
    panelStyle,
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
      tbody th {
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
    const table = this.renderTable(parameter);
    return html`${
      isQueueTable(parameter)
        ? html`<queue-cards .parameter=${parameter} .rows=${rows} @rows-change=${(/** @type {CustomEvent<{ rows: TableRow[] }>} */ { detail }) => this.dispatchRows(detail.rows)}></queue-cards>
            <details ?open=${this.diagnostics.some(({ place = '' }) => place.startsWith(`${this.pointer}/`))}>
              <summary>All settings of the queues</summary>
              ${table}
            </details>`
        : table
    }
      <button type="button" class="add" ?disabled=${rows.length >= max} @click=${() => this.addRow(parameter)}>${icon('plus')} Add a row</button>
      ${rows.length >= max ? html`<span class="soft">At most ${max} rows.</span>` : nothing}`;
  }

  /** Renders the rows as a table whose cells can be edited. @param {Parameter} parameter */
  renderTable(parameter) {
    const { rows } = this;
    const { columns = [], name, min = 0 } = parameter;
    if (rows.length === 0) return nothing;
    return dataTable({
      label: name,
      css: 'edit pinned',
      rows,
      columns: [
        { name: html`<span class="unseen">Row</span>`, css: 'text', cell: (_, at) => at + 1 },
        ...columns.map((column) => ({
          name: html`${column.name} ${unitBesideName(column)}`,
          help: column.doc,
          cell: (/** @type {TableRow} */ row, /** @type {number} */ at) => this.renderCell(parameter, column, row, at),
        })),
        rowActions((_, at) => [
          { icon: 'remove', label: `Remove row ${at + 1}`, disabled: rows.length <= min, act: () => this.removeRow(parameter, at) },
        ]),
      ],
    });
  }

  /**
   * Renders the control of one cell, by the type of its column.
   * @param {Parameter} parameter
   * @param {Parameter} column
   * @param {TableRow} row
   * @param {number} at
   */
  renderCell(parameter, column, row, at) {
    const { id, type, min, max, options = [] } = column;
    const [value, pointer, label] = [parameterValue(column, row), `${this.pointer}/${at}/${id}`, `${column.name} of row ${at + 1}`];
    const invalid = diagnosticsAt(this.diagnostics, pointer).length > 0;
    const change = (/** @type {ParameterValue} */ next) => this.dispatchRows(setCell(parameter, this.rows, at, id, next));
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
        ${options.map(([word]) => html`<option value=${word} .selected=${word === (value ?? '')}>${word === '' ? 'base value' : formatChoiceId(word)}</option>`)}
      </select>`;
    }
    if (type === 'expression' || type === 'text') {
      return textField({ value: String(value ?? ''), label, pointer, invalid, change, longest: column.max_length });
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
    this.dispatchRows(appendRow(parameter, this.rows));
    await this.updateComplete;
    this.findField('tbody tr:last-child :is(input, select)')?.focus();
  }

  /**
   * @param {Parameter} parameter
   * @param {number} at
   */
  async removeRow(parameter, at) {
    this.dispatchRows(removeRow(parameter, this.rows, at));
    await this.updateComplete;
    const row = Math.min(at + 1, this.rows.length);
    (this.findField(`tbody tr:nth-child(${row}) button:enabled`) ?? this.findField('button.add'))?.focus();
  }

  /**
   * @param {string} selector
   * @returns {HTMLElement | null}
   */
  findField(selector) {
    return this.renderRoot.querySelector(selector);
  }

  /** @param {TableRow[]} rows */
  dispatchRows(rows) {
    this.rows = rows;
    this.dispatchEvent(new CustomEvent('rows-change', { detail: { rows } }));
  }
}
