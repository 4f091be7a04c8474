/**
 * @file `<publication-report>`: a publication with all its experiments for reading or printing, from the stored
 * results.
 */

import { html, nothing } from 'lit';
import { pageAddress } from '../address/links.js';
import { FIRST_SEED, papersFragment } from '../address/papers.js';
import { copyWithNotice } from '../elements/clipboard.js';
import { icon } from '../elements/icons.js';
import { PageElement } from '../elements/page-element.js';
import { inlineStyle } from '../elements/style-directive.js';
import { formatCount, formatNumber } from '../text/numbers.js';
import { sentenceCase } from '../text/time.js';
import { sheetStyle } from './findings-style.js';
import { minusSigns, outcomeShort, outcomeText, totalsText, verdictText, withExperiment } from './findings-texts.js';
import { publicationReference } from './publication-references.js';
import { groupByPublication, publicationKey, reportFragment } from './publications.js';
import {
  findPublication,
  fittedTargets,
  groupByReason,
  repeatAllCommand,
  repeatCommand,
  reportCitation,
  reportTargets,
} from './report-content.js';
import { reportStyle } from './report-style.js';
import { facts } from './result-sections.js';
import { publishedStudy } from './study-library.js';
import { experimentVerdicts } from './study-overview.js';
import { findingsWithCauses } from './target-causes.js';
import { classWords, countByVerdict, publishedClasses } from './verdict-layout.js';
import { barStyle, markStyle, verdictMark } from './verdict-marks.js';
import './study-findings.js';

/** @import { Experiment, Target } from '../engine/types.js' */
/** @import { ReportPart } from './report-content.js' */

/** The explanation of intervals. */
const INTERVALS = 'Intervals are 95 % confidence intervals of the mean; a single seed has none.';

/** The report. */
export class PublicationReport extends PageElement {
  static properties = {
    experiments: { attribute: false },
    report: { attribute: false },
    chosen: { attribute: false },
    parts: { state: true },
    failure: { state: true },
  };

  static styles = [...sheetStyle, markStyle, barStyle, reportStyle];

  constructor() {
    super();
    /** All published experiments. @type {readonly Experiment[]} */
    this.experiments = [];
    /** The publication, as in addresses. */
    this.report = '';
    /** The experiment to show first; empty for the beginning. */
    this.chosen = '';
    /** Its experiments; undefined while they are fetched. @type {readonly ReportPart[]|undefined} */
    this.parts = undefined;
    /** The reason why they could not be fetched; empty otherwise. */
    this.failure = '';
    /** The last shown place. @type {unknown} */
    this.reached = undefined;
  }

  /** The publication of the address. */
  get publication() {
    return findPublication(this.experiments, this.report);
  }

  /** @override @param {import('lit').PropertyValues} changed */
  willUpdate(changed) {
    if (changed.has('report') || changed.has('experiments')) void this.fetchParts();
  }

  /** Fetches all experiments of the publication. */
  async fetchParts() {
    const { report } = this;
    this.parts = undefined;
    this.failure = '';
    const experiments = this.publication?.experiments ?? [];
    try {
      const parts = await Promise.all(experiments.map(async (experiment) => ({ experiment, study: await publishedStudy(experiment.id) })));
      if (report === this.report) this.parts = parts;
    } catch (error) {
      this.failure = error instanceof Error ? error.message : String(error);
    }
  }

  updated() {
    if (!this.parts) return;
    const place = `${this.report} ${this.chosen}`;
    if (place === this.reached) return;
    const first = this.reached === undefined;
    this.reached = place;
    if (this.chosen) void this.showPart(this.chosen);
    else if (!first) this.renderRoot.querySelector('h2')?.scrollIntoView();
  }

  /** Scrolls to an experiment when all figures have their height. @param {string} id */
  async showPart(id) {
    const all = /** @type {import('./study-findings.js').StudyFindings[]} */ ([...this.renderRoot.querySelectorAll('study-findings')]);
    await Promise.all(all.map((one) => one.updateComplete));
    const wanted = [...this.renderRoot.querySelectorAll('section.part')].find((one) => one.id.toLowerCase() === id.toLowerCase());
    wanted?.scrollIntoView();
    /** @type {HTMLElement|null|undefined} */ (wanted?.querySelector('h3'))?.focus({ preventScroll: true });
  }

