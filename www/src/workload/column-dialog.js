/** @file `<column-dialog>`: the meaning of each column of a table, with a preview of the first jobs. */

import { css, html, nothing, svg } from 'lit';
import { closeColumns, openTable, patchScenario } from '../commands.js';
import { dataTable } from '../elements/data-table.js';
import { Dialog } from '../elements/dialog.js';
import { registerElements } from '../elements/element-registry.js';
import { debounce } from '../elements/page-element.js';
import { panelStyle } from '../elements/panel-style.js';
import { DiagnosticList } from '../forms/diagnostic-list.js';
import { EntryForm } from '../forms/entry-form.js';
import { ParameterTable } from '../forms/parameter-table.js';
import { findEntry } from '../scenario/catalog-choices.js';
import { changeColumn, chosenColumns, settingsWithColumns } from '../scenario/column-mapping.js';
import { StoreController } from '../state/store.js';
import { formatChoiceId } from '../text/choice-id.js';
import { formatNumber } from '../text/numbers.js';
import { formatTime } from '../text/time.js';

/** @import { Settings } from '../engine/types.js' */
/** @import { ChosenColumn } from '../scenario/column-mapping.js' */
/** @import { Parameter, TableRow } from '../scenario/types.js' */
/** @import { OpenedColumns } from '../types.js' */
/** @typedef {import('../../pkg-formats/ganttlet_formats.js').ColumnPreview} ColumnPreview */
/** @typedef {ColumnPreview['jobs'][number]} PreviewedJob */

/** Pause between a change and the preview of it, ms. */
const PAUSE_MS = 200;
/** The parameters of a table that change its division into columns. */
const LAYOUT = ['separator', 'header'];
/** The parameters of a table that the dialog shows below the columns. */
const OTHERS = ['decimal_comma', 'at_limit', 'processors_per_node', 'utc_offset_min'];
/** Size of the preview, in units of its drawing. */
const [WIDTH, ROW, BAR] = [600, 14, 9];

/** The dialog; the state of the page determines its table. */
export class ColumnDialog extends Dialog {
  static properties = {
    ...Dialog.properties,
    columns: { state: true },
    settings: { state: true },
    doubts: { state: true },
    preview: { state: true },
    failed: { state: true },
  };

  static styles = [
    ...panelStyle,
    ...Dialog.styles,
    css`
      dialog {
        width: min(980px, calc(100vw - 16px));
      }
      .body {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: 12px;
      }
      select {
        width: auto;
        min-width: 9em;
        max-width: 14em;
      }
      .samples {
        max-width: 22em;
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
        color: var(--ink-soft);
      }
      tbody th {
        max-width: 14em;
        overflow-wrap: anywhere;
        white-space: normal;
      }
      figure {
        margin: 0;
      }
      svg.bars {
        width: 100%;
        display: block;
      }
      svg.bars rect {
        fill: var(--accent);
      }
      svg.bars line {
        stroke: var(--edge);
      }
      .axis {
        display: flex;
        justify-content: space-between;
        border-top: 1px solid var(--line);
        font-size: var(--text-small);
      }
      .actions {
        position: sticky;
        bottom: 0;
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        justify-content: flex-end;
        width: auto;
        gap: 8px;
        padding-block: 8px;
        border-top: 1px solid var(--line);
        background: var(--paper);
        white-space: normal;
      }
      .actions p {
        flex: 1 1 200px;
      }
      @media (width < 700px) {
        .body {
          padding: 8px;
        }
        .samples {
          max-width: 10em;
        }
      }
    `,
  ];

  constructor() {
    super();
    /** @type {ChosenColumn[]} */
    this.columns = [];
    /** @type {Settings} */
    this.settings = {};
    /** True if the file itself has names and types of columns, such as a Parquet file. */
    this.typed = false;
    /** @type {readonly string[]} */
    this.doubts = [];
    /** @type {ColumnPreview | undefined} */
    this.preview = undefined;
    this.failed = '';
    /** The shown table. @type {OpenedColumns | null} */
    this.shown = null;
    /** Number of the last request to the readers: answers to earlier requests are out of date. */
    this.asked = 0;
    this.fromStore = new StoreController(this, ({ columns, catalog }) => ({ columns, catalog }));
    this.refresh = debounce(() => void this.loadPreview(), PAUSE_MS);
  }

  get heading() {
    return `Columns of ${this.shown?.name ?? 'the table'}`;
  }

  /** The parameters of tables. @returns {readonly Parameter[]} */
  get parameters() {
    return findEntry(this.fromStore.value.catalog, 'format', 'table')?.parameters ?? [];
  }

  /** The columns of the parameter `columns`: the possible meanings of its cells. @param {string} id */
  options(id) {
    const columns = this.parameters.find((one) => one.id === 'columns')?.columns ?? [];
    return /** @type {Parameter | undefined} */ (columns.find((one) => one.id === id))?.options ?? [];
  }

