/** @file `<study-view>`: the screen of studies: the overview, the sheet of a published experiment, or a study. */

import { html, nothing } from 'lit';
import { FIRST_SEED, papersFragment } from '../address/papers.js';
import { parseStudyFragment, studyFragment } from '../address/study.js';
import { tryAction } from '../commands/try-action.js';
import { chooseFile, describeStudy, openPapers, showCharts } from '../commands.js';
import { icon } from '../elements/icons.js';
import { PageElement } from '../elements/page-element.js';
import { renderTabs } from '../elements/tabs.js';
import { WidthController } from '../elements/width-controller.js';
import { openEmptyStudy } from '../forms/study-buttons.js';
import { StoreController } from '../state/store.js';
import { answerSentences } from './answer-sentences.js';
import { renderChartChoices } from './chart-choices.js';
import { createChartData, legendText, logSwitch } from './chart-data.js';
import { experimentQueue, latestWork, startExperiment, stopExperiments } from './experiment-runs.js';
import { sheetStyle } from './findings-style.js';
import { differenceMap, meanMap } from './heat-maps.js';
import { heatStyle } from './heat-style.js';
import { idleAxesText } from './idle-axes.js';
import { pointTable } from './means-table.js';
import { OpenStudy } from './open-study.js';
import { paperSheet } from './paper-sheet.js';
import { plotButtons } from './plot-buttons.js';
import { pointCard } from './point-card.js';
import { progressStrip } from './progress-strip.js';
import { reportScreen } from './report-screen.js';
import { computedResult, facts, storedResult } from './result-sections.js';
import { CLOSED } from './run-list.js';
import { openRunScenario } from './run-scenario.js';
import { seedRows } from './seed-strip.js';
import { steadyTable, steadyWarning } from './steady-state.js';
import { steadyStyle } from './steady-style.js';
import { renderExports } from './study-exports.js';
import { chartTab, chartTabs, figureReason, screenFigure } from './study-figure.js';
import { experimentList, fetchStudy, publishedStudy, studyList } from './study-library.js';
import { experimentNav, experimentTable, failedLists, studyExamples } from './study-overview.js';
import { createSelection } from './study-selection.js';
import { renderSettings } from './study-settings.js';
import { parseSlice, sliceText } from './study-slice.js';
import { studyStyle } from './study-style.js';
import { heldText, measureTitle, nameWithSeeds } from './study-texts.js';
import { packText } from './text-packing.js';
import './refused-study.js';
import './study-chart.js';

/** @import { Experiment, FormFields } from '../engine/types.js' */
/** @import { VerdictClass } from './verdict-layout.js' */
/** @import { ExperimentWork } from './experiment-runs.js' */
/** @import { Grid, Measured } from './axis-grid.js' */
/** @import { Look } from './study-selection.js' */
/** @import { RunListing } from './run-list.js' */
/** @import { PublishedStudy } from './study-library.js' */
/** @import { Shown, StudyChart } from './study-chart.js' */

/** In narrower windows, the document is below the results. */
const PHONE_PX = 700;
/** The width of the parts beside the results, CSS pixels. */
const SIDE_PX = 288 + 40 + 12;

/**
 * The selection from the results of a study.
 * @typedef {object} Choice
 * @property {string} tab the kind of chart
 * @property {string} measure the shown measure by name; the first one if the name is unknown
 * @property {number} level the place on the horizontal axis for the table; -1 for the last one
 * @property {readonly number[]} held the place at which each axis is fixed
 * @property {{series: number, level: number}|undefined} picked the point whose runs are shown
 * @property {number} seed which seed of that point, from 0
 * @property {boolean} [log] whether the axis of values is logarithmic, if the reader chose it
 */

/** @type {Choice} */
const FIRST_CHOICE = { tab: 'lines', measure: '', level: -1, held: [], picked: undefined, seed: 0 };

/**
 * The published experiment on screen.
 * @typedef {object} Read
 * @property {string} id empty for none
 * @property {PublishedStudy|undefined} published undefined during its download
 * @property {string} failure the reason why it could not be fetched; empty for none
 * @property {RunListing} listing of its runs
 */

/** @type {Read} */
const NOTHING_READ = { id: '', published: undefined, failure: '', listing: CLOSED };

/** The screen of studies. */
export class StudyView extends PageElement {
  static properties = {
    plain: { type: Boolean, reflect: true },
    chosen: { state: true },
    examples: { state: true },
    experiments: { state: true },
    failure: { state: true },
    read: { state: true },
    verdicts: { state: true },
  };

