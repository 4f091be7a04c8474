/** @file `<table-panel>`: a table that a system declares: its rows as a list, one of its columns as a line, all of it as a file. */

import { css, html, nothing } from 'lit';
import { ask, select } from '../../commands.js';
import { dataTable } from '../../elements/data-table.js';
import { lineStyle } from '../../elements/theme.js';
import { formatNumber } from '../../text/numbers.js';
import { formatTime } from '../../text/time.js';
import { plotLine, plotOf } from '../panel-parts.js';
import { VariantPanel } from '../variant-panel.js';
import { cellText, isDrawn, lineOf, orderBy, VIEW } from './table-cells.js';
import '../../plot/line-plot.js';

/** @import { Table, TableRows } from '../../engine/types.js' */
/** @import { Column } from './table-cells.js' */

/** Rows listed at most. */
const MOST_ROWS = 200;
/** What is there before the table is read. @type {TableRows} */
const NONE = { columns: {}, names: {}, because: [] };

/** The tables of one system, one at a time. */
export class TablePanel extends VariantPanel {
  static properties = {
    at: { state: true },
    rows: { state: true },
    sort: { state: true },
    descending: { state: true },
    drawn: { state: true },
  };

  static view = VIEW;

  /** @override @type {readonly (keyof import('../../types.js').State)[]} */
  static follows = ['variants', 'pane'];

  static interval_ms = { least: 1000, most: Infinity };

  static styles = [
    ...VariantPanel.styles,
    css`
      line-plot {
        --plot-height: 160px;
      }
      .scroll {
        max-height: 480px;
      }
    `,
  ];

  constructor() {
    super();
    /** Which of them. */
    this.at = 0;
    /** The table whose rows are known. */
    this.shown = '';
    this.rows = NONE;
    /** The column it is sorted by; empty for none. */
    this.sort = '';
    this.descending = false;
    /** The column that is drawn; empty for the first that can be. */
    this.drawn = '';
  }

  /** The tables of the system, declared by it and shown nowhere else. @returns {readonly Table[]} */
  get tables() {
    return this.state.variants[this.variant]?.views[VIEW] ?? [];
  }

  /** The table that is shown. */
  get table() {
    return this.tables[this.at] ?? this.tables[0];
  }

  /** Reads the table as far as it is computed. @override */
  async read() {
    this.#clearOfAnother();
    const { key, table } = this;
    if (!table) return;
    const rows = await ask(this.page, this.variant, 'table_rows', table.id);
    if (key === this.key) this.rows = rows;
  }

  /** Names the table that is shown among those of all variants. */
  get key() {
    return `${this.variant} ${this.table?.id}`;
  }

  /** The rows of another table say nothing of this one. */
  #clearOfAnother() {
    if (this.key !== this.shown) Object.assign(this, { shown: this.key, rows: NONE, sort: '', drawn: '' });
  }

  /** @override */
  willUpdate() {
    this.#clearOfAnother();
  }

  /** @override */
  content() {
    const { table, tables } = this;
    const options = tables.map(({ name }, value) => ({ value, name }));
    return html`<div class="stack">
      ${this.variantChooser()}
      ${tables.length > 1 ? this.chooser('Table', options, this.at, (at) => this.choose({ at })) : nothing}
      ${table ? this.rowsOf(table) : html`<p class="soft">This system declares no tables.</p>`}
    </div>`;
  }

  /** @param {Table} table */
  rowsOf(table) {
    const { sort, descending } = this;
    const { columns, names, because } = this.rows;
    const rows = columns[table.columns[0]?.id ?? '']?.length ?? 0;
    const places =
      sort === '' ? Array.from({ length: rows }, (_, place) => place) : orderBy(names[sort] ?? columns[sort] ?? [], descending);
    return html`<p class="soft">${table.doc}</p>
      ${this.line(table)}
      <div class="row">
        <span class="soft grow">${formatNumber(rows)} ${rows === 1 ? 'row' : 'rows'}${rows > MOST_ROWS ? `, the first ${MOST_ROWS} are listed` : ''}</span>
        <button type="button"  ?disabled=${rows === 0} @click=${() => this.saveTable(table.id, table.name)}>CSV</button>
      </div>
      ${dataTable({
        label: table.name,
        rows: places.slice(0, MOST_ROWS),
        columns: [
          ...table.columns.map((column) => ({
            id: column.id,
            name: column.name,
            unit: says(column.name, column.unit) ? '' : column.unit,
            help: column.doc,
            css: names[column.id] || column.cells === 'subject' ? 'text' : '',
            cell: (/** @type {number} */ place) => this.cell(column, place),
          })),
          because.length > 0 && { name: 'Reason', css: 'text', cell: (place) => because[place] },
        ],
        sort: { by: sort, descending, change: (by, down) => Object.assign(this, { sort: by, descending: down }) },
      })}`;
  }

  /**
   * @param {Column} column
   * @param {number} place of the row
   */
  cell(column, place) {
    const text = cellText(column, this.rows, place);
    const subject = column.cells === 'subject' ? (this.rows.columns[column.id]?.[place] ?? NaN) : NaN;
    return Number.isNaN(subject)
      ? text
      : html`<button type="button" aria-pressed=${subject === this.state.selected} @click=${() => select(this.page, subject)}>${text}</button>`;
  }

  /** The chosen column as a line; a click goes to that time. @param {Table} table */
  line(table) {
    const drawable = table.columns.filter(isDrawn);
    const chosen = drawable.find(({ id }) => id === this.drawn) ?? drawable[0];
    if (!chosen) return nothing;
    const { x, values, overTime } = lineOf(table, this.rows, chosen.id);
    const times = chosen.cells === 'span' || chosen.unit === 's';
    const { token, dash } = lineStyle(this.variant);
    const plot = plotOf(
      { x, lines: [plotLine(chosen.name, values, token, dash)] },
      {
        label: chosen.name,
        unit: says(chosen.name, chosen.unit) ? '' : chosen.unit,
        left: times ? formatTime : formatNumber,
        times,
        overTime,
        words: chosen.doc,
      },
    );
    const options = drawable.map(({ name }, value) => ({ value, name }));
    return html`${this.chooser('Line', options, drawable.indexOf(chosen), (at) => (this.drawn = drawable[at]?.id ?? ''))}
      ${x.length > 1 ? this.timePlot(plot) : nothing}`;
  }
}

/**
 * Whether a column needs no unit beside its name: its name says it, or its cells do, as those of times.
 * @param {string} name
 * @param {string} unit
 */
function says(name, unit) {
  return unit === 's' || name.toLowerCase().includes(unit);
}

customElements.define('table-panel', TablePanel);
