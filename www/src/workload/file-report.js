/** @file The report on an uploaded file: read, skipped and repaired lines, and the settings of its reader. */
import { css, html, nothing } from 'lit';
import { openColumns } from '../commands.js';
import { helpMark } from '../elements/help-mark.js';
import { icon } from '../elements/icons.js';
import { PageElement } from '../elements/page-element.js';
import { panelStyle } from '../elements/panel-style.js';
import { findEntry, workKind } from '../scenario/catalog-choices.js';
import { formatBytes } from '../text/numbers.js';
import { readCountText, workNoun } from '../text/time.js';

/** @import { Catalog, FileReading, Settings, Work } from '../engine/types.js' */
/** @import { FileReference } from '../scenario/types.js' */
/** @import { Diagnostic, KnownFile } from '../types.js' */

/** The maximum number of facts that are all visible. */
const FEW_FACTS = 6;

/** One file of the workload. Dispatches `settings-change` when the reader's settings change. */
export class FileReport extends PageElement {
  static properties = {
    catalog: { attribute: false },
    reference: { attribute: false },
    file: { attribute: false },
    settings: { attribute: false },
    diagnostics: { attribute: false },
    pointer: { type: String },
    runs: { attribute: false },
    nodes: { type: Number },
    found: { state: true },
  };

  static styles = [
    panelStyle,
    css`
      dl {
        display: grid;
        grid-template-columns: minmax(0, 2fr) minmax(0, 3fr);
        gap: 2px 12px;
      }
      dd {
        overflow-wrap: anywhere;
      }
      .missing {
        border-left: 3px solid var(--warn);
        padding-left: 8px;
      }
    `,
  ];

  constructor() {
    super();
    /** @type {Catalog | null} */
    this.catalog = null;
    /** @type {FileReference} */
    this.reference = { name: '', sha256: '', format: '' };
    /** @type {KnownFile | undefined} */
    this.file = undefined;
    /** @type {Settings | undefined} */
    this.settings = undefined;
    /** @type {readonly Diagnostic[]} */
    this.diagnostics = [];
    this.pointer = '';
    /** The kind of work of the scenario; undefined if it cannot be changed here. @type {Work | undefined} */
    this.runs = undefined;
    /** Nodes of the platform. */
    this.nodes = 0;
    /** The report on the file, read with these settings. @type {KnownFile['report'] | undefined} */
    this.found = undefined;
    /** The settings of this report. */
    this.read = '';
  }

  /**
   * @override
   * @param {import('lit').PropertyValues} changed
   */
  willUpdate(changed) {
    const as = [this.reference.format, settingsText(this.settings)].join(' ');
    if (changed.has('file') || as !== this.read) void this.inspect(as);
  }

  /**
   * Creates a new report if there is none for these settings: files kept from an earlier visit have none, and a report
   * applies only to its own settings.
   * @param {string} as the reader of the file
   */
  async inspect(as) {
    const { file, reference } = this;
    const { format } = reference;
    const settings = settingsText(this.settings);
    this.read = as;
    if (settings === '' || this.found?.format !== format) this.found = file?.report.format === format ? file.report : undefined;
    if (!file || (settings === '' && this.found)) return;
    const found = await this.page.services.inspect(file.name, file.bytes, format, settings || undefined).catch(() => undefined);
    if (found && file === this.file && as === this.read) this.found = found;
  }

  /** @override */
  render() {
    const { reference } = this;
    const format = findEntry(this.catalog, 'format', reference.format);
    return html`<div class="stack">
      <p class="row">
        <span>${format?.name ?? this.reference.format}</span>
        ${format ? helpMark('help-format', format.name, format.summary, format.source, `format/${format.id}`) : nothing}
        ${this.file ? html`<span class="soft">${formatBytes(this.file.bytes.length)}</span>` : nothing}
      </p>
      ${this.file ? this.renderFindings() : this.renderMissing()} ${this.file && this.runs ? this.renderChooser() : nothing}
      ${
        this.file && reference.format === 'table'
          ? html`<div><button type="button" aria-haspopup="dialog" @click=${this.chooseColumns}>${icon('edit')} Meaning of the columns</button></div>`
          : nothing
      }
      ${
        format && format.parameters.length > 0
          ? html`<details>
            <summary>Import settings</summary>
            <entry-form
              .parameters=${format.parameters}
              .settings=${this.settings}
              .diagnostics=${this.diagnostics}
              pointer="${this.pointer}/parameters"
              @settings-change=${this.onSettingsChange}
            ></entry-form>
          </details>`
          : nothing
      }
    </div>`;
  }

