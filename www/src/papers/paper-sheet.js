/** @file `<paper-sheet>`: one published experiment: its question, its setup, its run and its results. */

import { html, nothing } from 'lit';
import { FIRST_SEED, fragmentOf, MOST_SEED } from '../address/papers.js';
import { studyFragment } from '../address/study.js';
import { attempt } from '../commands/attempt.js';
import { notice, openPapers, setScenario } from '../commands.js';
import { copyText } from '../elements/copy.js';
import { icon } from '../elements/icons.js';
import { numberField } from '../elements/number-field.js';
import { PageElement } from '../elements/part.js';
import { secondsLeft } from '../study/desk.js';
import { sheetStyle } from '../study/findings-style.js';
import { outcomeText } from '../study/findings-texts.js';
import { fetchStudy, publishedResult } from '../study/served.js';
import { formatNumber } from '../text/numbers.js';
import { formatTime } from '../text/time.js';
import { latestOf, startPaper } from './papers-desk.js';
import { sheetLook } from './sheet-style.js';
import { matches, resultsJson } from './texts.js';
import '../study/study-findings.js';

/** @import { StudyDesk } from '../study/study-desk.js' */
/** @import { StudyDocument } from '../scenario/study.js' */
/** @import { PaperWork } from './papers-desk.js' */
/** @import { Experiment, Findings, Published } from '../engine/types.js' */

/** From so many runs on they can be searched, and so many are listed at once. */
const MANY = 30;
const PAGE = 150;

/** What is to be known of intervals. */
const INTERVALS = 'Intervals are 95 % confidence intervals of the mean; a single seed has none.';

/** One experiment. */
export class PaperSheet extends PageElement {
  static properties = {
    experiment: { attribute: false },
    desk: { attribute: false },
    seed: { type: Number },
    text: { state: true },
    shipped: { state: true },
    failed: { state: true },
    opened: { state: true },
    filter: { state: true },
    most: { state: true },
  };

  static styles = [...sheetStyle, sheetLook];

  constructor() {
    super();
    /** @type {Experiment} */
    this.experiment = { id: '', title: '', question: '', source: '', runs: 0, quick_runs: 0, verdicts: [], own: [] };
    /** @type {StudyDesk|undefined} */
    this.desk = undefined;
    this.seed = FIRST_SEED;
    /** The text of its document; empty while it is on its way. */
    this.text = '';
    /** What came of all its runs before. @type {Published|undefined} */
    this.shipped = undefined;
    /** Why they could not be fetched. */
    this.failed = '';
    /** Whether the list of runs is open. */
    this.opened = false;
    /** Words that the labels of the listed runs hold. */
    this.filter = '';
    /** How many of them are listed at most: more would hold up the page. */
    this.most = PAGE;
  }