  render() {
    const { publication, parts, failure } = this;
    if (!publication) return this.renderUnknown();
    const { name, experiments } = publication;
    return html`<h2 tabindex="-1">Report: ${name}</h2>
      ${this.renderSummary(name, experiments)}
      ${
        failure
          ? html`<p role="alert">The results could not be loaded: ${failure}. <button @click=${() => this.fetchParts()}>Try again</button></p>`
          : parts
            ? this.renderParts(name, parts)
            : html`<p role="status">Loading ${formatCount(experiments.length, 'experiments')} …</p>`
      }`;
  }

  renderUnknown() {
    return html`<p role="alert">Unknown publication <b>${this.report}</b>. Available reports:</p>
      <ul>${groupByPublication(this.experiments, false).map(({ name }) => html`<li><a href=${reportFragment(name)}>${name}</a></li>`)}</ul>`;
  }

  /** Authors, title and venue of the publication. @param {string} name */
  renderReference(name) {
    const reference = publicationReference(publicationKey(name));
    if (!reference) return nothing;
    const { source, address } = reference;
    return html`<p class="reference">${source}${address ? html` <a href=${address} rel="external">${address.replace('https://', '')}</a>` : nothing}</p>`;
  }

  /**
   * The totals of this publication and of all.
   * @param {string} name
   * @param {readonly Experiment[]} experiments
   */
  renderSummary(name, experiments) {
    const all = this.experiments;
    const count = groupByPublication(all, false).length;
    return html`${this.renderReference(name)}<section aria-label="Totals">
      <p>${totalsText(experiments.flatMap(experimentVerdicts), 1, experiments.length)}</p>
      ${totals(name, experiments)}
      <p class="soft">All reports: ${totalsText(all.flatMap(experimentVerdicts), count, all.length)}</p>
      ${totals('All publications', all)}
      <p class="row tools"><button @click=${() => print()}>${icon('print')} Print</button>
        <button @click=${() => copyWithNotice(this.page, pageAddress(location, reportFragment(name)), 'Link copied to the clipboard.')}>${icon('link')} Copy link</button></p>
    </section>`;
  }

  /**
   * @param {string} name
   * @param {readonly ReportPart[]} parts
   */
  renderParts(name, parts) {
    const targets = reportTargets(parts);
    const citation = reportCitation(name, parts, pageAddress(location, reportFragment(name)));
    const command = repeatAllCommand(parts.map(({ experiment }) => experiment.id));
    const copied = (/** @type {string} */ text) => () => copyWithNotice(this.page, text, 'Copied to the clipboard.');
    return html`${this.renderContents(name, parts)} ${this.renderFits(name, targets)} ${this.renderReasons(name, targets)}
      <section aria-label="Repeat and cite">
        <h3>Repeat and cite</h3>
        <p>This command repeats all runs of the report. Equal digests show that all results are identical.</p>
        <pre tabindex="0" aria-label="Command">${command}</pre>
        <p class="row"><button @click=${copied(command)}>${icon('copy')} Copy the command</button></p>
        <p>Cite the publication itself together with this entry, whose digests identify the numbers of the report.</p>
        <pre tabindex="0" aria-label="Bibliography entry">${citation}</pre>
        <p class="row"><button @click=${copied(citation)}>${icon('copy')} Copy BibTeX</button></p>
      </section>
      ${parts.map((part) => this.renderPart(part))}`;
  }

  /**
   * @param {string} name
   * @param {readonly ReportPart[]} parts
   */
  renderContents(name, parts) {
    return html`<section aria-label="Contents">
      <h3>Contents</h3>
      <ol class="contents">${parts.map(
        ({
          experiment,
        }) => html`<li><a href=${reportFragment(name, experiment.id)} @click=${() => this.showPart(experiment.id)}><span class="id">${experiment.id}</span> ${experiment.title}</a>
          <span class="small soft">${outcomeShort(experimentVerdicts(experiment))}</span></li>`,
      )}</ol>
    </section>`;
  }

