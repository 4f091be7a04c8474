/** @file `<study-view>`: many runs together: the document at the left, what came of it at the right. */

import { html, nothing, svg } from 'lit';
import { PageElement } from '../elements/part.js';
import { closeStudy, nameStudy, notice, openStudy, save, setScenario } from '../commands.js';
import { attempt } from '../commands/attempt.js';
import { fileName } from '../commands/save.js';
import { controls } from '../elements/controls.js';
import { copyText } from '../elements/copy.js';
import { icon } from '../elements/icons.js';
import { styled } from '../elements/styled.js';
import { tabs } from '../elements/tabs.js';
import { lineStyle } from '../elements/theme.js';
import { plotPixels, sample } from '../plot/plot-drawing.js';
import { StoreController } from '../state/store.js';
import { formatNumber } from '../text/numbers.js';
import { toCsv } from '../text/tables.js';
import { formatTime, sentenceCase } from '../text/time.js';
import { studyFragment, studyOf } from '../address/study.js';
import { secondsLeft } from './desk.js';
import { documentSide, runsText } from './document-side.js';
import { pointsOf, runAt, seedsIn, spansMuch } from './grid.js';
import { OpenStudy, studyList } from './open-study.js';
import { packText } from './pack.js';
import { studyStyle } from './study-style.js';
import { answer, cellText, counted, meanText, placeText, plusMinus, readingOf, runRows, senseOf, strength } from './texts.js';
import './study-chart.js';

/** @import { Grid, Measured } from './grid.js' */
/** @import { Reading } from './texts.js' */
/** @import { Shown, StudyChart } from './study-chart.js' */

/** Measures beside each other in the table. */
const COLUMNS = 3;
/** The width of the strips of seeds, CSS pixels. */
const STRIP_PX = 180;

/** What is chosen of a study, and laid out. @typedef {{grid: Grid, measured: Measured, title: string, reading: Reading, place: number, points: number[][]}} Look */

/** Studies. */
export class StudyView extends PageElement {
  static properties = { tab: { state: true }, measure: { state: true }, level: { state: true }, held: { state: true }, picked: { state: true }, seed: { state: true }, list: { state: true }, listed: { state: true } };

  static styles = [controls, tabs.styles, studyStyle];

  constructor() {
    super();
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
    /** Whether nothing but the list is shown. */
    this.listed = true;
    /** The study that is open. @type {OpenStudy|undefined} */
    this.study = undefined;
    this.seen = new StoreController(this, ({ study, catalog }) => ({ turn: study.turn, open: study.open, catalog }));
  }

  connectedCallback() {
    super.connectedCallback();
    this.study ??= this.page.openStudy ??= new OpenStudy(this.page, () => undefined);
    this.study.changed = () => this.requestUpdate();
    if (!this.page.openStudyTurn || this.page.openStudyTurn !== this.seen.value.turn) void this.bring();
    else this.listed = !this.study.doc && this.study.trouble.length === 0;
    studyList().then((list) => (this.list = list), () => (this.list = []));
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
    this.listed = !(await this.study?.open(study));
    void this.name();
  }

  /** @param {import('../scenario/study.js').StudyDocument} doc */
  edit(doc) {
    this.picked = undefined;
    if (this.study) this.study.promised = { result: '', engine: '' };
    void this.study?.take(doc, false).then(() => this.name(true));
  }

  /** Says in the address what is shown; what was opened from there stays as it was. @param {boolean} [edited] */
  async name(edited = false) {
    const { fragment } = this.page.store.get().study;
    const { doc } = this.study ?? {};
    if (!doc || (!edited && studyOf(fragment)?.name) || (!edited && studyOf(fragment)?.packed)) return;
    nameStudy(this.page, studyFragment({ packed: await packText(JSON.stringify(doc)) }));
  }

