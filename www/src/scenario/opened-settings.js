/** @file The settings with which a scenario was opened, to which fields are reset. */

import { valueAt } from './json-pointer.js';
import { isObject, parseJson } from './json-values.js';

/** @import { Settings } from '../engine/types.js' */

/** What a part of a scenario is made by. */
const MAKERS = ['generator', 'preset', 'kind'];

/**
 * The settings of a part as the scenario was opened.
 * @param {string} opened the opened scenario as the engine wrote it; empty if it was edited on the way
 * @param {unknown} part as it is now
 * @param {string} pointer to the part
 * @returns {Settings|undefined} nothing if the opened scenario has another part there
 */
export function openedSettings(opened, part, pointer) {
  const before = valueAt(parseJson(opened), pointer);
  if (!isObject(before) || !isObject(part) || !isObject(before.parameters)) return undefined;
  if (MAKERS.some((key) => before[key] !== part[key])) return undefined;
  return /** @type {Settings} */ (before.parameters);
}
