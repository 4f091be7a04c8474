/**
 * @file `<file-strip>`: thin lines above the charts with comments of the run on settings of files, and buttons that
 * switch them; and one with deviations of the runs from their log.
 */

import { html, nothing } from 'lit';
import { patchScenario } from '../commands.js';
import { controlStyle } from '../elements/control-style.js';
import { icon } from '../elements/icons.js';
import { PageElement } from '../elements/page-element.js';
import { killedCounts, killedText } from '../results/metric-reports.js';
import { fileQuestions } from '../scenario/file-questions.js';
import { StoreController, shallowEqual } from '../state/store.js';
import { formatCount, formatNumber } from '../text/numbers.js';
import { sentenceCase, workNoun } from '../text/time.js';
import { stripStyle } from './status-strips.js';

/** @import { FileQuestion } from '../scenario/file-questions.js' */
/** @import { Variant } from '../types.js' */

/** Numbers of five digits or more, without separators. */
const LONG_NUMBER = /(?<![\d.])\d{5,}(?![\d.])/gu;
/** Digits in groups of three. */
const groupDigits = (/** @type {string} */ digits) => formatNumber(Number(digits));

/**
 * Sentences about deviations of the runs from their log: jobs that were killed at their estimate, and the findings of
 * the runs.
 * @param {readonly Pick<Variant, 'name'|'report'>[]} variants
 * @param {readonly number[]} killed the number of killed jobs of each variant
 * @param {string} things
 * @returns {string[]}
 */
export function deviationTexts(variants, killed, things) {
  const [first = 0] = killed;
  const names = variants.map(({ name }) => name);
  const [verb, whose] = first === 1 ? ['is', 'its'] : ['are', 'their'];
  const where = names.length > 1 ? ' in each variant' : '';
  const same = first > 0 ? `${formatCount(first, things)} ${verb} killed at ${whose} estimate${where}.` : '';
  return [
    killedText(killed, names, things) || same,
    ...variants.flatMap(({ name, report }) =>
      (report?.diagnostics ?? []).map(({ message, hint }) =>
        [`${names.length > 1 ? `${name}: ${message}` : sentenceCase(message)}.`, hint ?? '']
          .join(' ')
          .trim()
          .replaceAll(LONG_NUMBER, groupDigits),
      ),
    ),
  ].filter(Boolean);
}

/** The questions about files. */
export class FileStrip extends PageElement {
  static properties = { closed: { state: true }, killed: { state: true } };

  static styles = [controlStyle, stripStyle];

  constructor() {
    super();
    /** The texts of questions that the reader has closed. @type {ReadonlySet<string>} */
    this.closed = new Set();
    /** The number of killed jobs of each run; empty while unknown. @type {readonly number[]} */
    this.killed = [];
    /** The reports of the queried runs. @type {readonly unknown[]} */
    this.asked = [];
    this.fromStore = new StoreController(this, ({ scenario, catalog, variants, work, files, platform }) => ({
      files,
      single: scenario?.system.kind === 'workflow' && platform?.clusters.length === 1 && variants.length > 1,
      scenario,
      catalog,
      runDiagnostics: variants[0]?.layout?.diagnostics,
      variants,
      things: workNoun(work),
    }));
  }

  /** Queries complete runs of a log for their killed jobs. */
  willUpdate() {
    const { variants, scenario } = this.fromStore.value;
    const reports = variants.map(({ report }) => report);
    if (shallowEqual(reports, this.asked)) return;
    this.asked = reports;
    this.killed = [];
    if (!scenario?.workload.some((part) => 'file' in part) || reports.some((report) => !report)) return;
    void killedCounts(this.page, variants).then((killed) => {
      if (this.asked === reports) this.killed = killed;
    });
  }

  render() {
    const { scenario, catalog, runDiagnostics } = this.fromStore.value;
    const questions = fileQuestions(scenario, runDiagnostics ?? [], catalog);
    return html`${questions.filter((one) => !this.closed.has(questionKey(one))).map((one) => this.renderQuestion(one))}${this.renderDeviations()}${this.renderSingleCluster()}`;
  }

  /** Renders the note that killed jobs make the results deviate from the log, until it is closed. */
  renderDeviations() {
    const { variants, things, scenario, files } = this.fromStore.value;
    if (this.killed.length !== variants.length) return nothing;
    const text = deviationTexts(variants, this.killed, things).join(' ');
    if (!text || this.closed.has(text)) return nothing;
    return html`<div class="strip deviations" role="status">
      ${icon('info')}
      <span class="text">${text}</span>
      ${isSizeGuessed(scenario, files) ? html`<button @click=${() => this.openSize()}>Size not in the log: change it</button>` : nothing}
      <button class="icon-only quiet" aria-label="Close" @click=${() => (this.closed = new Set([...this.closed, text]))}>${icon('close')}</button>
    </div>`;
  }

  /** Offers a grid to workflows of a file on one cluster, on which policies cannot choose a cluster. */
  renderSingleCluster() {
    const { single, scenario } = this.fromStore.value;
    const text = 'One cluster: the choice of cluster has no effect.';
    if (!single || this.closed.has(text) || !scenario?.workload.some((part) => 'file' in part)) return nothing;
    return html`<div class="strip" role="status">
      ${icon('info')}
      <span class="text">${text}</span>
      <button @click=${() => patchScenario(this.page, '/platform', { preset: 'das3' })}>Use the preset DAS-3</button>
      <button class="icon-only quiet" aria-label="Close" @click=${() => (this.closed = new Set([...this.closed, text]))}>${icon('close')}</button>
    </div>`;
  }

  /** Opens the number of nodes of the platform. */
  openSize() {
    const detail = { diagnostic: { message: '', place: '/platform' } };
    this.dispatchEvent(new CustomEvent('focus-place', { detail, bubbles: true, composed: true, cancelable: true }));
  }

  /** @param {FileQuestion} question */
  renderQuestion(question) {
    const { place, file, text, on, name } = question;
    const close = () => (this.closed = new Set([...this.closed, questionKey(question)]));
    return html`<div class="strip" role="status">
      ${icon('info')}
      <span class="text"><b>${file}</b>: ${text}.</span>
      <button @click=${() => patchScenario(this.page, place, !on)}>Turn ${on ? 'off' : 'on'} ${name.charAt(0).toLowerCase()}${name.slice(1)}</button>
      <button class="icon-only quiet" aria-label="Close" @click=${close}>${icon('close')}</button>
    </div>`;
  }
}

/**
 * Whether no log of the scenario contains the size of its machine.
 * @param {import('../scenario/types.js').ScenarioDocument|null} scenario
 * @param {ReadonlyMap<string, Pick<import('../types.js').KnownFile, 'report'>>} files
 */
export function isSizeGuessed(scenario, files) {
  const reports = (scenario?.workload ?? []).flatMap((part) => ('file' in part ? (files.get(part.file.sha256)?.report ?? []) : []));
  return reports.length > 0 && reports.every(({ processors, format }) => format !== null && processors === null);
}

/** @param {FileQuestion} question */
function questionKey({ file, place, text }) {
  return `${file} ${place} ${text}`;
}

customElements.define('file-strip', FileStrip);