  /** Renders what was read from the file: a summary, its facts and diagnostics. */
  renderFindings() {
    const report = this.found;
    if (!report) return html`<p class="soft">Reading the file …</p>`;
    const diagnostics = report.diagnostics;
    const worst = diagnostics.some((one) => one.severity === 'error');
    return html`<p>${readCountText(report.jobs, workKind(this.catalog, report.makes))} read.</p>
      ${report.summary ? html`<log-summary .report=${report} .nodes=${this.nodes} .things=${workNoun(workKind(this.catalog, report.makes))}></log-summary>` : nothing}
      ${
        report.facts.length > 0
          ? html`<details ?open=${report.facts.length <= FEW_FACTS}>
            <summary>File information</summary>
            <dl>${report.facts.map(({ label, value }) => html`<dt>${label}</dt><dd>${value}</dd>`)}</dl>
          </details>`
          : nothing
      }
      ${
        diagnostics.length > 0
          ? html`<details ?open=${worst || diagnostics.length <= 2}>
            <summary>${countBySeverity(diagnostics)}</summary>
            <diagnostic-list .diagnostics=${diagnostics}></diagnostic-list>
          </details>`
          : nothing
      }`;
  }

  /** The choice of the kind of work: most files can be read in several ways. */
  renderChooser() {
    const readings = findEntry(this.catalog, 'format', this.reference.format)?.readings ?? [];
    if (readings.length < 2) return nothing;
    return html`<label class="row"
      >Runs as
      <select @change=${(/** @type {Event} */ event) => this.runAs(readings[/** @type {HTMLSelectElement} */ (event.target).selectedIndex])}>
        ${readings.map(({ work }) => html`<option .selected=${work === this.runs}>${workKind(this.catalog, work)?.word ?? work}</option>`)}
      </select></label
    >`;
  }

  /** @param {FileReading | undefined} reading */
  runAs(reading) {
    if (reading && reading.work !== this.runs) this.dispatchEvent(new CustomEvent('run-as', { detail: reading }));
  }

  /** Explains how to supply a file that this browser does not have. */
  renderMissing() {
    const { name, sha256, url } = this.reference;
    return html`<div class="missing stack">
      <p>
        This scenario needs the file <b>${name}</b>, which is not in this browser: opened files are never uploaded.
        Drop it anywhere on this page; it is recognised by its content.
      </p>
      <p class="soft">SHA-256 <code>${sha256}</code></p>
      ${url ? html`<div><button type="button" @click=${this.requestFile}>${icon('export')} Fetch it from its address</button></div>` : nothing}
    </div>`;
  }

  /** Opens the dialog of the columns of a table. */
  chooseColumns() {
    if (!this.file) return;
    const { name, bytes } = this.file;
    openColumns(this.page, { name, bytes, pointer: this.pointer, ...(this.settings ? { settings: this.settings } : {}) });
  }

  /** Requests the download of the file. */
  requestFile() {
    this.dispatchEvent(new CustomEvent('fetch-file', { detail: { url: this.reference.url } }));
  }

  /** @param {CustomEvent<{ settings: Settings }>} event */
  onSettingsChange(event) {
    this.dispatchEvent(new CustomEvent('settings-change', { detail: event.detail }));
  }
}

/**
 * The settings of a file as text; empty for a file that was opened without a scenario.
 * @param {Settings | undefined} settings
 */
function settingsText(settings = {}) {
  const { cancelled, ...others } = settings;
  return Object.keys(others).length === 0 && (cancelled === undefined || cancelled === 'leave-out') ? '' : JSON.stringify(settings);
}

/**
 * The number of diagnostics of each kind: `2 errors, 1 note`.
 * @param {readonly Diagnostic[]} diagnostics
 * @returns {string}
 */
export function countBySeverity(diagnostics) {
  const kinds = /** @type {const} */ (['error', 'warning', 'note']);
  return kinds
    .map((kind) => ({ kind, count: diagnostics.filter((one) => one.severity === kind).length }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => `${count} ${kind}${count === 1 ? '' : 's'}`)
    .join(', ');
}