  willUpdate() {
    const { columns } = this.fromStore.value;
    if (columns === this.shown) return;
    this.shown = columns;
    if (columns) void this.start(columns);
    else this.close();
  }

  /** Shows a table. @param {OpenedColumns} opened */
  async start(opened) {
    [this.columns, this.settings, this.doubts, this.preview, this.failed] = [[], opened.settings ?? {}, [], undefined, ''];
    if (!this.isShown) void this.open();
    await this.guess(opened.settings);
  }

  /**
   * Finds the columns of the table. Meanings come from the settings or, if missing, from a guess.
   * @param {Settings} [settings]
   */
  async guess(settings) {
    const { shown } = this;
    if (!shown) return;
    this.asked += 1;
    const { asked } = this;
    const guess = await this.page.services.guess_columns(shown.bytes, JSON.stringify(settings ?? {})).catch((error) => String(error));
    if (asked !== this.asked || shown !== this.shown) return;
    if (guess === null || typeof guess === 'string') {
      this.failed = guess ?? 'This file has no rows that can be read.';
      return;
    }
    const chosen = /** @type {TableRow[]} */ (/** @type {unknown} */ (settings?.columns ?? []));
    const rows = chosen.length > 0 ? chosen : /** @type {TableRow[]} */ (/** @type {unknown} */ (guess.settings.columns ?? []));
    this.doubts = chosen.length > 0 ? [] : guess.doubts;
    this.typed = guess.settings.separator === undefined;
    this.settings = { ...guess.settings, ...settings };
    this.columns = chosenColumns(guess.columns, rows);
    await this.loadPreview();
  }

  /** The chosen parameters. */
  get chosenSettings() {
    return settingsWithColumns(this.parameters, this.settings, this.columns);
  }

  /** Reads the first rows with the chosen parameters. */
  async loadPreview() {
    const { shown } = this;
    if (!shown) return;
    this.asked += 1;
    const { asked } = this;
    const { name, bytes } = shown;
    const preview = await this.page.services
      .preview_columns(name, bytes, JSON.stringify(this.chosenSettings))
      .catch((error) => String(error));
    if (asked !== this.asked) return;
    if (typeof preview === 'string') this.failed = preview;
    else [this.preview, this.failed] = [preview, ''];
  }

  /**
   * Changes the meaning of a column.
   * @param {number} at
   * @param {{meaning?: string, unit?: string}} change
   */
  change(at, change) {
    this.columns = changeColumn(this.columns, at, change);
    this.refresh();
  }

  /** @param {CustomEvent<{settings: Settings}>} event */
  changeSettings({ detail }) {
    const ids = [...LAYOUT, ...OTHERS];
    const kept = Object.fromEntries(Object.entries(this.settings).filter(([id]) => !ids.includes(id)));
    const layout = LAYOUT.some((id) => (detail.settings[id] ?? 'detect') !== (this.settings[id] ?? 'detect'));
    this.settings = { ...kept, ...detail.settings };
    if (!layout) return this.refresh();
    // A different layout has different columns, so their meanings are removed.
    const { columns: _, ...rest } = this.settings;
    return void this.guess(rest);
  }

  /** @override */
  onClosed() {
    super.onClosed();
    if (this.fromStore.value.columns) closeColumns(this.page);
  }

  /**
   * Reads the table with the chosen parameters: in the scenario on screen if it names the table, else as a new file.
   */
  apply() {
    const { shown, chosenSettings, page } = this;
    if (!shown) return;
    closeColumns(page);
    const { name, pointer } = shown;
    const bytes = /** @type {Uint8Array<ArrayBuffer>} */ (shown.bytes);
    void (pointer ? patchScenario(page, `${pointer}/parameters`, chosenSettings) : openTable(page, { name, bytes }, chosenSettings));
  }

  /** Renders the columns with their meaning, doubtful guesses and a preview of the jobs. @override */
  renderContent() {
    if (this.failed) return html`<p role="alert">${this.failed}</p>${this.renderActions(false)}`;
    if (this.columns.length === 0) return html`<p role="status">Reading the first rows …</p>`;
    const shown = this.typed ? OTHERS : [...LAYOUT, ...OTHERS];
    const parameters = this.parameters.filter(({ id }) => shown.includes(id));
    const problems = (this.preview?.diagnostics ?? []).filter(({ severity }) => severity !== 'note');
    const usable = (this.preview?.count ?? 0) > 0;
    return html`
      ${
        this.doubts.length > 0
          ? html`<section aria-label="Doubtful guesses">
            <p>Guessed from names and values; please check:</p>
            <ul>${this.doubts.map((doubt) => html`<li>– ${doubt}</li>`)}</ul>
          </section>`
          : nothing
      }
      ${this.renderColumns()}
      <details>
        <summary>${this.typed ? 'Numbers and times' : 'Separator, header and numbers'}</summary>
        <entry-form
          .parameters=${parameters}
          .settings=${Object.fromEntries(Object.entries(this.settings).filter(([id]) => parameters.some((one) => one.id === id)))}
          @settings-change=${this.changeSettings}
        ></entry-form>
      </details>
      ${this.preview && usable ? this.renderPreview(this.preview) : nothing}
      ${problems.length > 0 ? html`<diagnostic-list .diagnostics=${problems}></diagnostic-list>` : nothing} ${this.renderActions(usable)}
    `;
  }

