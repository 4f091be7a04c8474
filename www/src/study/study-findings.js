/** @file `<study-findings>`: what the runs of a study say of its claims, its tables and its plots, with what was published beside ours. */

import { html } from 'lit';
import { notice } from '../commands.js';
import { copyText } from '../elements/copy.js';
import { icon } from '../elements/icons.js';
import { PageElement } from '../elements/part.js';
import { toCsv } from '../text/tables.js';
import { findingsLook, sheetStyle } from './findings-style.js';
import { resultTable, targetTable } from './findings-tables.js';
import { lineNames, tableRows, targetRows } from './findings-texts.js';
import './findings-plot.js';

/** @import { Findings } from '../engine/types.js' */

/** Targets, tables and plots. */
export class StudyFindings extends PageElement {
  static properties = { findings: { attribute: false }, noted: { type: Boolean }, about: {}, over_time: { attribute: false } };

  static styles = [...sheetStyle, findingsLook];

  constructor() {
    super();
    /** @type {Findings|undefined} */
    this.findings = undefined;
    /** Whether the study has notes that explain what does not hold. */
    this.noted = false;
    /** Where it comes from, for files. */
    this.about = '';
    /** The titles of the plots that go over time. @type {readonly string[]} */
    this.over_time = [];
    /** The lines of all plots: each looks the same in all. @type {string[]} */
    this.names = [];
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    // A fresh list of the same names would draw every plot again.
    if (changed.has('findings')) this.names = lineNames(this.findings?.plots ?? []);
  }

  render() {
    const { targets = [], tables = [], plots = [] } = this.findings ?? {};
    return html`${targets.length > 0 ? html`<div class="tools"><button @click=${() => this.copy(targetRows(targets), 'List of targets')}>${icon('copy')} Targets as CSV</button></div>` : ''}
      ${targetTable(targets, this.noted)}
      <div class="shown">
        ${tables.map(
          (table) => html`<section class="table">
            <h4>${table.title}</h4>
            ${resultTable(table)}
            <div class="tools"><button @click=${() => this.copy(tableRows(table), 'Table')}>${icon('copy')} Copy as CSV</button></div>
          </section>`,
        )}
        ${plots.map((plot) => html`<findings-plot .plot=${plot} .names=${this.names} ?smooth=${this.over_time.includes(plot.title)} about=${this.about}></findings-plot>`)}
      </div>`;
  }

  /**
   * @param {import('./findings-texts.js').Rows} rows
   * @param {string} what
   */
  async copy(rows, what) {
    if (await copyText(toCsv(rows))) notice(this.page, `${what} copied to the clipboard.`, 'good');
    else notice(this.page, 'The browser does not allow access to the clipboard here.', 'error');
  }
}

customElements.define('study-findings', StudyFindings);
