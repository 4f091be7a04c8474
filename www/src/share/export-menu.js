/** @file All exports: pictures, tables, the scenario. */
import { css, html, nothing } from 'lit';
import { tryAction } from '../commands/try-action.js';
import { askRun, saveFile } from '../commands.js';
import { icon } from '../elements/icons.js';
import { numberField } from '../elements/number-field.js';
import { StateElement } from '../elements/page-element.js';
import { panelStyle } from '../elements/panel-style.js';
import { fetchAdvice } from '../services/advice.js';
import { saveBundle } from './bundle-download.js';
import { createColumnFile, createPicture, createReportFile, createTable } from './exported-files.js';

/** @import { ExportedFile } from './exported-files.js' */
/** @import { Advice } from '../services/advice.js' */
/** @import { Variant } from '../types.js' */

/** The tables of every run; empty ones are not offered. */
const TABLES = [
  { id: 'jobs', name: 'Jobs', doc: 'one row per job or task: times, wait time, slowdown, user, nodes' },
  { id: 'intervals', name: 'Intervals', doc: 'nodes of each job or task over time' },
  { id: 'marks', name: 'Marks', doc: 'grow, shrink and node-loss events, with times' },
  { id: 'transfers', name: 'Transfers', doc: 'file transfers between clusters' },
  { id: 'series', name: 'Time series', doc: 'queue length, running work and busy nodes over time' },
];

/** Kinds of files in which a table is saved. */
const TABLE_FILES = [
  { ending: 'csv', name: 'CSV' },
  { ending: 'parquet', name: 'Parquet' },
  { ending: 'arrow', name: 'Arrow' },
];

/** Formats of other programs for the schedule. */
const FORMATS = [
  {
    id: 'swf',
    name: 'SWF',
    doc: 'Standard Workload Format: submit time, wait time and runtime of each job',
    ending: 'swf',
    type: 'text/plain',
  },
  { id: 'paje', name: 'Pajé', doc: 'node allocations over time, for trace viewers', ending: 'paje', type: 'text/plain' },
  {
    id: 'chrome-trace',
    name: 'Chrome trace',
    doc: 'JSON for Perfetto and the trace viewer of Chrome: a process for each cluster, a thread for each node',
    ending: 'trace.json',
    type: 'application/json',
  },
  {
    id: 'batsim-jobs',
    name: 'Batsim jobs',
    doc: 'CSV with the columns of the simulator Batsim, for tools such as evalys: one row per completed job',
    ending: 'jobs.csv',
    type: 'text/csv',
  },
  {
    id: 'batsim-schedule',
    name: 'Batsim schedule',
    doc: 'CSV with the columns of the simulator Batsim: makespan, wait time and slowdown of the schedule',
    ending: 'schedule.csv',
    type: 'text/csv',
  },
];

/** The exports of the page. */
export class ExportMenu extends StateElement {
  static properties = {
    variant: { state: true },
    has: { state: true },
    extent: { state: true },
    width: { state: true },
    tableFile: { state: true },
    working: { state: true },
    texts: { state: true },
  };

  /** @override @type {readonly (keyof import('../types.js').State)[]} */
  static watches = ['variants', 'title', 'scenario'];

  static styles = [
    panelStyle,
    css`
      .pair {
        display: grid;
        grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
        gap: 8px;
      }
      .pair > label {
        display: grid;
        gap: 2px;
      }
      .pair input {
        width: 100%;
      }
      section {
        display: grid;
        gap: 6px;
      }
      .list {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(130px, 1fr));
        gap: 6px;
      }
      .list button {
        justify-content: flex-start;
      }
    `,
  ];

  constructor() {
    super();
    /** The index of the exported variant. */
    this.variant = 0;
    /** The extent of a picture. @type {'screen' | 'whole'} */
    this.extent = 'whole';
    /** Width of pictures in pixels. */
    this.width = 1600;
    /** Ending of the files of tables. */
    this.tableFile = 'csv';
    this.working = false;
    /** The non-empty exports. @type {readonly string[]} */
    this.has = [];
    /** The run of these exports. @type {object|null} */
    this.asked = null;
    /** The descriptions of the tables of systems. @type {Record<string, Advice>} */
    this.texts = {};
  }

  connectedCallback() {
    super.connectedCallback();
    // Without descriptions, the tables are offered by their names.
    void fetchAdvice().then(
      (texts) => (this.texts = texts),
      () => undefined,
    );
  }

  /** The tables of the system, with their descriptions. */
  get systemTables() {
    const tables = this.exportedVariant?.tables ?? [];
    return tables.map(({ id, name }) => ({ id, name, doc: this.texts[`table/${id}`]?.doc ?? '' }));
  }

  /** @override */
  updated() {
    const { digest } = this.exportedVariant ?? {};
    if (!digest || digest === this.asked) return;
    this.asked = digest;
    void askRun(this.page, this.variantIndex, 'exports').then(
      (has) => (this.has = has),
      () => (this.asked = null),
    );
  }

  /** The exported variant. @returns {Variant | undefined} */
  get exportedVariant() {
    return this.state.variants[this.variantIndex];
  }

