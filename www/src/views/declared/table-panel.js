/** @file `<table-panel>`: a table that a system declares: its rows as a list, one of its columns as a line, and all of it as a file. */

import { css, html, nothing } from 'lit';
import { askRun, selectSubject } from '../../commands.js';
import { dataTable } from '../../elements/data-table.js';
import { lineStyle } from '../../elements/theme.js';
import { fetchAdvice } from '../../services/advice.js';
import { formatNumber } from '../../text/numbers.js';
import { formatTime } from '../../text/time.js';
import { createPlotLine, createTimePlot } from '../panel-parts.js';
import { VariantPanel } from '../variant-panel.js';
import { columnLine, formatCell, isPlottable, sortedPlaces } from './table-cells.js';
import '../../plot/line-plot.js';

/** @import { Advice } from '../../services/advice.js' */
/** @import { Table, TableRows } from '../../engine/types.js' */
/** @import { Column } from './table-cells.js' */

/** Maximum number of rows listed. */
const MOST_ROWS = 200;
/** The rows before the table is read. @type {TableRows} */
const NO_ROWS = { columns: {}, names: {}, because: [] };

/** The tables of one system, one at a time. */
export class TablePanel extends VariantPanel {
  static properties = {
    at: { state: true },
    rows: { state: true },
    sort: { state: true },
    descending: { state: true },
    drawn: { state: true },
    texts: { state: true },
  };

  static view = 'declared';

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
    /** The index of the shown table. */
    this.at = 0;
    /** The key of the table whose rows are known. */
    this.shown = '';
    this.rows = NO_ROWS;
    /** The column that sorts the rows; empty for none. */
    this.sort = '';
    this.descending = false;
    /** The explanations of each table and its columns; fetched with the first table. @type {Record<string, Advice>} */
    this.texts = {};
    /** The drawn column; empty for the first suitable one. */
    this.drawn = '';
  }

  /** The tables that the system declares and that no other view shows. @returns {readonly Table[]} */
  get shownTables() {
    return this.state.variants[this.variant]?.views[TablePanel.view] ?? [];
  }

  /** The shown table. */
  get currentTable() {
    return this.shownTables[this.at] ?? this.shownTables[0];
  }

  /** Reads the computed part of the table. @override */
  async readRuns() {
    this.#clearOnChange();
    const { tableKey: key, currentTable: table } = this;
    if (!table) return;
    // The table is shown even without the texts.
    void fetchAdvice().then(
      (texts) => (this.texts = texts),
      () => undefined,
    );
    const rows = await askRun(this.page, this.variant, 'table_rows', table.id);
    if (key === this.tableKey) this.rows = rows;
  }

  /** Identifies the current table among those of all variants. */
  get tableKey() {
    return `${this.variant} ${this.currentTable?.id}`;
  }

  /** Clears the rows if another table is shown. */
  #clearOnChange() {
    if (this.tableKey !== this.shown) Object.assign(this, { shown: this.tableKey, rows: NO_ROWS, sort: '', drawn: '' });
  }

  /** @override */
  willUpdate() {
    this.#clearOnChange();
  }

  /** @override */
  renderContent() {
    const { currentTable: table, shownTables: tables } = this;
    const options = tables.map(({ name }, value) => ({ value, name }));
    return html`<div class="stack">
      ${this.renderVariantChooser()}
      ${tables.length > 1 ? this.renderChooser('Table', options, this.at, (at) => this.setChoice({ at })) : nothing}
      ${table ? this.renderRows(table) : html`<p class="soft">This system declares no tables.</p>`}
    </div>`;
  }

  /** The description of a table. @param {Table} table */
  textsOf(table) {
    return this.texts[`table/${table.id}`] ?? {};
  }

  /** Renders the rows of a table, sorted, with a plot and a download. @param {Table} table */
  renderRows(table) {
    const { sort, descending } = this;
    const { columns, names, because } = this.rows;
    const rows = columns[table.columns[0]?.id ?? '']?.length ?? 0;
    const places =
      sort === '' ? Array.from({ length: rows }, (_, place) => place) : sortedPlaces(names[sort] ?? columns[sort] ?? [], descending);
    return html`<p class="soft">${this.textsOf(table).doc}</p>
      ${this.renderPlot(table)}
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
            unit: includesUnit(column.name, column.unit) ? '' : column.unit,
            help: this.textsOf(table).columns?.[column.id],
            css: names[column.id] || column.cells === 'subject' ? 'text' : '',
            cell: (/** @type {number} */ place) => this.renderCell(column, place),
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
  renderCell(column, place) {
    const text = formatCell(column, this.rows, place);
    const subject = column.cells === 'subject' ? (this.rows.columns[column.id]?.[place] ?? NaN) : NaN;
    return Number.isNaN(subject)
      ? text
      : html`<button type="button" aria-pressed=${subject === this.state.selected} @click=${() => selectSubject(this.page, subject)}>${text}</button>`;
  }

  /** The chosen column as a line; a click moves the playhead to that time. @param {Table} table */
  renderPlot(table) {
    const drawable = table.columns.filter(isPlottable);
    const chosen = drawable.find(({ id }) => id === this.drawn) ?? drawable[0];
    if (!chosen) return nothing;
    const { x, values, overTime } = columnLine(table, this.rows, chosen.id);
    const times = chosen.cells === 'span' || chosen.unit === 's';
    const { token, dash } = lineStyle(this.variant);
    const plot = createTimePlot(
      { x, lines: [createPlotLine(chosen.name, values, token, dash)] },
      {
        label: chosen.name,
        unit: includesUnit(chosen.name, chosen.unit) ? '' : chosen.unit,
        left: times ? formatTime : formatNumber,
        times,
        overTime,
        words: this.textsOf(table).columns?.[chosen.id] ?? '',
      },
    );
    const options = drawable.map(({ name }, value) => ({ value, name }));
    return html`${this.renderChooser('Line', options, drawable.indexOf(chosen), (at) => (this.drawn = drawable[at]?.id ?? ''))}
      ${x.length > 1 ? this.renderTimePlot(plot) : nothing}`;
  }
}

/**
 * Whether a column needs no unit beside its name: its name contains it or, for times, its cells contain it.
 * @param {string} name
 * @param {string} unit
 */
function includesUnit(name, unit) {
  return unit === 's' || name.toLowerCase().includes(unit);
}

customElements.define('table-panel', TablePanel);
