/**
 * @file Values that a name such as `load` sets in a scenario: those that the engine did not use as given, and the
 * available names.
 */

/** @import { Diagnostic } from '../engine/types.js' */
/** @import { ScenarioDocument } from './types.js' */

/** Names that every scenario has. */
const ALWAYS = ['seed', 'policy', 'horizon_s', 'warm_up_s'];

/**
 * The diagnostic of a value that was ignored, or replaced by the nearest allowed one. Links use such a value as far as possible; a program
 * that sets it needs an error.
 * @param {readonly Diagnostic[]} diagnostics of the engine
 * @param {string} value as given
 * @returns {Diagnostic|undefined} with only the problem
 */
export function refusedOverride(diagnostics, value) {
  const refused = diagnostics.find(
    ({ severity, message }) => severity === 'error' || (severity === 'warning' && !message.endsWith(`; ${value} is used`)),
  );
  return refused && { ...refused, message: refused.message.replace(/; (?:ignored|\S+ is used)$/u, '') };
}

/**
 * The names that can be set, if the given one is unknown.
 * @param {string} name
 * @param {ScenarioDocument|null} scenario
 * @returns {string} empty if the name is known
 */
export function overrideAdvice(name, scenario) {
  const known = overrideNames(scenario);
  return known.includes(name) ? '' : `Available: ${known.join(', ')}`;
}

/**
 * The names that can be set in a scenario, as written by the engine with all defaults.
 * @param {ScenarioDocument|null} scenario
 */
function overrideNames(scenario) {
  if (!scenario) return ALWAYS;
  const { platform, workload, background = [], system, compare = [] } = scenario;
  const owners = [platform, ...workload, ...background, system, ...compare];
  const parameters = owners.flatMap((owner) => Object.keys(('parameters' in owner && owner.parameters) || {}));
  return [...new Set([...ALWAYS, ...Object.keys(system.policies ?? {}), ...parameters])];
}
