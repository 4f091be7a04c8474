/** @file The address of a board to schedule by hand: `#play`, `#play=three-wide-jobs`, and with the choices of a played schedule `&d=1102`. */

import { parseFields } from './link-repair.js';

/** @typedef {{board: string, choices: string}} PlayPlace board: empty for the list of boards; choices: one character per decision */

/**
 * The board that a fragment names; undefined for other fragments.
 * @param {string} fragment with or without #
 * @returns {PlayPlace|undefined}
 */
export function parsePlayFragment(fragment) {
  const parts = parseFields(fragment);
  const board = parts.get('play');
  return board === null || board === undefined ? undefined : { board: board.trim(), choices: (parts.get('d') ?? '').trim() };
}

/**
 * The fragment of a board, without #.
 * @param {PlayPlace} place
 */
export function playFragment({ board, choices }) {
  if (board === '') return 'play';
  return `play=${encodeURIComponent(board)}${choices === '' ? '' : `&d=${choices}`}`;
}
