/** @file The settings with which a scenario was opened, to which fields are reset. */

import { valueAt } from './json-pointer.js';
import { isObject, parseJson } from './json-values.js';

/** @import { Settings } from '../engine/types.js' */

/** The keys of the origin of a part of a scenario. */
const MAKERS = ['generator', 'preset', 'kind'];

/**
 * The settings of a part as the scenario was opened.
 * @param {string} opened the opened scenario as written by the engine; empty if it was changed before it was opened
 * @param {unknown} part in its current state
 * @param {string} pointer to the part
 * @returns {Settings|undefined} undefined if the opened scenario has another part at this place
 */
export function openedSettings(opened, part, pointer) {
  const before = valueAt(parseJson(opened), pointer);
  if (!isObject(before) || !isObject(part) || !isObject(before.parameters)) return undefined;
  if (MAKERS.some((key) => before[key] !== part[key])) return undefined;
  return /** @type {Settings} */ (before.parameters);
}
