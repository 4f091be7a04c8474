/** @file Splits the pieces of an answer into sentences, so that a short line ends with a complete sentence. */

/** @import { Piece } from '../engine/types.js' */

/**
 * The sentences of an answer, each with its pieces.
 * @param {readonly Piece[]} pieces
 * @returns {Piece[][]}
 */
export function splitSentences(pieces) {
  /** @type {Piece[][]} */
  const sentences = [];
  let ended = true;
  for (const piece of pieces) {
    // A full stop before a digit is part of a number.
    for (const text of piece.value === null ? piece.text.split(/(?<=[.?!])(?= )/u) : ['']) {
      if (ended && (piece.value !== null || text.startsWith(' ') || sentences.length === 0)) sentences.push([]);
      sentences.at(-1)?.push({ ...piece, text });
      ended = piece.value === null && /[.?!]$/u.test(text);
    }
  }
  return sentences;
}
