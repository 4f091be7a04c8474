/**
 * @file The scenario that the forms show: the edited text if forms can show it, otherwise the last valid scenario.
 * Commands patch the edited text, so a form that showed anything else would lose edits that are not yet valid.
 */

/** @import { ScenarioDocument } from './types.js' */
/** @import { State } from '../types.js' */

/**
 * The scenario to show in forms.
 * @param {Pick<State, 'text' | 'shaped' | 'scenario'>} state
 * @returns {ScenarioDocument | null} null while nothing is loaded
 */
export function editedScenario({ text, shaped, scenario }) {
  return shaped ? { background: [], compare: [], ...JSON.parse(text) } : scenario;
}
