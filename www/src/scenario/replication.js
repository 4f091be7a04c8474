/** @file The kind of replication of the scenario on screen, which gives its numbers a spread. */

import { scenarioTitle, titledScenario } from '../text/scenario-title.js';
import { createSeedsStudy, reportedMeasures } from './new-study.js';
import { hasEditsOfSeed } from './seed-dependence.js';

/** @import { ScenarioDocument } from './types.js' */

/**
 * The kind of replication of a scenario: other seeds, parts of its log, or none.
 * @param {Pick<ScenarioDocument, 'workload'|'background'>} scenario
 * @param {string} things the units of its work
 * @returns {'seeds'|'batches'|'none'}
 */
export function replicationMethod({ workload = [], background = [] }, things) {
  if ([...workload, ...background].some((part) => 'generator' in part)) return 'seeds';
  return things === 'jobs' && workload.some((part) => 'file' in part) ? 'batches' : 'none';
}

/**
 * A study of seeds 1 to 20, the same for all studies of seeds of a scenario.
 * @param {ScenarioDocument} scenario
 * @param {string} title
 * @param {readonly string[]} measures
 */
export function createFirstSeedsStudy(scenario, title, measures) {
  const other = replicationMethod(scenario, '') === 'seeds' && !hasEditsOfSeed(scenario);
  return createSeedsStudy(other ? { ...scenario, seed: 1 } : scenario, title, measures);
}

/**
 * The study that repeats the scenario on screen with seeds 1 to 20: the same text for any seed of the scenario.
 * @param {Pick<import('../types.js').State, 'scenario'|'variants'|'work'>} state
 * @returns {string} empty without a scenario
 */
export function replicationStudyText({ scenario, variants, work }) {
  if (!scenario) return '';
  const measures = reportedMeasures(variants, work?.decide[0] ?? '');
  const named = titledScenario(scenario, scenarioTitle({ title: '', variants, scenario }));
  return JSON.stringify(createFirstSeedsStudy(named, named.name || 'Scenario', measures));
}
