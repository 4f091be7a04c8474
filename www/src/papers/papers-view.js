/** @file `<papers-view>`: the published experiments beside the charts' place: the list, and the sheet of the one chosen. */

import { html, nothing } from 'lit';
import { FIRST_SEED, fragmentOf } from '../address/papers.js';
import { attempt } from '../commands/attempt.js';
import { closePapers } from '../commands.js';
import { icon } from '../elements/icons.js';
import { PageElement } from '../elements/part.js';
import { StoreController } from '../state/store.js';
import { sheetStyle } from '../study/findings-style.js';
import { verdictLegend } from '../study/findings-tables.js';
import { outcomeShort, totalsText, VERDICTS } from '../study/findings-texts.js';
import { experimentList, fetchStudy } from '../study/served.js';
import { sentenceCase } from '../text/time.js';
import { deskOf, latestOf, startPaper, stopPapers } from './papers-desk.js';
import { viewStyle } from './styles.js';
import { groupsOf, judgedOf } from './texts.js';
import './paper-sheet.js';

/** @import { PaperWork } from './papers-desk.js' */
/** @import { Experiment } from '../engine/types.js' */

/** The list and one sheet. */
export class PapersView extends PageElement {
  static properties = { list: { state: true }, failed: { state: true } };

  static styles = [...sheetStyle, viewStyle];

  constructor() {
    super();
    /** All experiments; nothing while they are on their way. @type {Experiment[]|undefined} */
    this.list = undefined;
    this.failed = '';
    /** The experiment that was on screen before. @type {string|undefined} */
    this.at = undefined;
    this.seen = new StoreController(this, ({ papers }) => papers);
  }

  connectedCallback() {
    super.connectedCallback();
    this.end = this.desk.subscribe(() => this.requestUpdate());
    void this.fill();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.end?.();
  }

  async fill() {
    this.failed = '';
    try {
      this.list = await experimentList();
    } catch (error) {
      this.failed = error instanceof Error ? error.message : String(error);
    }
  }

  /** Where they are run. */
  get desk() {
    return deskOf(this.page);
  }

  /** The experiment that is shown. */
  get chosen() {
    const wanted = this.seen.value.id.toLowerCase();
    return this.list?.find(({ id }) => id.toLowerCase() === wanted);
  }

  render() {
    const { chosen } = this;
    return html`<div class="view ${chosen ? 'chosen' : 'listed'}">
      <nav aria-label="Published experiments">
        <h2>Published experiments</h2>
        ${groupsOf(this.list ?? []).map(
          ({ name, experiments }) => html`<h3>${name}</h3>
            <ul>
              ${experiments.map((experiment) => this.entry(experiment, experiment === chosen))}
            </ul>`,
        )}
      </nav>
      <main tabindex="-1">${chosen ? this.sheet(chosen) : this.overview()}</main>
    </div>`;
  }

  /**
   * @param {Experiment} experiment
   * @param {boolean} current
   */
  entry(experiment, current) {
    const { id, title } = experiment;
    const state = hereText(latestOf(this.desk, id), experiment);
    return html`<li>
      <a href=${fragmentOf({ id, seed: FIRST_SEED })} aria-current=${current ? 'page' : nothing}>
        <span class="id">${id}</span><span>${title}</span>${state ? html`<span class="state">${state}</span>` : nothing}
      </a>
    </li>`;
  }

  /** @param {Experiment} experiment */
  sheet(experiment) {
    return html`<a class="button quiet back" href="#papers">${icon('left')} All experiments</a>
      <paper-sheet .experiment=${experiment} .desk=${this.desk} .seed=${this.seen.value.seed}></paper-sheet>`;
  }

