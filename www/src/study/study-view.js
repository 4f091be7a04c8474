/** @file `<study-view>`: a study: its settings at the left, its results at the right. */

import { html, nothing } from 'lit';
import { FIRST_SEED, fragmentOf } from '../address/papers.js';
import { studyFragment, studyOf } from '../address/study.js';
import { attempt } from '../commands/attempt.js';
import { reopenStudy } from '../commands/study.js';
import { chooseFile, closeStudy, nameStudy, notice, openStudy, setScenario } from '../commands.js';
import { controls } from '../elements/controls.js';
import { icon } from '../elements/icons.js';
import { PageElement } from '../elements/part.js';
import { tabs } from '../elements/tabs.js';
import { WidthController } from '../elements/width.js';
import { studyScreen } from '../forms/studies.js';
import { knobsOf } from '../scenario/study-knobs.js';
import { plotsOverTime, withDevelopment, withDistribution } from '../scenario/study-plots.js';
import { StoreController } from '../state/store.js';
import { sentenceCase } from '../text/time.js';
import { documentSide } from './document-side.js';
import { outcomeText } from './findings-texts.js';
import { baselineOf, differenceAt, foundAt, lookOf, wantedOf } from './look.js';
import { differenceMap, meanMap } from './maps.js';
import { OpenStudy, saysMore } from './open-study.js';
import { packText } from './pack.js';
import { pointCard } from './point-card.js';
import { pointTable } from './point-table.js';
import { progressStrip } from './progress-strip.js';
import { seedRows } from './seed-strip.js';
import { experimentList, studyList } from './served.js';
import { legendOf, shownOf } from './shown.js';
import { studyStyle } from './study-style.js';
import { answer, counted, measureTitle, placeText } from './texts.js';
import { studyWays } from './ways.js';
import './study-chart.js';
import './study-findings.js';

/** @import { Grid, Measured } from './grid.js' */
/** @import { Look } from './look.js' */
/** @import { Shown, StudyChart } from './study-chart.js' */

/** Narrower, the document is below what came out. */
const PHONE_PX = 700;
/** What else is beside it, CSS pixels. */
const SIDE_PX = 288 + 40 + 12;

/** Studies. */
export class StudyView extends PageElement {
  static properties = {
    plain: { type: Boolean, reflect: true },
    tab: { state: true },
    measure: { state: true },
    level: { state: true },
    held: { state: true },
    picked: { state: true },
    seed: { state: true },
    list: { state: true },
    experiments: { state: true },
    listed: { state: true },
  };

  static styles = [controls, tabs.styles, studyStyle];

  constructor() {
    super();
    /** Only what came of it, for somebody else's page. */
    this.plain = false;
    this.tab = 'lines';
    /** The measure that is shown, by name; the first if there is none of it. */
    this.measure = '';
    /** The place on the axis across that the table speaks of; -1 for the last. */
    this.level = -1;
    /** The place at which each axis is held. @type {number[]} */
    this.held = [];
    /** @type {{series: number, level: number}|undefined} */
    this.picked = undefined;
    /** Which seed of the picked point, from 0. */
    this.seed = 0;
    /** The studies that the site serves. @type {{id: string, name: string, question: string}[]|undefined} */
    this.list = undefined;
    /** The experiments that were published. @type {import('../engine/types.js').Experiment[]} */
    this.experiments = [];
    /** Whether nothing but the list is shown. */
    this.listed = true;
    /** The study that is open. @type {OpenStudy|undefined} */
    this.study = undefined;
    this.sized = new WidthController(this);
    this.seen = new StoreController(this, ({ study, catalog }) => ({ turn: study.turn, open: study.open, catalog }));
  }

  connectedCallback() {
    super.connectedCallback();
    this.study ??= this.page.openStudy ??= new OpenStudy(this.page, () => undefined);
    this.study.changed = () => this.requestUpdate();
    if (!this.page.openStudyTurn || this.page.openStudyTurn !== this.seen.value.turn) void this.bring();
    else this.listed = !this.study.doc && this.study.trouble.length === 0;
    studyList().then(
      (list) => (this.list = list),
      () => (this.list = []),
    );
    experimentList().then(
      (list) => (this.experiments = list),
      () => undefined,
    );
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    if (this.study) this.study.changed = () => undefined;
  }

