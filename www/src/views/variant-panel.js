/**
 * @file `VariantPanel`: the base of the panels of special views. It queries the runs during their computation, keeps
 * the last answers, and offers a choice of variants.
 */

import { css, html, nothing } from 'lit';
import { tryAction } from '../commands/try-action.js';
import { askRun, saveFile, seek, selectSubject } from '../commands.js';
import { StateElement } from '../elements/page-element.js';
import { panelStyle } from '../elements/panel-style.js';
import { RunFollower } from '../elements/run-follower.js';
import { effectiveTheme } from '../elements/theme.js';
import { exportFileName } from '../text/file-names.js';
import { scenarioTitle } from '../text/scenario-title.js';

/** @import { View } from '../engine/types.js' */
/** @import { LinePlotData, LinePlotLook } from '../plot/line-plot.js' */
/** @import { State, Variant } from '../types.js' */

/** The state keys that update a panel: the runs, and choices of the reader. @type {readonly (keyof State)[]} */
const CHOICES = ['variants', 'pane', 'selected', 'followed', 'choices', 'theme', 'dark'];

/** The style of the key of colours below a chart. */
export const colourKeyStyle = css`
  .keys {
    display: flex;
    flex-wrap: wrap;
    gap: 2px 12px;
    font-size: var(--text-small);
  }
  .keys span {
    display: inline-flex;
    align-items: center;
    gap: 5px;
  }
  .keys i {
    width: 10px;
    height: 10px;
  }
`;

/** A panel about the runs: about one variant, or about all of them. */
export class VariantPanel extends StateElement {
  /** The id of the view, if only runs with data for it are shown. */
  static view = '';

  /** @override @type {readonly (keyof State)[]} */
  static watches = CHOICES;

  /** The keys of the state on which the answers of the runs depend. @type {readonly (keyof State)[]} */
  static follows = [...CHOICES, 'playhead_s'];

  /** Interval between two queries while the runs proceed: the minimum, and the maximum even if queries are slow. */
  static interval_ms = { least: 200, most: 1500 };

  static styles = [
    panelStyle,
    colourKeyStyle,
    css`
      .sections {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(min(var(--section, 340px), 100%), 1fr));
        align-items: start;
        gap: 8px 32px;
      }
      section {
        border-top: 1px solid var(--line);
        padding-top: 8px;
        min-width: 0;
      }
      .lines button {
        font-variant-numeric: tabular-nums;
      }
      .why {
        overflow-wrap: anywhere;
      }
      .scroll {
        max-height: var(--scroll, none);
      }
      .figures :is(th, td) {
        padding: 2px 6px;
      }
      .figures :is(th, td:has(.words)) {
        white-space: normal;
      }
      .figures:has(th[scope='row']) :is(th:first-child, td:has(.words)) {
        text-align: left;
      }
      @media (pointer: coarse) {
        :is(.lines, .path) button {
          min-height: 40px;
        }
      }
    `,
  ];

  /** Text before the first answer, and if no run has data for the view. */
  readingText = '';
  emptyText = '';

  constructor() {
    super();
    const { follows, interval_ms } = /** @type {typeof VariantPanel} */ (this.constructor);
    /** The variant of the last used chart, or of a later choice in the panel. */
    this.wanted = 0;
    /** The last used chart at the last query of the runs. */
    this.pane = -1;
    /** Whether the runs have been read. */
    this.complete = false;
    this.pulse = new RunFollower(this, () => this.refresh(), interval_ms.least, follows, interval_ms.most);
  }

  /** Queries the runs. If a run is replaced during the query, the last answer stays. */
  async refresh() {
    const { pane } = this.state;
    if (pane !== this.pane) this.wanted = this.pane = pane;
    await this.readRuns().catch(() => undefined);
    this.complete = true;
    this.requestUpdate();
  }

  /** @param {Variant} variant whether it has data for the view */
  hasData({ views }) {
    const { view } = /** @type {typeof VariantPanel} */ (this.constructor);
    return view === '' || views[view] !== undefined;
  }

  /** The available variants: those with data, or all if none has any. */
  get variantOptions() {
    const all = this.state.variants.map((variant, value) => ({ value, name: variant.name, shows: this.hasData(variant) }));
    return all.some(({ shows }) => shows) ? all.filter(({ shows }) => shows) : all;
  }

