/**
 * @file The address of a board to schedule by hand: `#play`, `#play=three-wide-jobs`, with the choices of the reader `&d=1102`, and with those of
 * a schedule to beat `&beat=1101`. The board of a scenario has its packed text instead of a name: `#play&s=1.abc&d=1102`.
 */

import { parseFields, unescapeOrKeep } from './link-repair.js';

/** @typedef {{board: string, scenario: string, choices: string, beat: string}} PlayPlace board: empty for the list of boards and for a scenario; scenario: its packed text, empty for a board; choices: one character per decision; those of a damaged link may have other characters; beat: the choices of the schedule to beat, empty for none */

/** Blanks and invisible characters, which programs add at line breaks. */
const BLANK = /[\s\p{Default_Ignorable_Code_Point}]/gu;

/**
 * The board that a fragment names; undefined for other fragments.
 * @param {string} fragment with or without #
 * @returns {PlayPlace|undefined}
 */
export function parsePlayFragment(fragment) {
  const parts = parseFields(fragment);
  const board = parts.get('play');
  if (board === null) return undefined;
  // Link repair removes characters at the end silently; here invalid choices must be reported.
  const [, sent] = /&d=([^&]*)/u.exec(fragment) ?? [];
  const choices = sent === undefined ? (parts.get('d') ?? '') : unescapeOrKeep(sent);
  const scenario = board.trim() === '' ? (parts.get('s') ?? '') : '';
  return { board: board.trim(), scenario, choices: choices.replace(BLANK, ''), beat: (parts.get('beat') ?? '').replace(BLANK, '') };
}

/**
 * The fragment of a board, without #.
 * @param {{board: string, scenario?: string, choices?: string, beat?: string}} place
 */
export function playFragment({ board, scenario = '', choices = '', beat = '' }) {
  const field = (/** @type {string} */ name, /** @type {string} */ value) => (value === '' ? '' : `&${name}=${value}`);
  if (scenario !== '') return `play${field('s', scenario)}${field('d', choices)}`;
  if (board === '') return 'play';
  return `play=${encodeURIComponent(board)}${field('beat', beat)}${field('d', choices)}`;
}