  /** The index of the exported variant; 0 if the chosen one no longer exists. */
  get variantIndex() {
    return this.state.variants[this.variant] ? this.variant : 0;
  }

  /** @override */
  render() {
    const { variants } = this.state;
    const ready = this.exportedVariant?.layout ? !this.working : false;
    return html`<div class="stack">
      ${
        variants.length > 1
          ? html`<label
            >Variant
            <select @change=${(/** @type {Event} */ event) => (this.variant = Number(selectedValue(event)))}>
              ${variants.map(({ name }, at) => html`<option value=${at} .selected=${at === this.variant}>${name}</option>`)}
            </select></label
          >`
          : nothing
      }
      <section aria-labelledby="pictures">
        <h2 id="pictures">Picture</h2>
        <div class="pair">
          <label
            >Shows
            <select @change=${(/** @type {Event} */ event) => (this.extent = selectedValue(event) === 'whole' ? 'whole' : 'screen')}>
              <option value="whole" .selected=${this.extent === 'whole'}>Whole run</option>
              <option value="screen" .selected=${this.extent === 'screen'}>Current view, up to the playhead</option>
            </select></label
          >
          <label
            ><span>Width <span class="soft">px</span></span>
            ${numberField({ value: this.width, low: 320, high: 4000, whole: true, change: (width) => (this.width = width) })}
          </label>
        </div>
        <div class="list">
          ${this.renderButton('PNG', 'pixel image, for slides', ready, () => this.savePicture([this.variantIndex], 'png'))}
          ${this.renderButton('SVG', 'vector image, for print', ready, () => this.savePicture([this.variantIndex], 'svg'))}
          ${
            variants.length > 1
              ? html`${this.renderButton('PNG, all variants', 'all variants on one time axis, with metrics, legend and digests', this.allReady, () => this.savePicture([...variants.keys()], 'png'))}
              ${this.renderButton('SVG, all variants', 'all variants as a vector image, for print', this.allReady, () => this.savePicture([...variants.keys()], 'svg'))}`
              : nothing
          }
          <button type="button" title="charts, numbers, legend and digests on one A4 page, in greys" ?disabled=${!this.allReady} @click=${() => this.dispatchEvent(new CustomEvent('print-screen', { bubbles: true, composed: true, detail: { current: this.extent === 'screen' } }))}>${icon('print')} Print</button>
        </div>
      </section>
      <section aria-labelledby="tables">
        <h2 id="tables">Tables</h2>
        <div class="pair">
          <label
            >File
            <select @change=${(/** @type {Event} */ event) => (this.tableFile = selectedValue(event))}>
              ${TABLE_FILES.map(({ ending, name }) => html`<option value=${ending} .selected=${ending === this.tableFile}>${name}</option>`)}
            </select></label
          >
        </div>
        <div class="list">${[...TABLES, ...this.systemTables].filter(({ id }) => this.has.includes(id)).map(({ id, name, doc }) => this.renderButton(name, doc, ready, () => this.saveTable(id)))}</div>
      </section>
      <section aria-labelledby="others">
        <h2 id="others">Other formats</h2>
        <div class="list">
          ${FORMATS.filter(({ id }) => this.has.includes(id)).map(({ id, name, doc, ending, type }) => this.renderButton(name, doc, ready, async () => save(await createTable(this.page, this.variantIndex, id, { ending, type }))))}
          ${this.renderButton('Report', 'JSON: metrics of all variants with their statistics, and the scenario', ready && this.state.variants.every(({ report }) => report), () => save(createReportFile(this.page)))}
        </div>
      </section>
      <section aria-labelledby="scenario">
        <h2 id="scenario">Scenario</h2>
        <div class="list">
          ${this.renderButton('Scenario file', 'the scenario with its files', Boolean(this.state.scenario), () => saveBundle(this.page))}
        </div>
      </section>
    </div>`;
  }

  /**
   * @param {string} name
   * @param {string} about
   * @param {boolean} ready
   * @param {() => Promise<void> | void} action
   */
  renderButton(name, about, ready, action) {
    const run = async () => {
      this.working = true;
      await tryAction(this.page, `Export failed (${name})`, async () => action());
      this.working = false;
    };
    return html`<button type="button" title=${about} ?disabled=${!ready} @click=${run}>${icon('export')} ${name}</button>`;
  }

  /** Saves a table as the chosen kind of file. @param {string} id */
  async saveTable(id) {
    const csv = await createTable(this.page, this.variantIndex, id);
    save(this.tableFile === 'csv' ? csv : await createColumnFile(csv, id, this.tableFile));
  }

  /** Saves a picture of some variants. @param {readonly number[]} which @param {'png'|'svg'} ending */
  async savePicture(which, ending) {
    save(await createPicture(this.page, which, { ending, extent: this.extent, width: this.width, element: this }));
  }

  /** Whether every variant has something to draw. */
  get allReady() {
    return !this.working && this.state.variants.every(({ layout }) => layout);
  }
}

/** Offers an exported file for download. @param {ExportedFile} file */
function save({ name, content, type }) {
  saveFile(name, content, type);
}

/** @param {Event} event */
function selectedValue(event) {
  return /** @type {HTMLSelectElement} */ (event.target).value;
}
