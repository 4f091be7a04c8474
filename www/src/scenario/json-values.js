/** @file JSON of which nothing is known yet. */

/** What a text says; nothing if it is no JSON. @param {string} text @returns {unknown} */
export function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
export function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
