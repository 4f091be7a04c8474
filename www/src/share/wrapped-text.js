/** @file Breaks text into lines for pictures, which do not wrap it by themselves. */

/**
 * The lines of a text. A word longer than a line has a line for itself.
 * @param {string} text
 *
 * @param {number} letters that fit into a line
 *
 * @param {number} [indent] letters before the text in the first line; the first line is empty if nothing fits after them
 *
 * @returns {string[]}
 */
export function wrapText(text, letters, indent = 0) {
  const lines = [''];
  let room = letters - indent;
  // Numbers and their units are joined by other spaces.
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    const joined = line === '' ? word : `${line} ${word}`;
    if (joined.length <= room || (line === '' && room === letters)) {
      lines[lines.length - 1] = joined;
    } else {
      lines.push(word);
      room = letters;
    }
  }
  return lines;
}