  render() {
    const { study } = this;
    if (!study || this.listed) return this.overview();
    const { doc, trouble } = study;
    const grid = study.grid(this.held);
    return html`<div class="view">
      <aside aria-label="What is run">
        ${doc
          ? documentSide({ doc, grid, catalog: this.seen.value.catalog, baseline: study.baseline, edit: (next) => this.edit(next), compare: (level) => study.choose(level), openBase: () => this.openText(JSON.stringify(doc.base)) })
          : nothing}
        ${this.ways()}
      </aside>
      <main tabindex="-1" aria-label="What came of it">
        ${trouble.length > 0 ? html`<div class="trouble" role="alert">${trouble.map((sentence) => html`<p>${sentence}</p>`)}</div>` : nothing}
        ${doc && grid ? this.results(grid) : trouble.length > 0 ? nothing : html`<p role="status">Opening the study …</p>`}
      </main>
    </div>`;
  }

  /** Nothing is open: what there is. */
  overview() {
    return html`<main tabindex="-1">
      <h2>Many runs together</h2>
      <p class="answer">One run of one seed says little. A study repeats a scenario with other seeds, or varies some of it, and says how certain the differences are.
        “20 seeds” and “Sweep this” beside the settings of a scenario make one of it.</p>
      <ul class="list">
        ${(this.list ?? []).map(({ id, name, question }) => html`<li><a href="#${studyFragment({ name: id })}"><b>${name}</b></a><br /><span class="soft">${question}</span></li>`)}
      </ul>
      <p class="row"><button @click=${() => closeStudy(this.page)}>${icon('left')} Back to the charts</button></p>
    </main>`;
  }

  /** What can be done with the whole. */
  ways() {
    const { work, doc } = this.study ?? {};
    if (!doc) return html`<p class="row"><a class="button" href="#study">All studies</a></p>`;
    const some = (work?.ended ?? 0) > 0;
    return html`<div class="part row">
        <button @click=${this.link}>${icon('link')} Copy link</button>
        <button ?disabled=${!some} @click=${this.csv}>${icon('export')} CSV</button>
        <button @click=${this.json}>${icon('export')} JSON</button>
        <button ?disabled=${!this.chart} @click=${this.saveSvg}>${icon('export')} SVG</button>
        <button ?disabled=${!this.chart} @click=${this.savePng}>${icon('export')} PNG</button>
      </div>
      <p class="row"><a class="button quiet" href="#study">All studies</a><button class="quiet" @click=${() => closeStudy(this.page)}>${icon('left')} Back to the charts</button></p>`;
  }

  /** @returns {StudyChart|null} */
  get chart() {
    return this.renderRoot?.querySelector('study-chart') ?? null;
  }

  /**
   * What is chosen.
   * @param {Grid} grid
   * @returns {Look|undefined}
   */
  look(grid) {
    const { part, across, series } = grid;
    const measured = part.measures.find(({ name }) => name === this.measure) ?? part.measures[0];
    if (!measured) return undefined;
    const levels = across < 0 ? 1 : (part.axes[across]?.labels.length ?? 1);
    const place = this.level < 0 || this.level >= levels ? levels - 1 : this.level;
    return { grid, measured, title: this.titleOf(measured), reading: readingOf(measured), place, points: series.map((_, at) => pointsOf(grid, at)) };
  }

  /** @param {Measured} measured */
  titleOf({ name, metric }) {
    const entry = this.seen.value.catalog?.entries.find(({ family, id }) => family === 'metric' && id === metric);
    return name === metric ? (entry?.name ?? name) : sentenceCase(name);
  }

  /** @param {Grid} grid */
  results(grid) {
    const { study } = this;
    const look = this.look(grid);
    if (!study?.doc || !look) return nothing;
    const found = study.work?.findings !== null && study.work?.findings !== undefined;
    return html`${study.doc.question ? html`<p class="question">${study.doc.question}</p>` : html`<p class="question">${study.doc.name ?? ''}</p>`}
      <p class="answer" role="status">${found ? this.answer(look) : ''}</p>
      ${this.progress(grid)} ${found ? html`${this.charts(look)} ${this.table(look)}` : nothing}`;
  }

