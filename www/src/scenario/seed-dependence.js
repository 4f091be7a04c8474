/** @file Variants that belong to one seed: they refer to moments, jobs or decisions of a single run. */

import { isObject } from './json-values.js';

/** @import { ForkedSystem } from './forks.js' */
/** @import { ScenarioDocument } from './types.js' */

/** The reason why a variant has no replications; empty if it can have them. @param {object} variant */
export function oneSeedReason(variant) {
  const { fork, edits, policies } = /** @type {ForkedSystem} */ (variant);
  if (fork) return 'a fork';
  if (edits?.length) return 'an edited job';
  return policies?.local === 'played' ? 'a played schedule' : '';
}

/** The first reason of several variants. @param {readonly object[]} variants */
export const oneSeedReasonOf = (variants) => variants.map(oneSeedReason).find(Boolean) ?? '';

/** The objects of a list in a typed document, which may be anything. @param {unknown} value */
const objectsOf = (value) => (Array.isArray(value) ? value.filter(isObject) : []);

/**
 * Whether a scenario edits jobs that other seeds generate differently.
 * @param {Partial<ScenarioDocument>} scenario
 */
export function hasEditsOfSeed({ edits, system, compare, workload }) {
  const edited = [{ edits }, system, ...objectsOf(compare)].some((one) => isObject(one) && objectsOf(one.edits).length > 0);
  return edited && objectsOf(workload).some((part) => 'generator' in part);
}

/**
 * A scenario without edits of jobs, and without the variants that have some.
 * @template {Partial<ScenarioDocument>} Scenario
 * @param {Scenario} scenario
 * @returns {Scenario}
 */
export function withoutEdits(scenario) {
  const { edits: _, ...rest } = scenario;
  const { edits: __, ...system } = /** @type {Partial<ForkedSystem>} */ (scenario.system ?? {});
  const compare = objectsOf(scenario.compare).filter((one) => objectsOf(one.edits).length === 0);
  return /** @type {Scenario} */ ({ ...rest, ...(scenario.system ? { system } : {}), ...(scenario.compare ? { compare } : {}) });
}