  overview() {
    const { list, failed } = this;
    const { id } = this.seen.value;
    if (failed) {
      return html`<div class="intro" role="alert">
        <h2>The experiments could not be loaded</h2>
        <p>${sentenceCase(failed)}.</p>
        <button @click=${this.fill}>Try again</button>
      </div>`;
    }
    if (!list) return html`<p role="status">Loading the experiments \u2026</p>`;
    const states = list.map(({ id: one }) => latestOf(this.desk, one)?.status);
    const idle = states.some((status) => status !== 'done');
    const busy = states.some((status) => status === 'running' || status === 'waiting');
    return html`<div class="intro">
        ${id ? html`<p role="alert">Unknown experiment <b>${id}</b>. Available experiments:</p>` : nothing}
        <h2>Published results, reproduced</h2>
        <p class="totals">${totalsText(list.flatMap(judgedOf))}</p>
        <p>
          Each experiment lists our results next to the published ones. You can rerun any of them in this browser and get identical numbers.
          Every published target gets a verdict, including those that did not hold. The notes name values to which a model was fitted.
        </p>
        ${verdictLegend(VERDICTS.map(({ id: verdict }) => verdict))}
        ${
          busy
            ? html`<button @click=${() => stopPapers(this.desk)}>${icon('close')} Cancel all</button>`
            : html`<button class="primary" ?disabled=${!idle} @click=${() => this.runAll(list)}>${icon('play')} Run all, quick</button>`
        }
        <button @click=${() => closePapers(this.page)}>${icon('left')} Back to the charts</button>
      </div>
      <div class="scroll wide" tabindex="0" role="group" aria-label="All experiments">
        <table class="all">
          <thead>
            <tr><th scope="col">Experiment</th><th scope="col">Question</th><th scope="col">Verdicts</th></tr>
          </thead>
          <tbody>
            ${list.map(
              (experiment) => html`<tr>
                <th scope="row"><a href=${fragmentOf({ id: experiment.id, seed: FIRST_SEED })}>${experiment.id}</a></th>
                <td>${experiment.question}</td>
                <td class="outcome">${outcomeShort(judgedOf(experiment))}${this.here(experiment)}</td>
              </tr>`,
            )}
          </tbody>
        </table>
      </div>`;
  }

  /** What was done with an experiment in this page, in a line of its own. @param {Experiment} experiment */
  here(experiment) {
    const text = hereText(latestOf(this.desk, experiment.id), experiment);
    return text ? html`<br /><span class="soft">${text}</span>` : nothing;
  }

  /** @param {readonly Experiment[]} list */
  async runAll(list) {
    const { seed } = this.seen.value;
    for (const { id } of list.filter(({ id: one }) => latestOf(this.desk, one)?.status !== 'done')) {
      await attempt(this.page, `${id} could not be run`, async () =>
        startPaper(this.desk, await fetchStudy(id), { id, seed, quick: true }),
      );
    }
  }

  updated() {
    const at = this.list ? (this.chosen?.id ?? '') : undefined;
    if (at === this.at || at === undefined) return;
    const first = this.at === undefined;
    this.at = at;
    const main = /** @type {HTMLElement|null} */ (this.renderRoot.querySelector('main'));
    const view = this.renderRoot.querySelector('.view');
    // Another sheet is read from its beginning.
    main?.scrollTo(0, 0);
    view?.scrollTo(0, 0);
    if (first || at === '') return;
    /** @type {import('./paper-sheet.js').PaperSheet|null} */ (this.renderRoot.querySelector('paper-sheet'))?.reach();
  }
}

/**
 * How far an experiment is in this page, in few words; empty if it was not run here.
 * @param {PaperWork|undefined} work
 * @param {Experiment} experiment
 */
function hereText(work, experiment) {
  return work ? `here, ${work.paper.quick ? 'quick' : 'full'}, seed ${work.paper.seed}: ${stateText(work, experiment)}` : '';
}

/**
 * @param {PaperWork} work
 * @param {Experiment} experiment
 */
function stateText({ status, ended, labels, findings }, { verdicts }) {
  if (status === 'running') return labels.length > 0 ? `running, ${Math.floor((ended / labels.length) * 100)} %` : 'running';
  if (status === 'waiting') return 'waiting';
  if (status === 'failed') return 'failed';
  if (status === 'done' && findings) return outcomeShort(findings.findings.targets, verdicts.length);
  return `cancelled at ${ended} of ${labels.length} runs`;
}

customElements.define('papers-view', PapersView);