  /** @param {Look} look */
  answer({ grid, measured, title, reading, place, points }) {
    const at = this.study?.summary?.parts[0]?.measures.indexOf(measured) ?? 0;
    const base = grid.compared < 0 ? '' : (grid.part.axes[grid.compared]?.labels[this.study?.baseline ?? 0] ?? '');
    const lines = grid.series.map(({ name }, series) => {
      const point = points[series]?.[place] ?? -1;
      return { name, measured: measured.points[point], difference: this.study?.differences[at]?.[point] };
    });
    return answer(lines, { title, reading, better: measured.better, base, place: placeText(grid, place) });
  }

  /** @param {Grid} grid */
  progress({ part }) {
    const { study } = this;
    const { work, opened, estimate } = study ?? {};
    if (!study || !work || !opened) return nothing;
    const { count } = opened;
    const known = `${formatNumber(work.ended)} of ${counted(count, 'run')}`;
    const complete = seedsIn(part, work.outcomes);
    const seeds = complete > 0 && complete < part.seeds ? `${complete === 1 ? 'the first seed is' : `the first ${complete} of ${part.seeds} seeds are`} in at every point` : '';
    if (work.status === 'failed') {
      return html`<div class="strip" role="alert"><span class="grow trouble">${work.broken >= 0 ? `The run ${work.labels[work.broken]} stopped: ` : 'It stopped: '}${work.error}</span><button @click=${() => study.start()}>Try again</button></div>`;
    }
    if (work.status === 'done') {
      const digest = study.summary?.digest ?? '';
      return html`<div class="strip"><span class="grow">All ${counted(count, 'run')} ${count === 1 ? 'is' : 'are'} in. Result <code>${digest}</code>. ${this.promise(digest)}</span></div>`;
    }
    if (work.status === 'running' || work.status === 'waiting') {
      const left = secondsLeft(work, performance.now());
      return html`<div class="strip">
        <b class="number">${known}</b><progress max=${count} value=${work.ended} aria-label="Runs of the study"></progress>
        <span class="grow number">${[seeds, Number.isNaN(left) ? '' : `about ${formatTime(Math.ceil(left))} left`].filter(Boolean).join('; ')}</span>
        <button @click=${() => study.stop(true)}>${icon('pause')} Pause</button><button @click=${() => study.stop(false)}>${icon('close')} Cancel, keep these</button>
      </div>`;
    }
    if (work.ended <= 1) {
      return html`<div class="strip"><span class="grow number">${runsText(count, Number.isNaN(estimate ?? NaN) ? NaN : (estimate ?? NaN))}${Number.isNaN(estimate ?? NaN) ? '; the first run is being made to know how long they take' : ''}</span><button class="primary" @click=${() => study.start()}>${icon('play')} Run</button></div>`;
    }
    return html`<div class="strip"><b class="number">${known}</b><span class="grow">${work.paused ? 'paused' : 'kept'}${seeds ? `; ${seeds}` : ''}</span><button class="primary" @click=${() => study.start()}>${icon('play')} Go on</button></div>`;
  }

  /** What the link promised, and what came of it. @param {string} digest */
  promise(digest) {
    const { result = '', engine = '' } = this.study?.promised ?? {};
    if (!result) return nothing;
    if (result === digest) return html`<span class="good">${this.study?.known ? 'Identical to that of the link (computed in this browser before).' : 'Reproduced, identical to that of the link.'}</span>`;
    const here = this.seen.value.catalog?.engine ?? '';
    return html`<span class="trouble">The link carries another result, <code>${result}</code>${engine && engine !== here ? `: it was made with engine ${engine}, this is ${here}` : ''}.</span>`;
  }

