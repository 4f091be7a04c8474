/** @file Sentences that the engine found true, with their numbers as they are written everywhere on the page. */

import { formatMeasure } from './measure-values.js';
import { formatAmount } from './numbers.js';

/** @import { Piece } from '../engine/types.js' */

/**
 * A piece of a sentence: its words, or its number with its unit, or with the word that goes with it (`|` for none).
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
export function plainText(pieces) {
  return pieces.map(pieceText).join('');
}