  /**
   * The numbers to which a model was fitted.
   * @param {string} name
   * @param {readonly (Target & {experiment: string})[]} targets
   */
  renderFits(name, targets) {
    const fits = fittedTargets(targets);
    return html`<section aria-label="Fitted numbers">
      <h3>Fitted numbers</h3>
      ${
        fits.length === 0
          ? html`<p>No model was fitted to a published number of this publication.</p>`
          : html`<p>A model was fitted to ${formatNumber(fits.length)} of these numbers, so they are not counted as tests.</p>
            <ul>${fits.map((target) => html`<li>${this.link(name, target)} ${sentenceCase(minusSigns(target.claim))}: published ${minusSigns(target.published)}, ours ${minusSigns(target.ours)}. ${verdictText(target)}.</li>`)}</ul>`
      }
    </section>`;
  }

  /**
   * Renders the targets that do not hold, by reason.
   * @param {string} name
   * @param {readonly (Target & {experiment: string})[]} targets
   */
  renderReasons(name, targets) {
    const groups = groupByReason(targets);
    return html`<section aria-label="Targets that are not held">
      <h3>Targets that are not held, and why</h3>
      ${
        groups.length === 0
          ? html`<p>All targets are held.</p>`
          : html`<dl class="reasons">${groups.map(
              ({ reason, targets: list }) => html`<dt>${minusSigns(reason)}</dt>
              <dd><ul>${list.map((target) => html`<li>${this.link(name, target)} ${sentenceCase(minusSigns(target.claim))} <span class="soft">(${verdictText(target).toLowerCase()})</span></li>`)}</ul></dd>`,
            )}</dl>`
      }
    </section>`;
  }

  /**
   * A link to the experiment of a target.
   * @param {string} name
   * @param {{id: string, experiment: string}} target
   */
  link(name, { id, experiment }) {
    return html`<a href=${reportFragment(name, experiment)} @click=${() => this.showPart(experiment)}>${id}</a>`;
  }

  /** @param {ReportPart} part */
  renderPart({ experiment: { id, title, question, source, verdicts }, study: { doc, result } }) {
    return html`<section class="part" id=${id} aria-label="${id} ${title}">
      <h3 tabindex="-1"><span class="id soft">${id}</span> ${title}</h3>
      <p class="question">${question}</p>
      ${facts({ source, setup: doc.setup, notes: doc.notes })}
      <p>Repeat: <code>${repeatCommand(id)}</code><span class="tools"> or <a href=${papersFragment({ id, seed: FIRST_SEED })} aria-label="Run ${id} in this browser">run it in this browser</a></span></p>
      ${
        result
          ? html`<p><b>${outcomeText(withExperiment(result.findings.targets, id), verdicts.length)}</b></p>
            <p class="soft">${formatCount(result.runs, 'runs')}, seed ${doc.base.seed}, Ganttlet ${result.engine}: digest <code>${result.digest}</code>. ${INTERVALS}</p>
            <study-findings .findings=${findingsWithCauses(result)} .doc=${doc} about="${id}, stored result, digest ${result.digest}, Ganttlet ${result.engine}"></study-findings>`
          : html`<p role="alert">The stored result of ${id} could not be loaded.</p>`
      }
    </section>`;
  }
}

/**
 * The totals of some experiments, as in the bar of all published numbers.
 * @param {string} name
 * @param {readonly Experiment[]} experiments
 */
function totals(name, experiments) {
  const counts = countByVerdict(experiments.flatMap(publishedClasses));
  if (counts.length === 0) return nothing;
  return html`<div class="bar" aria-hidden="true">${counts.map(({ id, count }) => html`<i class=${id} ${inlineStyle({ flex: `${count} 1 0` })}></i>`)}</div>
    <ul class="counts" aria-label=${name}>${counts.map(({ id, count }) => html`<li>${verdictMark(id)}<span><b>${formatNumber(count)}</b> ${classWords(id).name.toLowerCase()}</span></li>`)}</ul>`;
}

customElements.define('publication-report', PublicationReport);
