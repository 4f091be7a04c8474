/** @file The files that a scenario names. */

/** @import { ScenarioDocument } from './types.js' */

/**
 * The files of the workload, then those of the background.
 * @param {ScenarioDocument} scenario
 */
export function fileReferences({ workload, background = [] }) {
  return [...workload, ...background].flatMap((part) => ('file' in part ? [part.file] : []));
}