  /** Renders the table of columns: name, meaning, unit and first values. */
  renderColumns() {
    return dataTable({
      label: 'Columns of the table',
      css: 'edit pinned',
      rows: this.columns,
      columns: [
        { name: 'Column', css: 'text', cell: ({ name }, at) => name || `Column ${at + 1}` },
        { name: 'Meaning', css: 'text', cell: (column, at) => this.renderMeaning(column, at) },
        { name: 'Unit', css: 'text', cell: (column, at) => this.renderUnit(column, at) },
        {
          name: 'First values',
          css: 'text',
          cell: ({ samples }) => html`<div class="samples" title=${samples.join(', ')}>${samples.join(', ')}</div>`,
        },
      ],
    });
  }

  /**
   * @param {ChosenColumn} column
   * @param {number} at
   */
  renderMeaning({ name, rows }, at) {
    const [first, ...others] = rows;
    return html`<select
        aria-label="Meaning of ${name || `column ${at + 1}`}"
        @change=${(/** @type {Event} */ event) => this.change(at, { meaning: /** @type {HTMLSelectElement} */ (event.target).value })}
      >
        ${this.options('meaning').map(([id, doc]) => html`<option value=${id} title=${doc} .selected=${id === (first?.meaning ?? 'unused')}>${formatChoiceId(id)}</option>`)}
      </select>
      ${others.length > 0 ? html`<div class="soft">and ${others.map(({ meaning }) => formatChoiceId(meaning)).join(', ')}</div>` : nothing}`;
  }

  /**
   * @param {ChosenColumn} column
   * @param {number} at
   */
  renderUnit({ name, rows: [row] }, at) {
    if (!row) return nothing;
    return html`<select
      aria-label="Unit of ${name || `column ${at + 1}`}"
      @change=${(/** @type {Event} */ event) => this.change(at, { unit: /** @type {HTMLSelectElement} */ (event.target).value })}
    >
      ${this.options('unit').map(([id, doc]) => html`<option value=${id} title=${doc} .selected=${id === row.unit}>${formatChoiceId(id)}</option>`)}
    </select>`;
  }

  /** The first jobs as bars from start to end, with a line for their wait. @param {ColumnPreview} preview */
  renderPreview({ jobs, count }) {
    const start = (/** @type {PreviewedJob} */ job) => job.start ?? job.submit;
    const last = Math.max(1, ...jobs.map((job) => start(job) + job.run));
    const x = (/** @type {number} */ time) => (time / last) * WIDTH;
    const text = jobs
      .map((job) => `${job.id}: submitted at ${formatTime(job.submit)}, runs ${formatTime(job.run)} on ${formatNumber(job.nodes)}`)
      .join('; ');
    return html`<figure>
      <figcaption>The first ${formatNumber(jobs.length)} jobs of the first ${formatNumber(count)}, from submission to end</figcaption>
      <svg class="bars" role="img" aria-label=${text} viewBox="0 0 ${WIDTH} ${jobs.length * ROW}" preserveAspectRatio="none" height=${jobs.length * ROW}>
        ${jobs.map((job, at) => {
          const middle = at * ROW + ROW / 2;
          return svg`<g><title>${job.id}: ${formatNumber(job.nodes)} processors, ${formatTime(job.run)}</title>
            <line x1=${x(job.submit)} x2=${x(start(job))} y1=${middle} y2=${middle}></line>
            <rect x=${x(start(job))} width=${Math.max(2, x(job.run))} y=${middle - BAR / 2} height=${BAR}></rect></g>`;
        })}
      </svg>
      <div class="axis"><span>0 s</span><span>${formatTime(last)}</span></div>
    </figure>`;
  }

  /** @param {boolean} usable */
  renderActions(usable) {
    const count = this.preview?.count ?? 0;
    return html`<div class="actions">
      <p role="status">${usable ? `${formatNumber(count)} jobs in the first rows.` : this.preview ? 'No job can be read in this way.' : ''}</p>
      <button type="button" @click=${this.close}>Cancel</button>
      <button type="button" class="primary" ?disabled=${!usable} @click=${this.apply}>Apply</button>
    </div>`;
  }
}

registerElements({
  'column-dialog': ColumnDialog,
  'diagnostic-list': DiagnosticList,
  'entry-form': EntryForm,
  'parameter-table': ParameterTable,
});