  willUpdate() {
    if (this.page.openStudyTurn !== this.seen.value.turn) void this.bring();
  }

  async bring() {
    const { study } = this.page.store.get();
    this.page.openStudyTurn = study.turn;
    Object.assign(this, { picked: undefined, level: -1, held: [], measure: '', listed: false, tab: 'lines' });
    const opened = await this.study?.open(study);
    // Nobody asked for the list: what is on screen gives a first result.
    if (!opened && study.turn === 0 && this.page.store.get().scenario) return studyScreen(this.page);
    this.listed = !opened;
    void this.name();
  }

  /** @param {import('../scenario/study.js').StudyDocument} doc */
  edit(doc) {
    this.picked = undefined;
    if (this.study) Object.assign(this.study, { promised: { result: '', engine: '' }, name: '' });
    void this.study?.take(doc).then(() => this.name(true));
  }

  /** @param {boolean} quick whether only as much is run as is enough for an impression */
  hurry(quick) {
    const { study } = this;
    if (!study?.doc) return;
    this.picked = undefined;
    Object.assign(study, { promised: { result: '', engine: '' }, quick });
    void study.take(study.doc).then(() => this.name(true));
  }

  /** Says in the address what is shown; what was opened from there stays as it was. @param {boolean} [edited] */
  async name(edited = false) {
    const { fragment } = this.page.store.get().study;
    const { doc, name, quick } = this.study ?? {};
    const place = studyOf(fragment);
    if (!doc || (!edited && (place?.name || place?.packed))) return;
    nameStudy(this.page, studyFragment({ ...(name ? { name } : { packed: await packText(JSON.stringify(doc)) }), quick: quick === true }));
  }

  render() {
    const { study } = this;
    if (!study || (this.listed && !this.plain)) return this.overview();
    const { doc, trouble } = study;
    const grid = study.grid(this.held);
    return html`<div class="view">
      ${this.plain ? nothing : this.side(grid)}
      <main tabindex="-1" aria-label="Study results">
        ${trouble.length > 0 ? html`<div class="trouble" role="alert">${trouble.map((sentence) => html`<p>${sentence}</p>`)}${this.awaited()}</div>` : nothing}
        ${study.told.map((sentence) => html`<p role="status">${sentence}</p>`)}
        ${doc && !this.plain ? this.published() : nothing}
        ${doc && grid ? this.results(grid) : trouble.length > 0 ? nothing : html`<p role="status">Opening the study …</p>`}
      </main>
    </div>`;
  }

  /** Ways on: to bring a file that the study waits for, or to try again what lacked something. */
  awaited() {
    const { awaits, lacks, fetches } = /** @type {OpenStudy} */ (this.study);
    if (lacks) return html`<p class="row"><button @click=${() => reopenStudy(this.page)}>Try again</button></p>`;
    if (!awaits) return nothing;
    return html`<p class="row">${fetches.map(({ label, run }) => html`<button @click=${run}>${label}</button>`)}<button @click=${() => chooseFile(this.page)}>${icon('upload')} Choose the file …</button></p>`;
  }

  /** What is run, to be changed, and what can be done with the whole. @param {Grid|undefined} grid */
  side(grid) {
    const study = /** @type {OpenStudy} */ (this.study);
    const { doc } = study;
    const { catalog } = this.seen.value;
    return html`<aside aria-label="Study settings">
        ${doc ? documentSide({ study, doc, grid, catalog, knobs: knobsOf(catalog, doc.base), edit: (next) => this.edit(next), openBase: () => this.openText(JSON.stringify(doc.base)) }) : nothing}
        ${doc ? studyWays(study, catalog?.engine ?? '', this.chart) : nothing}
        <p class="row">
          <a class="button quiet" href="#study">All studies</a>
          ${this.opener()}
          <button class="quiet" @click=${() => closeStudy(this.page)}>${icon('left')} Back to the charts</button>
        </p>
      </aside>`;
  }

