/** @file `<study-findings>`: the results of a study for its claims, tables and plots, beside the published values. */

import { html } from 'lit';
import { copyWithNotice } from '../elements/clipboard.js';
import { icon } from '../elements/icons.js';
import { PageElement } from '../elements/page-element.js';
import { timePlotTitles } from '../scenario/study-plots.js';
import { toCsv } from '../text/table-text.js';
import { findingsLook, sheetStyle } from './findings-style.js';
import { resultTable, targetTable } from './findings-tables.js';
import { lineNames, tableRows, targetRows, withExperiment } from './findings-texts.js';
import { withPublishedPoints } from './published-points.js';
import { biasText, ratioName, targetBias } from './target-parts.js';
import './findings-plot.js';

/** @import { Findings, Plot, Target } from '../engine/types.js' */
/** @import { StudyDocument } from '../scenario/new-study.js' */

/** Targets, tables and plots. */
export class StudyFindings extends PageElement {
  static properties = { findings: { attribute: false }, doc: { attribute: false }, about: {} };

  static styles = [...sheetStyle, findingsLook];

  constructor() {
    super();
    /** @type {Findings|undefined} */
    this.findings = undefined;
    /** The study. @type {StudyDocument|undefined} */
    this.doc = undefined;
    /** Its source, for files. */
    this.about = '';
    /** The lines of all plots: each line has the same style in all plots. @type {string[]} */
    this.names = [];
    /** With published points. @type {readonly Plot[]} */
    this.plots = [];
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    // A new list with the same names would redraw every plot.
    if (changed.has('findings')) this.names = lineNames(this.findings?.plots ?? []);
    if (changed.has('findings') || changed.has('doc')) {
      const { doc, findings: { plots = [] } = {} } = this;
      this.plots = doc ? plots.map((plot) => withPublishedPoints(doc, plot)) : plots;
    }
  }

  render() {
    const { targets: found = [], tables = [] } = this.findings ?? {};
    const targets = withExperiment(found, this.doc?.id);
    const { plots } = this;
    const overTime = this.doc ? timePlotTitles(this.doc) : [];
    return html`${targets.length > 0 ? html`<div class="row"><button @click=${() => this.copy(targetRows(targets), 'List of targets')}>${icon('copy')} Targets as CSV</button></div>` : ''}
      ${targetTable(
        targets,
        (this.doc?.notes?.length ?? 0) > 0,
        (target) => this.bias(found[targets.indexOf(target)] ?? target),
        (target) => (this.doc ? ratioName(this.doc, found[targets.indexOf(target)] ?? target) : ''),
      )}
      <div class="shown">
        ${tables.map(
          (table) => html`<section class="table">
            <h4>${table.title}</h4>
            ${resultTable(table)}
            <div class="row"><button @click=${() => this.copy(tableRows(table), 'Table')}>${icon('copy')} Copy as CSV</button></div>
          </section>`,
        )}
        ${plots.map((plot) => html`<findings-plot .plot=${plot} .names=${this.names} ?smooth=${overTime.includes(plot.title)} about=${this.about}></findings-plot>`)}
      </div>`;
  }

  /** The bias of a target, in words; empty for none. @param {Target} target */
  bias(target) {
    return this.doc && this.findings ? biasText(targetBias(this.doc, this.findings, target)) : '';
  }

  /**
   * Copies rows as a table.
   * @param {import('./findings-texts.js').Rows} rows
   * @param {string} what
   */
  copy(rows, what) {
    return copyWithNotice(this.page, toCsv(rows), `${what} copied to the clipboard.`);
  }
}

customElements.define('study-findings', StudyFindings);
