/** @file Buttons that turn the scenario into a study. */

import { html, nothing } from 'lit';
import { openStudy } from '../commands.js';
import { icon } from '../elements/icons.js';
import { createSweepStudy, reportedMeasures } from '../scenario/new-study.js';
import { createFirstSeedsStudy, replicationStudyText } from '../scenario/replication.js';
import { hasEditsOfSeed } from '../scenario/seed-dependence.js';
import { scenarioTitle, titledScenario } from '../text/scenario-title.js';

/** @import { Page } from '../commands/page.js' */
/** @import { Parameter } from '../scenario/types.js' */

/**
 * @param {Page} page
 * @param {(scenario: import('../scenario/types.js').ScenarioDocument, title: string, measures: string[]) => object} make
 * @returns {string} the text of a study of the scenario on screen; empty if it cannot be created
 */
function openNewStudy(page, make) {
  const state = page.store.get();
  const { scenario, variants, work } = state;
  if (!scenario) return '';
  const title = scenarioTitle(state);
  return JSON.stringify(make(titledScenario(scenario, title), title, reportedMeasures(variants, work?.decide[0] ?? '')));
}

/**
 * Opens a study of seeds 1 to 20 of the scenario on screen, to which axes can be added.
 * @param {Page} page
 */
export function openEmptyStudy(page) {
  const text = openNewStudy(page, createFirstSeedsStudy);
  if (text) openStudy(page, { text });
}

/**
 * A button that opens the study of seeds 1 to 20, whose runs the page executes when it is at rest.
 * @param {Page} page
 */
export function renderSeedsButton(page) {
  const edited = hasEditsOfSeed(page.store.get().scenario ?? {});
  const title = edited
    ? 'Edits of jobs belong to one seed: undo them to compare 20 seeds'
    : 'Box plots with all seeds: means, confidence intervals and differences of 20 seeds';
  const open = () => openStudy(page, { text: replicationStudyText(page.store.get()) });
  return html`<button type="button" class="quiet" aria-label="20 seeds: box plots" title=${title} ?disabled=${edited} @click=${open}>${icon('study')}<span>20 seeds</span></button>`;
}

/**
 * Runs the scenario at many values of a parameter.
 * @param {Page} page
 * @param {{pointer: string, parameter: Parameter, value: number}} what pointer: to the number in the scenario
 */
export function openSweep(page, what) {
  const text = openNewStudy(page, (scenario, title, measures) => createSweepStudy(scenario, title, measures, what));
  if (text) openStudy(page, { text });
}

/**
 * A button that requests a sweep of a parameter, by a `sweep-this` event.
 * @param {string} pointer to the number in the scenario
 * @param {Parameter} parameter
 * @param {number} value the current one
 */
export function renderSweepButton(pointer, parameter, value) {
  if (!/^\/(?:workload|background|platform|system|compare)\//u.test(pointer)) return nothing;
  const name = parameter.name.toLowerCase();
  const ask = (/** @type {Event} */ { currentTarget }) =>
    currentTarget?.dispatchEvent(new CustomEvent('sweep-this', { bubbles: true, composed: true, detail: { pointer, parameter, value } }));
  return html`<button type="button" class="icon-only" aria-label="Sweep this: ${name}" title="Sweep this: run the scenario at many values of ${name}" @click=${ask}>${icon('study')}</button>`;
}