  /** What a published experiment is, and whether this still is it. */
  published() {
    const { doc, original, isChanged } = /** @type {OpenStudy} */ (this.study);
    const { id = '', source = '', setup = '', notes = [] } = doc ?? {};
    if (!original) return nothing;
    return html`<p class="row">
        <a class="button quiet" href=${fragmentOf({ id, seed: FIRST_SEED })}>${icon('left')} Back to ${id}</a>
        <span class="grow soft">${isChanged ? html`Changed from the published version: the targets are compared with these runs. <a href="#${studyFragment({ name: id, quick: true })}">Published version</a>` : 'Published version; you can change it.'}</span>
      </p>
      <details>
        <summary>Source, setup and notes</summary>
        <p>${source}</p>
        <p>${setup}</p>
        ${notes.length > 0 ? html`<ul>${notes.map((note) => html`<li>${note}</li>`)}</ul>` : nothing}
      </details>`;
  }

  /** Nothing is open: what there is. */
  overview() {
    return html`<main tabindex="-1">
      <h2>Studies</h2>
      <p class="answer">One run with one seed says little. A study repeats a scenario with many seeds, or varies its settings, and computes confidence
        intervals of the differences. “20 seeds” and “Sweep this” beside the settings of a scenario start a study of it.</p>
      ${this.page.store.get().scenario ? html`<p class="row"><button class="primary" @click=${() => studyScreen(this.page)}>${icon('study')} Study the current scenario</button></p>` : nothing}
      <ul class="list">
        ${(this.list ?? []).map(({ id, name, question }) => html`<li><a href="#${studyFragment({ name: id })}"><b>${name}</b></a><br /><span class="soft">${question}</span></li>`)}
      </ul>
      ${
        this.experiments.length > 0
          ? html`<h3>Published experiments, with the results of all runs</h3>
            <ul class="list">
              ${this.experiments.map(({ id, title, question, runs }) => html`<li><a href="#${studyFragment({ name: id })}"><b>${id} ${title}</b></a> <span class="soft">${counted(runs, 'run')}</span><br /><span class="soft">${question}</span></li>`)}
            </ul>`
          : nothing
      }
      <p class="row">${this.opener()}<button @click=${() => closeStudy(this.page)}>${icon('left')} Back to the charts</button></p>
    </main>`;
  }

  /** A study or its results can be dropped on the page as well. */
  opener() {
    return html`<button class="quiet" title="A study, or the results of its runs (.jsonl)" @click=${() => chooseFile(this.page)}>${icon('upload')} Open a file …</button>`;
  }

  /** @returns {StudyChart|null} */
  get chart() {
    return this.renderRoot?.querySelector('study-chart') ?? null;
  }

  /** What is chosen. @param {Grid} grid */
  look(grid) {
    const { measure, level, picked, seed } = this;
    const choose = (/** @type {number} */ series, /** @type {number} */ at, /** @type {number|undefined} */ which) =>
      this.choose(series, at, which);
    return lookOf(/** @type {OpenStudy} */ (this.study), grid, {
      measure,
      level,
      picked,
      seed,
      choose,
      titleOf: (measured) => this.titleOf(measured),
    });
  }

  /** @param {Measured} measured */
  titleOf(measured) {
    return measureTitle(this.seen.value.catalog, measured);
  }

  /** @param {Grid} grid */
  results(grid) {
    const { study } = this;
    if (!study?.doc) return nothing;
    const { doc, work } = study;
    const look = this.look(grid);
    const found = work?.findings !== null && work?.findings !== undefined;
    return html`<p class="question">${doc.question || (doc.name ?? '')}</p>
      <p class="answer" role="status">${found && look ? this.answer(look) : ''}</p>
      ${progressStrip(study, this.seen.value.catalog?.engine ?? '', (quick) => this.hurry(quick))}
      ${found && look ? html`${this.charts(look)} ${pointTable(look, (level) => (this.level = level))}` : nothing} ${found ? this.findings() : this.kept()}`;
  }

  /** What came of all runs of a published experiment before, while there is nothing fresh. */
  kept() {
    const { doc, shipped, quick, isChanged } = /** @type {OpenStudy} */ (this.study);
    if (!doc || !shipped || isChanged) return nothing;
    const { findings, runs, digest, engine } = shipped;
    return html`<section class="below" aria-label="Stored result">
      <h3 class="verdicts">Stored result. ${outcomeText(findings.targets)}</h3>
      <p class="soft">All ${counted(runs, 'run')}, computed earlier by Ganttlet ${engine}: digest <code>${digest}</code>. ${quick ? '“Run” repeats some of them here' : '“Run” repeats them here'}; nothing below was computed in this browser.</p>
      <study-findings .findings=${findings} ?noted=${(doc.notes?.length ?? 0) > 0} .over_time=${plotsOverTime(doc)} about=${`${doc.id}, stored result, digest ${digest}, Ganttlet ${engine}`}></study-findings>
    </section>`;
  }

