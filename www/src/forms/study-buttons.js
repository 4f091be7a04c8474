/** @file From a scenario to its studies: buttons that stand beside what they repeat or vary. */

import { html, nothing } from 'lit';
import { openStudy, replicate } from '../commands.js';
import { icon } from '../elements/icons.js';
import { createSeedsStudy, createSweepStudy, reportedMeasures } from '../scenario/new-study.js';
import { scenarioTitle } from '../text/scenario-title.js';

/** @import { Page } from '../commands/page.js' */
/** @import { Parameter } from '../scenario/types.js' */

/**
 * @param {Page} page
 * @param {(scenario: import('../scenario/types.js').ScenarioDocument, title: string, measures: string[]) => object} make
 * @returns {string} the text of a study of the scenario on screen; empty if there is none
 */
function study(page, make) {
  const state = page.store.get();
  const { scenario, variants, work } = state;
  return scenario ? JSON.stringify(make(scenario, scenarioTitle(state), reportedMeasures(variants, work?.decide[0] ?? ''))) : '';
}

/**
 * Opens a study of the scenario on screen, to which axes can be added.
 * @param {Page} page
 */
export function studyScreen(page) {
  const text = study(page, createSeedsStudy);
  if (text) openStudy(page, { text });
}

/**
 * Repeats the scenario with other seeds: what they say together stands beside the numbers of the one on screen.
 * @param {Page} page
 */
export function seedsButton(page) {
  const title = '20 seeds: repeats the runs with 20 seeds and computes confidence intervals';
  return html`<button type="button" class="quiet" aria-label="20 seeds" title=${title} @click=${() => replicate(page, study(page, createSeedsStudy))}>${icon('study')}<span>20 seeds</span></button>`;
}

/**
 * Runs the scenario at many values of a number.
 * @param {Page} page
 * @param {{pointer: string, parameter: Parameter, value: number}} what pointer: to the number in the scenario
 */
export function sweep(page, what) {
  const text = study(page, (scenario, title, measures) => createSweepStudy(scenario, title, measures, what));
  if (text) openStudy(page, { text });
}

/**
 * A button that asks the page around it to sweep a number, by `sweep-this`.
 * @param {string} pointer to the number in the scenario
 * @param {Parameter} parameter
 * @param {number} value the present one
 */
export function sweepButton(pointer, parameter, value) {
  if (!/^\/(?:workload|background|platform|system|compare)\//u.test(pointer)) return nothing;
  const name = parameter.name.toLowerCase();
  const ask = (/** @type {Event} */ { currentTarget }) =>
    currentTarget?.dispatchEvent(new CustomEvent('sweep-this', { bubbles: true, composed: true, detail: { pointer, parameter, value } }));
  return html`<button type="button" class="icon-only" aria-label="Sweep this: ${name}" title="Sweep this: run the scenario at many values of ${name}" @click=${ask}>${icon('study')}</button>`;
}