  static styles = [...sheetStyle, renderTabs.styles, heatStyle, studyStyle, steadyStyle];

  constructor() {
    super();
    /** The variable fields of the base scenario. @type {readonly import('../engine/types.js').StudyKnob[]} */
    this.knobs = [];
    /** The fields of each system of the base. @type {readonly FormFields[]} */
    this.fields = [];
    /** The scenario of these fields. @type {unknown} */
    this.varied = undefined;
    /** Whether only results are shown, for embeds. */
    this.plain = false;
    this.chosen = FIRST_CHOICE;
    /** The examples that the site serves. @type {{id: string, name: string, question: string}[]} */
    this.examples = [];
    /** The published experiments; undefined during their download. @type {Experiment[]|undefined} */
    this.experiments = undefined;
    /** The reason why they could not be fetched; empty for none. */
    this.failure = '';
    /** The published experiment on screen. */
    this.read = NOTHING_READ;
    /** The verdicts that filter the listed experiments; no filter if empty. @type {ReadonlySet<VerdictClass>} */
    this.verdicts = new Set();
    /** The previous screen. */
    this.mode = '';
    /** The choices last written into the address. */
    this.named = '';
    /** The last opened experiment; empty for the overview, undefined before the first. @type {string|undefined} */
    this.reached = undefined;
    /** The open study. @type {OpenStudy|undefined} */
    this.study = undefined;
    this.sized = new WidthController(this);
    this.fromStore = new StoreController(this, ({ beside, paper, study, catalog }) => ({ beside, paper, turn: study.turn, catalog }));
  }

  connectedCallback() {
    super.connectedCallback();
    this.study ??= this.page.openStudy ??= new OpenStudy(this.page, () => undefined);
    this.study.changed = () => this.requestUpdate();
    this.end = this.queue.subscribe(() => this.requestUpdate());
    // An embedded study shows no lists.
    if (!this.plain) void this.fetchLists();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    if (this.study) this.study.changed = () => undefined;
    this.end?.();
    this.mode = '';
    this.reached = undefined;
  }

  /** The queue that runs experiments. */
  get queue() {
    return experimentQueue(this.page);
  }

  /** The version of the engine. */
  get engine() {
    return this.fromStore.value.catalog?.engine ?? '';
  }

  /** The published experiment on screen. */
  get experiment() {
    const { beside, paper } = this.fromStore.value;
    const wanted = paper.id.toLowerCase();
    return beside === 'papers' && !paper.report ? this.experiments?.find(({ id }) => id.toLowerCase() === wanted) : undefined;
  }

  /** Fetches the lists of example studies and published experiments. */
  async fetchLists() {
    this.failure = '';
    studyList().then(
      (list) => (this.examples = list),
      () => undefined,
    );
    try {
      this.experiments = await experimentList();
    } catch (error) {
      this.failure = error instanceof Error ? error.message : String(error);
    }
  }

  willUpdate() {
    const { beside, turn } = this.fromStore.value;
    const entered = beside !== this.mode;
    this.mode = beside;
    const id = this.experiment?.id ?? '';
    if (id !== '' && id !== this.read.id) void this.fetchPublished(id);
    if (beside === 'study' && (this.page.openStudyTurn !== turn || (entered && turn === 0))) void this.openRequested();
  }

  /** Queries the fields of the base scenario that can be varied. */
  async askKnobs() {
    const base = this.study?.doc?.base;
    if (this.plain || !base || base === this.varied) return;
    this.varied = base;
    const { study_knobs, form_fields } = this.page.services;
    const text = JSON.stringify(base);
    const [knobs, fields] = await Promise.all([study_knobs(text).catch(() => []), form_fields(text).catch(() => [])]);
    if (base !== this.varied) return;
    this.knobs = knobs;
    this.fields = fields;
    this.requestUpdate();
  }

  /** Fetches the experiment on screen. @param {string} id */
  async fetchPublished(id) {
    this.read = { ...NOTHING_READ, id };
    const found = await publishedStudy(id).then(
      (published) => ({ published }),
      (error) => ({ failure: error instanceof Error ? error.message : String(error) }),
    );
    if (this.read.id === id) this.read = { ...this.read, ...found };
  }

  /** Changes the selection from the results. @param {Partial<Choice>} change */
  choose(change) {
    this.chosen = { ...this.chosen, ...change };
  }