  /** @param {Look} look */
  charts(look) {
    const { grid } = look;
    const names = grid.part.measures.map((measured) => ({ name: measured.name, title: this.titleOf(measured) }));
    const heat = this.heat(look);
    const all = [
      ...(grid.across < 0 ? [] : [{ id: 'lines', name: 'Lines' }, { id: 'boxes', name: 'Boxes' }]),
      { id: 'distribution', name: 'Distribution' },
      ...(grid.up < 0 ? [] : [{ id: 'map', name: 'Heat map' }]),
    ];
    const tab = all.some(({ id }) => id === this.tab) ? this.tab : (all[0]?.id ?? '');
    const shown = tab === 'map' ? undefined : this.shown(look, /** @type {Shown['kind']} */ (tab));
    return html`<div class="row">
        <label>Measure <select @change=${(/** @type {Event} */ event) => (this.measure = /** @type {HTMLSelectElement} */ (event.target).value)}>${names.map(({ name, title }) => html`<option value=${name} ?selected=${name === look.measured.name}>${title}</option>`)}</select></label>
        ${grid.held.map((place) => this.holding(grid, place))}
      </div>
      ${tabs('Results', all, tab, (id) => (this.tab = id))}
      <div class="charts ${heat ? '' : 'alone'}">
        <div role="tabpanel" id="panel-${tab}" aria-labelledby="tab-${tab}">
          ${this.picked ? this.card(look, this.picked) : nothing}
          ${shown ? html`<study-chart .shown=${shown} .picked=${this.picked} @pick=${this.pick}></study-chart><p class="small soft">${this.legend(look, shown)}</p>` : this.map(look)}
        </div>
        ${heat ?? nothing}
      </div>`;
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

  /**
   * @param {Look} look
   * @param {Shown['kind']} kind
   * @returns {Shown}
   */
  shown({ grid, measured, title, reading, place, points }, kind) {
    const { part, across, series } = grid;
    const { factor, unit } = reading;
    const y = [title, unit].filter(Boolean).join(', ');
    const axis = part.axes[across];
    const at = (/** @type {number} */ one, /** @type {number} */ level) => measured.points[points[one]?.[level] ?? -1];
    if (kind === 'distribution') {
      const where = placeText(grid, place);
      const lines = series.map(({ name }, one) => {
        const values = (at(one, place)?.values ?? []).filter((value) => value !== null).sort((a, b) => a - b);
        // Steps: a corner before and after each value.
        const x = values.flatMap((value) => [value * factor, value * factor]);
        return { name, x, y: values.flatMap((_, rank) => [(rank / values.length) * 100, ((rank + 1) / values.length) * 100]), low: [], high: [] };
      });
      return { kind, plot: { title: `Distribution over seeds${where ? ` at ${where}` : ''}`, x: y, y: 'Seeds up to there, %', lines }, values: [], logarithmic: false, ends: [] };
    }
    const x = /** @type {number[]} */ (axis?.values ?? []);
    const values = series.map((_, one) => x.map((_, level) => (at(one, level)?.values ?? []).map((value) => (value === null ? null : value * factor))));
    const of = (/** @type {number} */ one, /** @type {'mean'|'low'|'high'} */ end) => x.map((_, level) => (at(one, level)?.interval?.[end] ?? NaN) * factor);
    const ends = (/** @type {number} */ one, /** @type {boolean} */ high) => x.map((_, level) => {
      const made = (values[one]?.[level] ?? []).filter((value) => value !== null);
      return made.length > 0 ? (high ? Math.max(...made) : Math.min(...made)) : NaN;
    });
    const lines = series.map(({ name }, one) =>
      kind === 'boxes' ? { name, x, y: of(one, 'mean'), low: ends(one, false), high: ends(one, true) } : { name, x, y: of(one, 'mean'), low: of(one, 'low'), high: of(one, 'high') },
    );
    const all = points.flat().map((point) => measured.points[point]).filter((point) => point !== undefined);
    const logarithmic = spansMuch(all);
    if (logarithmic) {
      // What reaches down to 0 ends a little below everything else.
      const positive = lines.flatMap(({ y: means, low }) => [...means, ...low]).filter((value) => value > 0);
      const least = Math.min(...positive);
      for (const line of lines) line.low = line.low.map((value) => (value < least ? least : value));
    }
    const name = axis ? [axis.name, axis.unit].filter(Boolean).join(', ') : '';
    return {
      kind, plot: { title: `${title} over ${axis?.name ?? ''}`, x: name, y, lines }, values, logarithmic,
      ends: kind === 'lines' ? series.map((_, one) => meanText(at(one, x.length - 1)?.interval, { factor, unit: '' })) : [],
    };
  }

  /** @param {Look} look @param {Shown} shown */
  legend({ measured, title }, { kind, logarithmic }) {
    const scale = logarithmic ? '; log scale' : '';
    const seeds = Math.max(0, ...measured.points.map(({ interval }) => interval?.count ?? 0));
    const over = counted(seeds, 'seed');
    if (kind === 'distribution') return `${title}: the share of seeds whose value is not larger.`;
    if (kind === 'boxes') return `${title}: boxes from the first to the third quartile of up to ${over}, with the median; whiskers to the least and the most${scale}.`;
    return `${title}: mean of up to ${over}${seeds > 1 ? '; band: 95 % interval of the mean' : ''}${scale}. Click a point to look at its runs.`;
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
   * The point that is looked at, and its runs.
   * @param {Look} look
   * @param {{series: number, level: number}} picked
   */
  card({ grid, measured, reading, points }, { series, level }) {
    const point = points[series]?.[level] ?? 0;
    const found = measured.points[point];
    const name = [grid.series[series]?.name, placeText(grid, level)].filter(Boolean).join(' at ');
    const first = this.study?.firstSeed ?? 1;
    const values = found?.values ?? [];
    const value = values[this.seed];
    const shown = (/** @type {number|null|undefined} */ one) => (one === null || one === undefined ? 'not run yet' : `${formatNumber(one * reading.factor)}${reading.unit ? ` ${reading.unit}` : ''}`);
    return html`<div class="card" role="group" aria-label=${name}>
      <div class="row"><b>${name}</b><span class="small soft">${counted(found?.interval?.count ?? 0, 'seed')}</span><button class="icon-only" aria-label="Close" @click=${() => (this.picked = undefined)}>${icon('close')}</button></div>
      <span class="number">mean ${meanText(found?.interval, reading)}${found?.median === null || found?.median === undefined ? '' : `, median ${shown(found.median)}`}</span>
      ${this.strip([{ series, values }], this.seed, (seed) => (this.seed = seed), this.strips([values]))}
      <div class="row">
        <label>Seed <select @change=${(/** @type {Event} */ event) => (this.seed = /** @type {HTMLSelectElement} */ (event.target).selectedIndex)}>${values.map((one, at) => html`<option ?selected=${at === this.seed}>${first + at}: ${shown(one)}</option>`)}</select></label>
        <button class="primary" @click=${() => this.openRun(runAt(grid.part, point, this.seed))}>${icon('open')} Open this run, seed ${first + this.seed}</button>
      </div>
      <span class="unseen">Seed ${first + this.seed}: ${shown(value)}</span>
    </div>`;
  }

  /**
   * The scale that strips share.
   * @param {(number|null)[][]} all
   */
  strips(all) {
    const made = all.flat().filter((value) => value !== null);
    const [low, high] = [Math.min(...made), Math.max(...made)];
    const log = low > 0 && high / low >= 10;
    const to = (/** @type {number} */ value) => (high > low ? (log ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low)) : 0.5) * (STRIP_PX - 12) + 6;
    return { to, low, high, log };
  }

  /**
   * The values of the seeds on one line.
   * @param {{series: number, values: (number|null)[]}[]} rows one
   * @param {number} chosen the seed that is looked at, -1 for none
   * @param {(seed: number) => void} choose
   * @param {{to: (value: number) => number}} scale
   */
  strip([row], chosen, choose, { to }) {
    const { series, values } = row ?? { series: 0, values: [] };
    const made = values.filter((value) => value !== null);
    const mean = made.reduce((sum, value) => sum + value, 0) / made.length;
    const ink = `var(--${lineStyle(series).token})`;
    return html`<svg width=${STRIP_PX} height="28" viewBox="0 0 ${STRIP_PX} 28" aria-hidden="true">
      ${svg`<path d="M0 14H${STRIP_PX}" stroke="var(--line)"></path>
        ${values.map((value, seed) => (value === null ? '' : svg`<circle cx=${to(value)} cy="14" r=${seed === chosen ? 5 : 4} fill=${seed === chosen ? 'var(--accent)' : 'transparent'} stroke=${ink} stroke-width="1.2" @click=${() => choose(seed)}></circle>`))}
        ${Number.isFinite(mean) ? svg`<path d="M${to(mean)} 5V23" stroke=${ink} stroke-width="2" pointer-events="none"></path>` : ''}`}
    </svg>`;
  }

  /**
   * The paired differences to the baseline.
   * @param {Look} look
   */
  heat({ grid, measured, title, points }) {
    const { study } = this;
    const { compared, part, across } = grid;
    if (!study || compared < 0 || across < 0) return undefined;
    const at = part.measures.indexOf(measured);
    const base = part.axes[compared]?.labels[study.baseline] ?? '';
    const axis = part.axes[across];
    const count = axis?.labels.length ?? 0;
    const columns = styled({ 'grid-template-columns': `repeat(${count}, minmax(0, 1fr))` });
    const rows = grid.series.flatMap(({ name, levels }, series) => (levels[compared] === study.baseline ? [] : [{ name, series }]));
    return html`<section aria-label="Paired differences">
      <p><b>Paired difference to ${base}</b> <span class="soft">${title.toLowerCase()}</span></p>
      ${rows.map(
        ({ name, series }) => html`<p class="small">${name}</p>
          <div class="heat" ${columns}>
            ${(points[series] ?? []).map((point, level) => {
              const difference = study.differences[at]?.[point];
              const sense = senseOf(difference, measured.better);
              const text = cellText(difference);
              const strong = difference && sense !== 'open' ? `s${strength(difference, sense === 'worse' ? 4 : 3)}` : '';
              const said = { better: `${text} %, better`, worse: `${text} %, worse`, open: 'not certain', '': 'not known yet' }[sense].replace('× %', ' times');
              return html`<button class="${sense || 'none'} ${strong}" aria-pressed=${this.picked?.series === series && this.picked.level === level} aria-label="${name} at ${placeText(grid, level)}: ${said}" title="${placeText(grid, level)}: ${said}" @click=${() => this.choose(series, level)}>${text}</button>`;
            })}
          </div>`,
      )}
      <div class="heat" ${columns} aria-hidden="true">${axis?.labels.map((label, level) => html`<span class="axis">${count <= 12 || level % Math.ceil(count / 12) === 0 ? label : ''}</span>`)}</div>
      <p class="small soft">${axis?.name}; in per cent of ${base}, from twice on as a factor (×)</p>
      <p class="small"><span class="swatch open"></span> ? the paired 95 % interval holds 0: not certain</p>
      <p class="small"><span class="swatch better s2"></span> better than ${base} &nbsp; <span class="swatch worse s2"></span> worse</p>
    </section>`;
  }

  /**
   * The means over two axes of numbers.
   * @param {Look} look
   */
  map({ grid, measured, reading }) {
    const { part, across, up, series } = grid;
    const [x, y] = [part.axes[across], part.axes[up]];
    if (!x || !y) return nothing;
    const means = measured.points.flatMap(({ interval }) => (interval ? [interval.mean] : []));
    const [low, high] = [Math.min(...means), Math.max(...means)];
    const share = (/** @type {number} */ mean) => (high > low ? (mean - low) / (high - low) : 0);
    return html`${series.map(({ name, levels }) => html`<p class="small">${name}</p>
        <div class="scroll" tabindex="0" role="group" aria-label="Means of ${name || measured.name}"><table>
          <thead><tr><th scope="col">${y.name} \\ ${x.name}</th>${x.labels.map((label) => html`<th scope="col">${label}</th>`)}</tr></thead>
          <tbody>
            ${y.labels.map((label, row) => ({ label, row })).reverse().map(({ label, row }) => html`<tr><th scope="row">${label}</th>${x.labels.map((_, column) => {
              const at = part.axes.reduce((point, { labels }, place) => point * labels.length + (place === across ? column : place === up ? row : (levels[place] ?? 0)), 0);
              const mean = measured.points[at]?.interval;
              return html`<td ${styled(mean ? { background: `color-mix(in srgb, var(--accent) ${Math.round(share(mean.mean) * 30)}%, var(--paper))` } : {})}>${plusMinus(mean, reading.factor).mean}</td>`;
            })}</tr>`)}
          </tbody>
        </table></div>`)}
      <p class="small soft">Means${reading.unit ? `, ${reading.unit}` : ''}; more colour is more.</p>`;
  }

  /** @param {Look} look */
  table(look) {
    const { grid, measured, place, points } = look;
    const { study } = this;
    const { part, across, compared, series } = grid;
    const base = compared < 0 ? '' : (part.axes[compared]?.labels[study?.baseline ?? 0] ?? '');
    const rest = part.measures.filter((one) => one !== measured).slice(0, COLUMNS - 1);
    const values = series.map((_, one) => measured.points[points[one]?.[place] ?? -1]?.values ?? []);
    const scale = this.strips(values);
    const reading = look.reading;
    const axis = part.axes[across];
    const head = (/** @type {Measured} */ one) => html`<th scope="col">${[this.titleOf(one), readingOf(one).unit].filter(Boolean).join(', ')}</th>${base ? html`<th scope="col">to ${base}</th>` : nothing}`;
    const end = (/** @type {number} */ value) => formatNumber(Number((value * reading.factor).toPrecision(2)));
    const whole = study?.work?.status === 'done';
    return html`<section class="below" aria-label="Table">
      <div class="row">
        ${axis ? html`<label><b>At ${axis.name}</b> <select @change=${(/** @type {Event} */ event) => (this.level = /** @type {HTMLSelectElement} */ (event.target).selectedIndex)}>${axis.labels.map((label, at) => html`<option ?selected=${at === place}>${label}</option>`)}</select></label>` : nothing}
        <span class="soft">mean ± half of the 95 % interval${base ? '; differences are paired by seed' : ''}</span>
      </div>
      <div class="scroll" tabindex="0" role="group" aria-label="Means and differences">
        <table>
          <thead>
            <tr>
              <th scope="col">${compared < 0 ? 'Runs' : sentenceCase(part.axes[compared]?.name ?? '')}</th>
              ${head(measured)}
              <th scope="col">${Number.isFinite(scale.low) ? `seeds, ${end(scale.low)} to ${end(scale.high)}${scale.log ? ', log' : ''}` : 'seeds'}</th>
              ${rest.map(head)}
              <th scope="col">Seeds for ± 10 %</th>
            </tr>
          </thead>
          <tbody>
            ${series.map(({ name, levels }, one) => {
              const point = points[one]?.[place] ?? -1;
              const isBase = compared >= 0 && levels[compared] === study?.baseline;
              return html`<tr class=${isBase ? 'base' : ''}>
                <th scope="row"><button class="quiet" title="Look at its runs" @click=${() => this.choose(one, place)}><svg width="26" height="12" viewBox="0 0 26 12" aria-hidden="true">${sample(one, false)}</svg> ${name || 'all runs'}</button></th>
                ${this.cells(measured, point, isBase, base)}
                <td class="strips">${this.strip([{ series: one, values: values[one] ?? [] }], this.picked?.series === one ? this.seed : -1, (seed) => this.choose(one, place, seed), scale)}</td>
                ${rest.map((other) => this.cells(other, point, isBase, base))}
                <td>${measured.points[point]?.wished ?? '–'}</td>
              </tr>`;
            })}
          </tbody>
        </table>
      </div>
      <p class="small soft">
        Click a point, a cell or a dot to open that very run in the charts. “Seeds for ± 10 %”: how many seeds make half of the interval 10 % of the mean.
        ${whole ? '' : 'Result so far: partial, no digest; it is given when all runs are in.'}
      </p>
    </section>`;
  }

  /**
   * Mean and difference of one measure at a point.
   * @param {Measured} measured
   * @param {number} point
   * @param {boolean} isBase
   * @param {string} base
   */
  cells(measured, point, isBase, base) {
    const reading = readingOf(measured);
    const { mean, half } = plusMinus(measured.points[point]?.interval, reading.factor);
    const at = this.study?.summary?.parts[0]?.measures.indexOf(measured) ?? 0;
    const difference = this.study?.differences[at]?.[point];
    const sense = senseOf(difference, measured.better);
    const told = plusMinus(difference?.difference, reading.factor, true);
    return html`<td><b>${mean}</b>${half ? ` ± ${half}` : ''}</td>
      ${base ? html`<td class=${sense === 'better' ? 'better' : ''}>${isBase ? 'baseline' : html`${told.mean}${told.half ? ` ± ${told.half}` : ''}${sense === 'open' ? html` <i>not certain</i>` : nothing}`}</td>` : nothing}`;
  }

  /** @param {number} run */
  async openRun(run) {
    await attempt(this.page, 'The run could not be opened', async () => this.openText(await /** @type {OpenStudy} */ (this.study).scenario(run)));
  }

  /** @param {string} text of a scenario */
  async openText(text) {
    const done = await setScenario(this.page, text, { fresh: true });
    if (done) notice(this.page, 'This is one run of the study.', 'info', { label: 'Back to the study', run: () => openStudy(this.page) });
    else notice(this.page, `The run could not be opened: ${this.page.store.get().diagnostics[0]?.message ?? 'its scenario is not understood'}`, 'error');
  }

  async link() {
    const { doc, summary } = this.study ?? {};
    const fragment = studyFragment({ packed: await packText(JSON.stringify(doc)), result: summary?.digest ?? '', engine: this.seen.value.catalog?.engine ?? '' });
    const done = await copyText(`${location.origin}${location.pathname}#${fragment}`);
    if (done) notice(this.page, `The link is on the clipboard, ${summary?.digest ? 'with the digest of the result' : 'without a result: not all runs are in'}.`, 'good');
    else notice(this.page, 'The browser refuses the clipboard here.', 'error');
  }

  /** @param {string} ending */
  file(ending) {
    return `${fileName(this.study?.doc?.name ?? 'study')}.${ending}`;
  }

  csv() {
    const { work, summary, firstSeed = 1 } = this.study ?? {};
    const part = summary?.parts[0];
    if (part && work) save(this.file('csv'), toCsv(runRows(part, work.outcomes, firstSeed)), 'text/csv');
  }

  json() {
    const { doc, work, summary } = this.study ?? {};
    const numbers = work?.outcomes.map((outcome) => (outcome ? Array.from(outcome, (value) => (Number.isFinite(value) ? value : null)) : null));
    save(this.file('json'), `${JSON.stringify({ study: doc, engine: this.seen.value.catalog?.engine ?? '', digest: summary?.digest ?? null, runs: numbers ?? [] }, null, 1)}\n`, 'application/json');
  }

  note() {
    return [this.study?.doc?.name, this.study?.summary?.digest ? `result ${this.study.summary.digest}` : 'partial', `Ganttlet ${this.seen.value.catalog?.engine ?? ''}`].filter(Boolean).join(', ');
  }

  async saveSvg() {
    const { chart } = this;
    if (chart) await attempt(this.page, 'The picture could not be made', async () => save(this.file('svg'), chart.file(this.note()), 'image/svg+xml'));
  }

  async savePng() {
    const { chart } = this;
    if (chart) await attempt(this.page, 'The picture could not be made', async () => save(this.file('png'), await plotPixels(chart.file(this.note())), 'image/png'));
  }
}

customElements.define('study-view', StudyView);
