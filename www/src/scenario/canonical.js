/** @file The text of a scenario, made once: scenarios with many jobs written into them take a while. */

/** @import { ScenarioDocument } from './types.js' */

/** @type {WeakMap<object, string>} */
const known = new WeakMap();

/**
 * The scenario as compact JSON; equal for equal scenarios, because the engine writes them in one way.
 * @param {ScenarioDocument} scenario
 * @returns {string}
 */
export function canonicalText(scenario) {
  let text = known.get(scenario);
  if (text === undefined) {
    text = JSON.stringify(scenario);
    known.set(scenario, text);
  }
  return text;
}