  /** What the runs say of what the study claims. */
  findings() {
    const { doc, work, quick, original, summary } = /** @type {OpenStudy} */ (this.study);
    if (!doc || !work?.findings) return nothing;
    const { findings, unfit } = work.findings;
    if (!saysMore(doc) && unfit.length === 0) return nothing;
    const whole = work.status === 'done';
    const claims = doc.claims?.length ?? 0;
    const about = [
      doc.id || doc.name,
      quick ? 'quick' : '',
      summary?.digest ? `digest ${summary.digest}` : 'partial',
      `Ganttlet ${this.seen.value.catalog?.engine ?? ''}`,
    ]
      .filter(Boolean)
      .join(', ');
    return html`<section class="below" aria-label="Targets, tables and plots">
      <h3 class="verdicts">${!saysMore(doc) ? 'Quantities' : claims === 0 ? 'Tables and plots' : whole || findings.targets.length > 0 ? outcomeText(findings.targets) : 'Too early for a verdict.'}</h3>
      ${whole || claims === 0 ? nothing : html`<p class="soft">Partial results: not all runs have completed, so verdicts can still change.</p>`}
      ${
        unfit.length > 0
          ? html`<div role="note"><p><b>${original ? 'No longer applicable' : 'Cannot be computed'}:</b></p>
            <ul class="unfit">${unfit.map(({ place = '', message }) => html`<li>${nameAt(doc, place)}: ${message}</li>`)}</ul></div>`
          : nothing
      }
      <study-findings .findings=${findings} ?noted=${original !== undefined && (doc.notes?.length ?? 0) > 0} .over_time=${plotsOverTime(doc)} about=${about}></study-findings>
    </section>`;
  }

  /** @param {Look} look */
  answer(look) {
    const { grid, measured, title, reading, place, points } = look;
    const lines = grid.series.map(({ name }, series) => ({
      name,
      measured: foundAt(look, series, place),
      difference: differenceAt(look, measured, points[series]?.[place] ?? -1),
    }));
    return answer(lines, { title, reading, better: measured.better, base: baselineOf(look), place: placeText(grid, place) });
  }

  /** @param {Look} look */
  charts(look) {
    const { grid } = look;
    const names = grid.part.measures.map((measured) => ({ name: measured.name, title: this.titleOf(measured) }));
    const heat = differenceMap(look);
    const all = [
      ...(grid.across < 0
        ? [{ id: 'seeds', name: 'Seeds' }]
        : [
            { id: 'lines', name: 'Lines' },
            { id: 'boxes', name: 'Boxes' },
          ]),
      { id: 'distribution', name: 'Distribution' },
      ...(grid.up < 0 ? [] : [{ id: 'map', name: 'Heat map' }]),
    ];
    const tab = all.some(({ id }) => id === this.tab) ? this.tab : (all[0]?.id ?? '');
    const shown = tab === 'map' || tab === 'seeds' ? undefined : shownOf(look, /** @type {Shown['kind']} */ (tab));
    return html`<div class="row">
        <label>Metric <select @change=${(/** @type {Event} */ event) => (this.measure = /** @type {HTMLSelectElement} */ (event.target).value)}>${names.map(({ name, title }) => html`<option value=${name} ?selected=${name === look.measured.name}>${title}</option>`)}</select></label>
        ${grid.held.map((place) => this.holding(grid, place))}
      </div>
      ${tabs('Results', all, tab, (id) => (this.tab = id))}
      <div class="charts ${heat ? '' : 'alone'}">
        <div role="tabpanel" id="panel-${tab}" aria-labelledby="tab-${tab}">
          ${this.picked ? pointCard(look, this.picked, { close: () => (this.picked = undefined), open: this.plain ? undefined : (run) => this.openRun(run) }) : nothing}
          ${shown ? html`<study-chart .shown=${shown} .picked=${this.picked} @pick=${this.pick}></study-chart><p class="small soft">${legendOf(look, shown)}</p>` : tab === 'seeds' ? seedRows(look, this.room) : meanMap(look, (series, level, row) => this.chooseCell(grid, series, level, row))}
          ${tab === 'distribution' ? this.more(look) : nothing}
        </div>
        ${heat ?? nothing}
      </div>`;
  }

