/** @file Sentences of the engine; the page formats their numbers. */

import { formatMeasure } from './measure-values.js';
import { formatAmount } from './numbers.js';

/** @import { Piece } from '../engine/types.js' */

/**
 * The text of a piece of a sentence: its words, or its number with its unit or the word in singular or plural (`job|jobs`).
 * @param {Piece} piece
 * @returns {string}
 */
export function pieceText({ text, value, unit }) {
  if (value === null) return text;
  const [one, many] = unit.split('|');
  if (many === undefined) return formatMeasure(value, unit);
  const number = formatAmount(value);
  return `${number} ${number === '1' ? one : many}`.trim();
}

/**
 * A sentence as plain text.
 * @param {readonly Piece[]} pieces
 * @returns {string}
 */
export function sentenceText(pieces) {
  return pieces.map(pieceText).join('');
}