  /** Opens the study that the address or a button requests. */
  async openRequested() {
    const { study } = this.page.store.get();
    this.page.openStudyTurn = study.turn;
    const { level, held, measure } = parseSlice(parseStudyFragment(study.text ? '' : study.fragment)?.slice ?? '');
    this.chosen = { ...FIRST_CHOICE, level, held, measure };
    const opened = await this.study?.open(study);
    // Without a request, the scenario on screen gives a first result.
    if (!opened && study.turn === 0 && this.page.store.get().scenario) return openEmptyStudy(this.page);
    void this.name();
  }

  /** Changes the study. @param {Parameters<OpenStudy['edit']>[0]} change */
  edit(change) {
    this.choose({ picked: undefined });
    void this.study?.edit(change).then(() => this.name(true));
  }

  /** The selection from the results in the form of links. */
  get slice() {
    const { study } = this;
    return study ? sliceText({ ...this.chosen, part: study.part, baseline: study.chosenBaseline }) : '';
  }

  /** Writes the selection into the address. */
  writeSlice() {
    const { slice } = this;
    if (this.plain || slice === this.named || this.fromStore.value.beside !== 'study' || this.study?.state.kind !== 'ready') return;
    this.named = slice;
    const place = parseStudyFragment(this.page.store.get().study.fragment);
    if (place && (place.name || place.packed) && (place.slice ?? '') !== slice)
      describeStudy(this.page, { fragment: studyFragment({ ...place, slice }) });
  }

  /** Writes the study into the address; an unedited study keeps its address. @param {boolean} [edited] */
  async name(edited = false) {
    const { subject } = this.study ?? {};
    const place = parseStudyFragment(this.page.store.get().study.fragment);
    if (!subject || (!edited && (place?.name || place?.packed))) return;
    const { doc, name, quick } = subject;
    const fragment = studyFragment({ ...(name ? { name } : { packed: await packText(JSON.stringify(doc)) }), quick, slice: this.slice });
    if (this.study?.subject === subject) describeStudy(this.page, { fragment });
  }

  render() {
    const study = /** @type {OpenStudy} */ (this.study);
    const { beside, catalog } = this.fromStore.value;
    if (!this.plain && (beside === 'papers' || study.state.kind === 'closed')) return this.renderReader();
    const { doc, state, subject } = study;
    const grid = study.grid(this.chosen.held);
    return html`<div class="view">
      ${
        this.plain
          ? nothing
          : html`<aside aria-label="Study settings">
            ${doc ? renderSettings({ study, doc, grid, catalog, knobs: this.knobs, fields: this.fields, edit: (next) => this.edit({ doc: next }), openBase: () => openRunScenario(this.page, async () => JSON.stringify(doc.base)) }) : nothing}
            ${doc ? renderExports(study, this.engine, () => this.figure, { slice: this.slice, reason: this.figureReason }) : nothing}
            <p class="row"><a class="button quiet" href="#study">All studies</a>${this.renderLeaveButtons()}</p>
          </aside>`
      }
      <main tabindex="-1" aria-label="Study results">
        ${state.kind === 'refused' ? html`<refused-study .refused=${state} ?editable=${!doc && !this.plain}></refused-study>` : nothing}
        ${subject?.messages.map((sentence) => html`<p role="status">${sentence}</p>`)}
        ${this.plain ? nothing : this.renderOrigin()}
        ${doc && grid ? this.renderResults(grid) : state.kind === 'refused' ? nothing : html`<p role="status">Opening the study …</p>`}
      </main>
    </div>`;
  }

  /** The list of experiments beside the overview or the sheet of one. */
  renderReader() {
    const { experiment, queue } = this;
    const { beside, paper } = this.fromStore.value;
    if (beside === 'papers' && paper.report && this.experiments) return reportScreen(this.page, this.experiments, paper);
    return html`<div class="view ${experiment ? 'chosen' : 'listed'} ${beside}">
      ${experimentNav(this.experiments ?? [], queue, experiment?.id ?? '')}
      <main tabindex="-1" aria-label="Published experiments">
        ${
          experiment
            ? html`<a class="button quiet back" href="#papers">${icon('left')} All experiments</a>${paperSheet({
                page: this.page,
                queue,
                experiment,
                read: this.read,
                retry: () => void this.fetchPublished(experiment.id),
                seed: this.fromStore.value.paper.seed,
                engine: this.engine,
                list: (listing) => (this.read = { ...this.read, listing }),
                open: (work, run) => void this.openPaperRun(work, run),
              })}`
            : this.renderOverview()
        }
      </main>
    </div>`;
  }

