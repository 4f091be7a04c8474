/** @file Breaks text into lines for pictures, which do not wrap text. */

/** Placeholder for a non-breaking space during wrapping. */
const JOINT = '\u2060';
/** The spaces inside a number with its units: `1 h 19 min`. */
const INSIDE_TIME = /(?<=\d) (?=(?:d|h|min|s|ms|%|node-h)(?:[^\w]|$))|(?<=\d[ \u2060](?:d|h|min)) (?=\d)/gu;

/**
 * The lines of a text. A word longer than a line has a separate line.
 * @param {string} text
 * @param {number} letters that fit into a line
 * @param {number} [indent] letters before the text in the first line; the first line is empty if nothing fits after them
 * @returns {string[]}
 */
export function wrapText(text, letters, indent = 0) {
  const lines = [''];
  let room = letters - indent;
  for (const word of text.replaceAll(INSIDE_TIME, JOINT).split(' ')) {
    const line = lines.at(-1) ?? '';
    const joined = line === '' ? word : `${line} ${word}`;
    if (joined.length <= room || (line === '' && room === letters)) {
      lines[lines.length - 1] = joined;
    } else {
      lines.push(word);
      room = letters;
    }
  }
  return lines.map((line) => line.replaceAll(JOINT, ' '));
}