  /** The width for what came out, CSS pixels. */
  get room() {
    const { width } = this.sized;
    return Math.max(240, width < PHONE_PX ? width - 28 : width - SIDE_PX);
  }

  /** Ways to what the runs can be asked beside one number: over their jobs, and over time. @param {Look} look */
  more(look) {
    const { doc } = /** @type {OpenStudy} */ (this.study);
    const {
      measured: { metric, unit },
      grid: { part },
      title,
    } = look;
    if (!doc || this.plain) return nothing;
    const wanted = () => ({ ...wantedOf(look), part: part.name, metric, unit, title });
    const each = this.seen.value.catalog?.entries.find(({ family, id }) => family === 'metric' && id === metric)?.each !== undefined;
    const until_s = doc.base.horizon_s ?? longest(part);
    return html`<p class="row">
      ${each ? html`<button @click=${() => this.edit(withDistribution(doc, wanted()))}>${icon('plus')} Add its distribution over jobs</button>` : nothing}
      ${until_s ? html`<button @click=${() => this.edit(withDevelopment(doc, { ...wanted(), until_s }))}>${icon('plus')} Add its development over time, to choose a warm-up</button>` : nothing}
    </p>`;
  }

  /** @param {Grid} grid @param {number} place of an axis that is held at one value */
  holding(grid, place) {
    const axis = grid.part.axes[place];
    const choose = (/** @type {Event} */ event) => {
      const held = [...this.held];
      held[place] = /** @type {HTMLSelectElement} */ (event.target).selectedIndex;
      this.held = held;
    };
    return html`<label>at ${axis?.name} <select @change=${choose}>${axis?.labels.map((label, at) => html`<option ?selected=${at === (this.held[place] ?? 0)}>${label}</option>`)}</select></label>`;
  }

  /** @param {CustomEvent<{series: number, level: number}>} event */
  pick({ detail: { series, level } }) {
    this.choose(series, level);
  }

  /** @param {number} series @param {number} level @param {number} [seed] */
  choose(series, level, seed = 0) {
    this.picked = { series, level };
    this.level = level;
    this.seed = seed;
  }

  /**
   * A cell of the map of means: the second axis is held at its row from now on.
   * @param {Grid} grid
   * @param {number} series
   * @param {number} level
   * @param {number} row
   */
  chooseCell({ part, up, held, series: lines }, series, level, row) {
    this.held = part.axes.map((_, place) => (place === up ? row : held.includes(place) ? (lines[series]?.levels[place] ?? 0) : 0));
    this.choose(series, level);
  }

  /** @param {number} run */
  async openRun(run) {
    await attempt(this.page, 'The run could not be opened', async () =>
      this.openText(await /** @type {OpenStudy} */ (this.study).scenario(run)),
    );
  }

  /** @param {string} text of a scenario */
  async openText(text) {
    const done = await setScenario(this.page, text, { fresh: true });
    if (done) notice(this.page, 'This is one run of the study.', 'info', { label: 'Back to the study', run: () => openStudy(this.page) });
    else
      notice(
        this.page,
        `The run could not be opened: ${this.page.store.get().diagnostics[0]?.message ?? 'its scenario is not valid'}`,
        'error',
      );
  }
}

/**
 * How long the longest run takes, s, as far as that is measured.
 * @param {import('./grid.js').Part} part
 */
function longest({ measures }) {
  const points = measures.find(({ metric, name }) => metric === 'makespan' && name === metric)?.points ?? [];
  return Math.max(0, ...points.map(({ interval }) => interval?.mean ?? 0));
}

/**
 * What stands at a place of a document, as people call it.
 * @param {import('../scenario/study.js').StudyDocument} doc
 * @param {string} place `/claims/3`
 */
function nameAt(doc, place) {
  const [, list = '', at = ''] = place.split('/');
  const said = /** @type {Record<string, {claim?: string, title?: string}[]>} */ (/** @type {unknown} */ (doc))[list]?.[Number(at)];
  // Quantities are called by their names.
  const name = list === 'quantities' ? `the quantity ${at.replaceAll('~1', '/').replaceAll('~0', '~')}` : place;
  return sentenceCase(said?.claim ?? said?.title ?? name);
}

customElements.define('study-view', StudyView);