  /** The lists of experiments and studies; the list of the pressed button is first. */
  renderOverview() {
    const { beside, paper } = this.fromStore.value;
    const examples = studyExamples(this.examples, this.page.store.get().scenario ? () => openEmptyStudy(this.page) : undefined);
    const published = this.failure
      ? failedLists(this.failure, () => void this.fetchLists())
      : this.experiments
        ? experimentTable(this.experiments, this.queue, {
            runAll: () => this.runAll(),
            cancelAll: () => stopExperiments(this.queue),
            chosen: this.verdicts,
            filter: (chosen) => (this.verdicts = chosen),
          })
        : html`<p role="status">Loading the experiments …</p>`;
    return html`${beside === 'papers' && paper.id && this.experiments ? html`<p role="alert">Unknown experiment <b>${paper.id}</b>. Available experiments:</p>` : nothing}
      <p class="row">${this.renderLeaveButtons()}</p>
      ${beside === 'papers' ? html`<section class="intro">${published}</section><section class="intro">${examples}</section>` : html`<section class="intro">${examples}</section><section class="intro">${published}</section>`}`;
  }

  /** Runs all experiments that have not been run, in the quick version. */
  async runAll() {
    const { seed } = this.fromStore.value.paper;
    const ids = (this.experiments ?? []).map(({ id }) => id).filter((id) => latestWork(this.queue, id)?.status !== 'done');
    const texts = await Promise.all(ids.map((id) => tryAction(this.page, `${id} could not be run`, () => fetchStudy(id))));
    // All start at once, so that "Cancel all" stops all of them.
    ids.forEach((id, at) => {
      const text = texts[at];
      if (text !== undefined) startExperiment(this.queue, text, { id, seed, quick: true });
    });
  }

  updated() {
    this.writeSlice();
    void this.askKnobs();
    if (this.fromStore.value.beside !== 'papers' || !this.experiments) return;
    const id = this.experiment?.id ?? '';
    const first = this.reached === undefined;
    if (id === this.reached) return;
    this.reached = id;
    // Another sheet is shown from its beginning.
    for (const part of this.renderRoot.querySelectorAll('main, .view')) part.scrollTo(0, 0);
    if (!first && id !== '') /** @type {HTMLElement|null} */ (this.renderRoot.querySelector('article h2'))?.focus();
  }

  /** Buttons that leave the view. Users can also drop a study or its results on the page. */
  renderLeaveButtons() {
    return html`<button class="quiet" title="A study, or the results of its runs (.jsonl)" @click=${() => chooseFile(this.page)}>${icon('upload')} Open a file …</button>
      <button class="quiet" @click=${() => showCharts(this.page)}>${icon('left')} Back to the charts</button>`;
  }

  /** The published experiment that the study is or was made from. */
  renderOrigin() {
    const { published, isChanged } = /** @type {OpenStudy} */ (this.study);
    if (!published) return nothing;
    const { id = '' } = published.doc;
    return html`<p class="row">
        <a class="button quiet" href=${papersFragment({ id, seed: FIRST_SEED })}>${icon('left')} Back to ${id}</a>
        <span class="grow soft">${isChanged ? html`Changed from the published version: the targets are compared with these runs. <a href="#${studyFragment({ name: id, quick: true })}">Published version</a>` : 'Published version; you can change it.'}</span>
      </p>
      <details>
        <summary>Source, setup and notes</summary>
        ${facts(published.doc, this.study?.quick)}
      </details>`;
  }

  /** The element of the chart. @returns {StudyChart|null} */
  get chart() {
    return this.renderRoot?.querySelector('study-chart') ?? null;
  }

  /** The selection from the results on screen; undefined before the first results. */
  get currentLook() {
    const grid = this.study?.work?.findings ? this.study.grid(this.chosen.held) : undefined;
    return grid && this.createLook(grid);
  }

  /** The reason why there is no figure; empty if there is one. */
  get figureReason() {
    return figureReason(this.currentLook, this.chosen.tab);
  }

  /** The figure on screen. */
  get figure() {
    return screenFigure(this.currentLook, this.chosen.tab, this.chart, this);
  }

  /** Computes the selection. @param {Grid} grid */
  createLook(grid) {
    return createSelection(/** @type {OpenStudy} */ (this.study), grid, {
      ...this.chosen,
      choose: (series, level, seed = 0) => this.choose({ picked: { series, level }, level, seed }),
      titleOf: (measured) => this.titleOf(measured),
    });
  }

  /** @param {Measured} measured */
  titleOf(measured) {
    return measureTitle(this.fromStore.value.catalog, measured);
  }