  connectedCallback() {
    super.connectedCallback();
    this.end = this.desk?.subscribe(() => this.requestUpdate());
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.end?.();
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has('experiment')) void this.fetch();
  }

  async fetch() {
    const { experiment } = this;
    Object.assign(this, { text: '', shipped: undefined, failed: '' });
    if (!experiment.id) return;
    try {
      const [text, shipped] = await Promise.all([fetchStudy(experiment.id), publishedResult(experiment.id)]);
      if (experiment === this.experiment) Object.assign(this, { text, shipped });
    } catch (error) {
      if (experiment === this.experiment) this.failed = error instanceof Error ? error.message : String(error);
    }
  }

  /** Its document. @returns {StudyDocument|undefined} */
  get doc() {
    return this.text ? JSON.parse(this.text) : undefined;
  }

  /** What was last done with this experiment. */
  get work() {
    return this.desk && latestOf(this.desk, this.experiment.id);
  }

  /** @param {boolean} quick */
  start(quick, seed = this.seed) {
    if (this.desk && this.text) startPaper(this.desk, this.text, { id: this.experiment.id, seed, quick });
  }

  render() {
    const { id, title, question, source } = this.experiment;
    const { work, shipped, failed, doc: { setup = '', notes = [] } = {} } = this;
    return html`<article>
      <h2 tabindex="-1"><span class="id">${id}</span> ${title}</h2>
      <p class="question">${question}</p>
      <dl class="facts">
        <dt>Source</dt>
        <dd>${source}</dd>
        <dt>Setup</dt>
        <dd>${setup}</dd>
        ${
          notes.length > 0
            ? html`<dt>Notes</dt>
              <dd>
                <ul>
                  ${notes.map((note) => html`<li>${note}</li>`)}
                </ul>
              </dd>`
            : nothing
        }
      </dl>
      ${failed ? html`<div class="state failed" role="alert">${icon('error')}<span>The experiment could not be loaded: ${sentence(failed)}</span><button @click=${this.fetch}>Try again</button></div>` : nothing}
      ${this.controls()} ${work ? this.state(work) : nothing}
      <div role="status" class="unseen">${work?.status === 'done' && work.findings ? `${id} is done. ${this.outcome(work.findings.findings)}` : ''}</div>
      ${work?.findings ? this.results(work, work.findings.findings) : shipped ? this.published(shipped) : nothing} ${work && work.labels.length > 0 ? this.runs(work) : nothing}
    </article>`;
  }

  controls() {
    const { id, runs, quick_runs } = this.experiment;
    const busy = this.work?.status === 'running' || this.work?.status === 'waiting';
    const off = busy || !this.text;
    return html`<div class="controls" role="group" aria-label="Run ${id}">
      <button class="primary" ?disabled=${off} @click=${() => this.start(true)}>${icon('play')} Quick <span class="count">${runsText(quick_runs)}</span></button>
      <button ?disabled=${off} @click=${() => this.start(false)}>${icon('play')} Full <span class="count">${runsText(runs)}</span></button>
      <label
        >Seed ${numberField({ value: this.seed, low: 0, high: MOST_SEED, whole: true, change: (seed) => openPapers(this.page, { id, seed }) })}</label
      >
      <button class="icon-only" aria-label="Another seed" title="Another seed" @click=${this.draw}>${icon('dice')}</button>
      <button @click=${this.link}>${icon('link')} Copy link</button>
      <a class="button" href="#${studyFragment({ name: id, quick: true })}">${icon('study')} Edit as a study</a>
    </div>`;
  }

  /** @param {PaperWork} work */
  state(work) {
    const {
      status,
      labels,
      ended,
      error,
      broken,
      paper: { id, seed, quick },
    } = work;
    const what = `${quick ? 'Quick' : 'Full'}, seed ${seed}`;
    const again = () => this.start(quick, seed);
    const known = `${formatNumber(ended)} of ${runsText(labels.length)}`;
    switch (status) {
      case 'waiting':
        return html`<div class="state"><span>${what}: waiting for ${this.desk?.current?.paper?.id ?? 'a study'} to finish.</span>${this.cancel(work)}</div>`;
      case 'running': {
        const left = secondsLeft(work, performance.now());
        return html`<div class="state">
          <progress max=${labels.length || 1} value=${labels.length > 0 ? ended : nothing} aria-label="Runs of ${id}"></progress>
          <span class="number">${labels.length > 0 ? known : 'Starting'}${Number.isNaN(left) ? '' : `, about ${formatTime(Math.ceil(left))} left`} <span class="soft">(${what})</span></span>
          ${this.cancel(work)}
        </div>`;
      }
      case 'stopped':
        return html`<div class="state"><span>${what}: cancelled${ended > 0 ? `; the results of ${known} are kept` : ''}.</span><button @click=${again}>Continue</button></div>`;
      case 'failed':
        return html`<div class="state failed" role="alert">
          ${icon('error')}
          <span>${broken >= 0 ? `Run ${broken + 1} (${labels[broken]}) failed: ` : 'Failed: '}${sentence(error)}${ended > 0 ? ` The results of ${known} are kept.` : ''}</span>
          <button @click=${again}>Try again</button>
          ${broken >= 0 ? html`<button @click=${() => this.open(work, broken)}>Open this run</button>` : nothing}
        </div>`;
      default:
        return nothing;
    }
  }

  /** @param {PaperWork} work */
  cancel(work) {
    return html`<button @click=${() => this.desk?.stop(work)}>Cancel</button>`;
  }

  /**
   * @param {PaperWork} work
   * @param {Findings} findings
   */
  results(work, findings) {
    const { targets } = findings;
    const {
      seconds,
      labels,
      counted,
      paper: { quick, seed },
    } = work;
    const whole = counted === labels.length;
    const less = quick && this.experiment.quick_runs < this.experiment.runs;
    const about =
      `${this.experiment.id}, ${quick ? 'quick' : 'full'}, seed ${seed}, Ganttlet ${this.page.store.get().catalog?.engine ?? ''}`.trim();
    return html`<section class="results here" aria-label="Results">
      <h3>${whole ? '' : `So far, after ${formatNumber(counted)} of ${runsText(labels.length)}: `}${whole ? this.outcome(findings) : targets.length > 0 ? outcomeText(targets) : 'too early for a verdict.'}</h3>
      <p class="soft">
        ${quick ? 'Quick' : 'Full'}: ${whole ? `${runsText(labels.length)} in ${formatTime(seconds)}` : 'partial results, so verdicts can still change'}, seed ${seed}.
        ${less ? '“Quick” runs fewer seeds or values: intervals are wider, and a verdict can differ from that of a full run.' : nothing} ${INTERVALS}
      </p>
      ${whole ? this.proof(work) : nothing}
      <div class="tools">
        <button @click=${() => this.copyJson(work)}>${icon('copy')} Copy as JSON</button>
        <button @click=${() => print()}>${icon('print')} Print</button>
      </div>
      <study-findings .findings=${findings} ?noted=${this.noted} about=${about}></study-findings>
    </section>`;
  }

  /** What came of its targets, with how many of them are not run. @param {Findings} findings */
  outcome({ targets }) {
    return outcomeText(targets, this.experiment.verdicts.length);
  }

  get noted() {
    return (this.doc?.notes?.length ?? 0) > 0;
  }

  /** Whether all runs gave what they gave before. @param {PaperWork} work */
  proof({ findings, paper: { quick, seed } }) {
    const { shipped } = this;
    const digest = findings?.summary.digest;
    if (!shipped || !digest || quick || seed !== FIRST_SEED) return nothing;
    return digest === shipped.digest
      ? html`<p class="proof">${icon('good')} Reproduced: digest <code>${digest}</code>, identical to the stored result.</p>`
      : html`<p class="proof" role="alert">${icon('error')} Not reproduced: digest <code>${digest}</code> differs from the stored result (<code>${shipped.digest}</code>, Ganttlet ${shipped.engine}).</p>`;
  }

  /** What came of all runs before. @param {Published} shipped */
  published({ findings, runs, digest, engine }) {
    return html`<section class="results" aria-label="Results">
      <h3>${outcomeText(findings.targets)}</h3>
      <p class="soft">
        All ${runsText(runs)}, seed ${FIRST_SEED}, computed by Ganttlet ${engine}: digest <code>${digest}</code>. “Full” repeats all runs with identical results; “Quick” runs fewer seeds or values.
        ${INTERVALS}
      </p>
      <study-findings .findings=${findings} ?noted=${this.noted} about="${this.experiment.id}, full, seed ${FIRST_SEED}, Ganttlet ${engine}"></study-findings>
    </section>`;
  }

  /** @param {PaperWork} work */
  runs(work) {
    const toggled = (/** @type {Event} */ event) => (this.opened = /** @type {HTMLDetailsElement} */ (event.target).open);
    return html`<details class="runs" ?open=${this.opened} @toggle=${toggled}>
      <summary>Individual runs, to open in the charts</summary>
      ${this.opened ? this.list(work) : nothing}
    </details>`;
  }

  /** @param {PaperWork} work */
  list(work) {
    const { labels, outcomes } = work;
    const found = matches(labels, this.filter);
    const typed = (/** @type {Event} */ event) => (this.filter = /** @type {HTMLInputElement} */ (event.target).value);
    return html`${
      labels.length > MANY
        ? html`<div class="state">
            <input type="search" aria-label="Find runs" placeholder="Find, e.g. ${labels[0]?.split(',')[0]}" .value=${this.filter} @input=${typed} />
            <span class="soft" role="status">${formatNumber(found.length)} of ${runsText(labels.length)}</span>
          </div>`
        : nothing
    }
      <ul>
        ${found.slice(0, this.most).map(
          (at) => html`<li>
            <button class="quiet" @click=${() => this.open(work, at)} aria-label="Open run ${at + 1}: ${labels[at]}">${icon('open')} Open</button>
            <span>${labels[at]}</span>${outcomes[at] ? html`<span class="done">${icon('good')}<span class="unseen">computed</span></span>` : nothing}
          </li>`,
        )}
      </ul>
      ${found.length > this.most ? html`<button @click=${() => (this.most += PAGE)}>Show more</button>` : nothing}`;
  }

  /**
   * Shows a run in the charts.
   * @param {PaperWork} work
   * @param {number} index
   */
  async open(work, index) {
    const { id } = this.experiment;
    await attempt(this.page, 'The run could not be opened', async () => {
      const text = await this.desk?.scenario(work, index);
      if (text !== undefined && (await setScenario(this.page, text, { fresh: true }))) {
        notice(this.page, `This is run ${index + 1} of ${id}: ${work.labels[index]}.`, 'info', {
          label: `Back to ${id}`,
          run: () => openPapers(this.page, { id }),
        });
        return;
      }
      throw new Error(this.page.store.get().diagnostics[0]?.message ?? 'its scenario is not valid.');
    });
  }

  async draw() {
    const seed = await attempt(this.page, 'No seed could be drawn', () => this.page.services.propose_seed());
    if (seed !== undefined) openPapers(this.page, { id: this.experiment.id, seed });
  }

  async link() {
    const address = `${location.origin}${location.pathname}${fragmentOf({ id: this.experiment.id, seed: this.seed })}`;
    this.told(await copyText(address), 'Link');
  }

  /** @param {PaperWork} work */
  async copyJson(work) {
    const { doc } = this;
    if (doc) this.told(await copyText(resultsJson(doc, work, this.page.store.get().catalog?.engine ?? '')), 'Results');
  }

  /**
   * @param {boolean} done
   * @param {string} what
   */
  told(done, what) {
    if (done) notice(this.page, `${what} copied to the clipboard.`, 'good');
    else notice(this.page, 'The browser does not allow access to the clipboard here.', 'error');
  }

  /** Puts the focus on the title. */
  reach() {
    void this.updateComplete.then(() => /** @type {HTMLElement|null} */ (this.renderRoot.querySelector('h2'))?.focus());
  }
}

/** @param {number} count */
function runsText(count) {
  return `${formatNumber(count)} ${count === 1 ? 'run' : 'runs'}`;
}

/** @param {string} text ends with a full stop then */
function sentence(text) {
  return /[.!?]$/u.test(text) ? text : `${text}.`;
}

customElements.define('paper-sheet', PaperSheet);
