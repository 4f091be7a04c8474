/**
 * @file The selection from the results of a study as a field of its link: part, baseline, places on the axes, measure.
 */

/**
 * @typedef {object} Slice
 * @property {number} part
 * @property {number} baseline the level of the compared axis; -1 for the base scenario
 * @property {number} level the place on the horizontal axis; -1 for the last with a steady state
 * @property {readonly number[]} held the place at which each axis is fixed
 * @property {string} measure by name; empty for the first
 */

/** The default selection. @type {Slice} */
export const WHOLE = { part: 0, baseline: -1, level: -1, held: [], measure: '' };

/**
 * The slice as a word; empty for the default.
 * @param {Slice} slice
 */
export function sliceText({ part, baseline, level, held, measure }) {
  const places = held.some((place) => place > 0) ? held : [];
  const words = [part || '', baseline < 0 ? '' : baseline, level < 0 ? '' : level, places.map((place) => place || 0).join('-')];
  return [...words, encodeName(measure)].join('.').replace(/\.+$/u, '');
}

/**
 * Encodes a name so that no program changes it in a link: letters and digits stay, others become `_` and their bytes.
 * @param {string} name
 */
const encodeName = (name) =>
  encodeURIComponent(name)
    .replaceAll(/[_.!~*'()-]/gu, (letter) => `%${letter.charCodeAt(0).toString(16)}`)
    .replaceAll('%', '_');

/**
 * Parses the word; invalid places become the default.
 * @param {string} text
 * @returns {Slice}
 */
export function parseSlice(text) {
  const [part = '', baseline = '', level = '', held = '', measure = ''] = text.split('.');
  const place = (/** @type {string} */ word, /** @type {number} */ otherwise) => (/^\d{1,6}$/u.test(word) ? Number(word) : otherwise);
  let name = '';
  try {
    name = decodeURIComponent(measure.replaceAll('_', '%'));
  } catch {
    // An invalid measure becomes the first one.
  }
  return {
    part: place(part, WHOLE.part),
    baseline: place(baseline, WHOLE.baseline),
    level: place(level, WHOLE.level),
    held: held === '' ? [] : held.split('-').map((word) => place(word, 0)),
    measure: name,
  };
}