  /** Renders the question, the answer, the progress and the results of the open study. @param {Grid} grid */
  renderResults(grid) {
    const study = /** @type {OpenStudy} */ (this.study);
    const { doc, work, quick, published, isChanged } = study;
    if (!doc) return nothing;
    const look = this.createLook(grid);
    const result = isChanged ? undefined : published?.result;
    const again = `${quick ? '“Run” repeats some of them here' : '“Run” repeats them here'}; nothing below was computed in this browser.`;
    return html`<p class="question">${doc.question || nameWithSeeds(doc.name ?? '', grid.part.seeds)}</p>
      ${published ? nothing : (doc.notes ?? []).map((note) => html`<p class="small soft">${note}</p>`)}
      <p class="answer" role="status">${work?.findings && look ? answerSentences(look) : ''}</p>
      ${work?.findings ? html`<p class="idle-axes">${idleAxesText(grid.part, work.outcomes)}</p>` : nothing}
      ${progressStrip(study, { engine: this.engine, hurry: (next) => this.edit({ quick: next }), open: (run) => void this.openRun(run) })}
      ${work?.findings ? steadyWarning(grid, doc, (next) => this.edit({ doc: next })) : nothing}
      ${work?.findings && look ? html`${this.renderCharts(look)} ${steadyTable(grid, heldText(grid))} ${pointTable(look, (level) => this.choose({ level }))}` : nothing}
      ${work?.findings ? computedResult({ doc, work, quick, engine: this.engine, result }) : result ? storedResult(doc, result, again) : nothing}`;
  }

  /** Renders the charts of the chosen measure and the tabs between them. @param {Look} look */
  renderCharts(look) {
    const { doc } = /** @type {OpenStudy} */ (this.study);
    const { grid } = look;
    const names = grid.part.measures.map((measured) => ({ name: measured.name, title: this.titleOf(measured) }));
    const heat = differenceMap(look);
    const all = chartTabs(grid);
    const { picked } = this.chosen;
    const tab = chartTab(grid, this.chosen.tab);
    const shown = tab === 'map' || tab === 'seeds' ? undefined : createChartData(look, /** @type {Shown['kind']} */ (tab), this.chosen.log);
    return html`${renderChartChoices(look, names, this.chosen.held, (change) => this.choose(change))}
      ${renderTabs('Results', all, tab, (id) => this.choose({ tab: id }))}
      <div class="charts ${heat ? '' : 'alone'}">
        <div role="tabpanel" id="panel-${tab}" aria-labelledby="tab-${tab}">
          ${picked ? pointCard(look, picked, { close: () => this.choose({ picked: undefined }), open: this.plain ? undefined : (run) => this.openRun(run) }) : nothing}
          ${shown ? html`<study-chart .shown=${shown} .picked=${picked} @pick=${(/** @type {CustomEvent<{series: number, level: number}>} */ { detail }) => look.choose(detail.series, detail.level)}></study-chart><p class="small soft">${legendText(look, shown)}</p>${logSwitch(shown, (log) => this.choose({ log }))}` : tab === 'seeds' ? seedRows(look, this.room) : meanMap(look, (series, level, row) => this.chooseCell(grid, series, level, row))}
          ${doc && !this.plain && (tab === 'distribution' || grid.single) ? plotButtons(look, doc, this.fromStore.value.catalog, (next) => this.edit({ doc: next })) : nothing}
        </div>
        ${heat ?? nothing}
      </div>`;
  }

  /** The width available for results, CSS pixels. */
  get room() {
    const { width } = this.sized;
    return Math.max(240, width < PHONE_PX ? width - 28 : width - SIDE_PX);
  }

  /**
   * Chooses a cell of the map of means: the second axis is then fixed at its row.
   * @param {Grid} grid
   * @param {number} series
   * @param {number} level
   * @param {number} row
   */
  chooseCell({ part, up, held, series: lines }, series, level, row) {
    this.choose({
      held: part.axes.map((_, place) => (place === up ? row : held.includes(place) ? (lines[series]?.levels[place] ?? 0) : 0)),
      picked: { series, level },
      level,
      seed: 0,
    });
  }

  /** @param {number} run of the study */
  openRun(run) {
    return openRunScenario(this.page, () => /** @type {OpenStudy} */ (this.study).scenario(run));
  }

  /**
   * @param {ExperimentWork} work
   * @param {number} run
   */
  openPaperRun(work, run) {
    const { id } = work.paper;
    return openRunScenario(this.page, () => this.queue.scenario(work, run), `This is run ${run + 1} of ${id}: ${work.labels[run]}.`, {
      label: `Back to ${id}`,
      run: () => openPapers(this.page, { id }),
    });
  }
}

customElements.define('study-view', StudyView);
