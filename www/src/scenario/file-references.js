/** @file The files that a scenario names. */

/** @import { ScenarioDocument } from './types.js' */

/**
 * Those of its work, then those of what happens past the system.
 * @param {ScenarioDocument} scenario
 */
export function filesOf({ workload, background = [] }) {
  return [...workload, ...background].flatMap((part) => ('file' in part ? [part.file] : []));
}