  /** The shown variant. */
  get variant() {
    const { variantOptions: options, wanted } = this;
    return (options.find(({ value }) => value === wanted) ?? options[0])?.value ?? 0;
  }

  /** Queries the runs for the data of the panel, and stores it. */
  async readRuns() {}

  /**
   * Queries each run. A run that is replaced during the query keeps its last answer.
   * @template T
   * @param {readonly T[]} last the last answers
   * @param {(variant: number) => Promise<T>} query
   * @returns {Promise<T[]>}
   */
  queryEach(last, query) {
    return Promise.all(this.state.variants.map((_, at) => query(at).catch(() => /** @type {T} */ (last[at]))));
  }

  /** The view of the charts at the playhead, in the format of the engine. @returns {View} */
  get currentView() {
    const { view, playhead_s, selected, theme } = this.state;
    return { ...view, width: 1, height: 1, now_s: playhead_s, colour: null, theme: effectiveTheme(theme), selected, query: '' };
  }

  /** Stores a choice of the reader, and queries the runs again. @param {Record<string, unknown>} choice of properties of the panel */
  setChoice(choice) {
    Object.assign(this, choice);
    this.requestUpdate();
    this.pulse.scheduleAction();
  }

  /** @override */
  render() {
    const { variants } = this.state;
    // The panel does not show answers of runs of another scenario.
    const content = variants.every(({ layout }) => !layout) ? undefined : this.renderContent();
    if (content) return content;
    if (variants.length === 0) return html`<p class="soft">Nothing is loaded yet: open an example, or drop a file on the page.</p>`;
    const computing = !this.complete || variants.some(({ status }) => status === 'loading' || status === 'running');
    return html`<p class="soft">${computing ? this.readingText : this.emptyText}</p>`;
  }

  /** The content of the panel; undefined without data. @returns {unknown} */
  renderContent() {
    return undefined;
  }

  /**
   * A drop-down list.
   * @param {string} label
   * @param {readonly {value: number, name: string}[]} options
   * @param {number|undefined} chosen
   * @param {(value: number) => void} choose
   */
  renderChooser(label, options, chosen, choose) {
    const changed = (/** @type {Event} */ { target }) => choose(Number(/** @type {HTMLSelectElement} */ (target).value));
    return html`<label class="row">${label}
      <select class="grow" @change=${changed}>
        ${options.map(({ value, name }) => html`<option value=${value} .selected=${value === chosen}>${name}</option>`)}
      </select></label>`;
  }

  /** The list of variants, if there are several. */
  renderVariantChooser() {
    const { variantOptions: options } = this;
    return options.length > 1 ? this.renderChooser('Variant', options, this.variant, (wanted) => this.setChoice({ wanted })) : nothing;
  }

  /**
   * A line of a list that selects a job or task, or clears the selection.
   * @param {number} id
   * @param {unknown} content
   */
  createSubjectLine(id, content) {
    const pressed = id === this.state.selected;
    return { content, pressed, press: () => selectSubject(this.page, pressed ? -1 : id) };
  }

  /** A plot over time whose clicks move the playhead. @param {{data: LinePlotData, look: LinePlotLook}} plot */
  renderTimePlot({ data, look }) {
    return html`<line-plot ?pickable=${look.overTime} .data=${data} .look=${look} @pick=${(/** @type {CustomEvent<{x: number}>} */ event) => seek(this.page, event.detail.x)}></line-plot>`;
  }

  /**
   * Buttons that save tables of the run as CSV files.
   * @param {readonly {id: string, name: string}[]} tables by their ids, and the name of each file
   */
  renderDownloads(tables) {
    return html`<section class="stack">
      <h3>Data</h3>
      <div class="row">${tables.map(({ id, name }) => html`<button type="button" @click=${() => this.saveTable(id, name)}>CSV: ${name}</button>`)}</div>
    </section>`;
  }

  /**
   * Saves a table of the run as a CSV file.
   * @param {string} id
   * @param {string} name
   */
  saveTable(id, name) {
    const state = this.page.store.get();
    const { name: system = '', digest } = state.variants[this.variant] ?? {};
    const title = [scenarioTitle(state), state.variants.length > 1 ? system : ''].filter(Boolean).join(' ');
    return tryAction(this.page, `The file of the ${name} could not be created`, async () =>
      saveFile(exportFileName(title, digest?.whole, `${id}.csv`), await askRun(this.page, this.variant, 'export_text', id), 'text/csv'),
    );
  }
}
