/** @file In which ways a file can run: as which kind of work, read in which format, by which system. */

import { entriesOf, entryOf } from './choices.js';

/** @import { Catalog, Work } from '../engine/types.js' */

/** A way to run a file: as this work, read in this format, by this system. @typedef {{ work: Work, format: string, system: string }} Reading */

/**
 * The ways to run files of a format: one for each kind of work that some system makes of them.
 * @param {Catalog | null} catalog
 * @param {string} id of the format
 * @returns {Reading[]}
 */
export function readingsOf(catalog, id) {
  const format = entryOf(catalog, 'format', id);
  const formats = [format, entryOf(catalog, 'format', format?.other ?? undefined)];
  /** @type {Map<Work, Reading>} */
  const found = new Map();
  for (const one of formats) {
    for (const { id: system, accepts, takes } of entriesOf(catalog, 'system')) {
      if (one?.makes && accepts && takes?.includes(one.makes) && !found.has(accepts))
        found.set(accepts, { work: accepts, format: one.id, system });
    }
  }
  return [...found.values()];
}
