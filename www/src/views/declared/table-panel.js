/** @file `<table-panel>`: a table that a system declares: its rows as a list, one of its columns as a line, all of it as a file. */

import { css, html, nothing } from 'lit';
import { attempt } from '../../commands/attempt.js';
import { ask, save, seek, select } from '../../commands.js';
import { dataTable } from '../../elements/data-table.js';
import { panel } from '../../elements/panel.js';
import { Part } from '../../elements/part.js';
import { Pulse } from '../../elements/pulse.js';
import { lineStyle } from '../../elements/theme.js';
import { formatNumber } from '../../text/numbers.js';
import { formatTime } from '../../text/time.js';
import { cellText, isDrawn, lineOf, orderBy, VIEW } from './cells.js';
import '../../plot/line-plot.js';

/** @import { Table, TableRows } from '../../engine/types.js' */
/** @import { Column } from './cells.js' */

/** Milliseconds between two looks while a run is computed. */
const WAIT = 1000;
/** Rows listed at most. */
const MOST_ROWS = 200;
/** What is there before the table is read. @type {TableRows} */
const NONE = { columns: {}, names: {}, because: [] };

/** The tables of one system, one at a time. */
export class TablePanel extends Part {
  static properties = {
    variant: { state: true },
    at: { state: true },
    rows: { state: true },
    sort: { state: true },
    descending: { state: true },
    drawn: { state: true },
  };

  /** @override @type {readonly (keyof import('../../types.js').State)[]} */
  static watches = ['variants', 'selected'];

  static styles = [
    panel,
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
    /** The system whose tables are shown. */
    this.variant = 0;
    /** Which of them. */
    this.at = 0;
    /** What is in it. */
    this.rows = NONE;
    /** The column it is sorted by; empty for none. */
    this.sort = '';
    this.descending = false;
    /** The column that is drawn; empty for the first that can be. */
    this.drawn = '';
    this.pulse = new Pulse(this, () => this.look(), WAIT, ['variants']);
  }

  /** The tables of the system, declared by it and shown nowhere else. @returns {readonly Table[]} */
  get tables() {
    return this.state.variants[this.variant]?.views[VIEW] ?? [];
  }

  /** The table that is shown. */
  get table() {
    return this.tables[this.at] ?? this.tables[0];
  }

  /** Reads the table as far as it is computed. */
  async look() {
    const { table } = this;
    if (!table) return;
    try {
      const rows = await ask(this.page, this.variant, 'table_rows', table.id);
      if (table.id === this.table?.id) this.rows = rows;
    } catch {
      // A run that is replaced while it is asked keeps what it said last.
    }
  }

  /** @override */
  render() {
    const { variants } = this.state;
    const { table } = this;
    return html`<div class="stack">
      ${variants.length > 1 ? this.chooser('Variant', variants, this.variant, (place) => this.show(place, 0)) : nothing}
      ${this.tables.length > 1 ? this.chooser('Table', this.tables, this.at, (place) => this.show(this.variant, place)) : nothing}
      ${table ? this.content(table) : html`<p class="soft">This system declares no tables.</p>`}
    </div>`;
  }

  /**
   * @param {number} variant
   * @param {number} at
   */
  show(variant, at) {
    Object.assign(this, { variant, at, rows: NONE, sort: '', drawn: '' });
    this.pulse.beat();
  }

  /**
   * @param {string} label
   * @param {readonly {name: string}[]} list
   * @param {number} chosen
   * @param {(place: number) => void} choose
   */
  chooser(label, list, chosen, choose) {
    const changed = (/** @type {Event} */ event) => choose(Number(/** @type {HTMLSelectElement} */ (event.target).value));
    return html`<label class="row">${label}
      <select @change=${changed}>
        ${list.map(({ name }, place) => html`<option value=${place} .selected=${place === chosen}>${name}</option>`)}
      </select></label>`;
  }

  /** @param {Table} table */
  content(table) {
    const { sort, descending } = this;
    const { columns, names, because } = this.rows;
    const rows = columns[table.columns[0]?.id ?? '']?.length ?? 0;
    const places =
      sort === '' ? Array.from({ length: rows }, (_, place) => place) : orderBy(names[sort] ?? columns[sort] ?? [], descending);
    return html`<p class="soft">${table.doc}</p>
      ${this.line(table)}
      <div class="row">
        <span class="soft grow">${formatNumber(rows)} ${rows === 1 ? 'row' : 'rows'}${rows > MOST_ROWS ? `, the first ${MOST_ROWS} are listed` : ''}</span>
        <button type="button"  ?disabled=${rows === 0} @click=${() => this.csv(table)}>CSV</button>
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

  /**
   * The chosen column as a line; a click goes to that time.
   * @param {Table} table
   */
  line(table) {
    const drawable = table.columns.filter(isDrawn);
    const chosen = drawable.find(({ id }) => id === this.drawn) ?? drawable[0];
    if (!chosen) return nothing;
    const { x, values, overTime } = lineOf(table, this.rows, chosen.id);
    const times = chosen.cells === 'span' || chosen.unit === 's';
    const { token, dash } = lineStyle(this.variant);
    const data = { x, lines: [{ name: chosen.name, values, token, dash, axis: 'left' }], rules: [], dots: [] };
    const look = {
      label: chosen.name,
      unit: says(chosen.name, chosen.unit) ? '' : chosen.unit,
      left: times ? formatTime : formatNumber,
      ticks: true,
      times,
      share: false,
      overTime,
      words: chosen.doc,
    };
    return html`${this.chooser('Line', drawable, drawable.indexOf(chosen), (place) => (this.drawn = drawable[place]?.id ?? ''))}
      ${x.length > 1 ? html`<line-plot ?pickable=${overTime} .data=${data} .look=${look} @pick=${(/** @type {CustomEvent<{x: number}>} */ event) => seek(this.page, event.detail.x)}></line-plot>` : nothing}`;
  }

  /** @param {Table} table */
  csv({ id, name }) {
    return attempt(this.page, `The file of ${name} could not be created`, async () =>
      save(`${id}.csv`, await ask(this.page, this.variant, 'export_text', id), 'text/csv'),
    );
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
