/** @file The screen of a publication's report, whose element is loaded on first use. */

import { html } from 'lit';
import { loadPart } from '../commands/part-loading.js';
import { icon } from '../elements/icons.js';

/** @import { PapersPlace } from '../address/papers.js' */
/** @import { Page } from '../commands/page.js' */
/** @import { Experiment } from '../engine/types.js' */

/**
 * The report of the publication in the address.
 * @param {Page} page
 * @param {readonly Experiment[]} experiments
 * @param {PapersPlace} place
 */
export function reportScreen(page, experiments, { id, report = '' }) {
  if (!customElements.get('publication-report')) void loadPart(page, 'The report', () => import('./publication-report.js'));
  return html`<div class="view listed papers">
    <main tabindex="-1" aria-label="Report on a publication">
      <p class="row controls"><a class="button quiet" href="#papers">${icon('left')} All experiments</a></p>
      <publication-report .experiments=${experiments} .report=${report} .chosen=${id}>Loading the report …</publication-report>
    </main>
  </div>`;
}
