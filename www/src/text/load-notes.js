/** @file Sentences about a changed load of logs, shown beside results. */

import { sentenceCase } from './time.js';

/** @import { Variant } from '../types.js' */

/**
 * The sentences of the runs about the load of their logs, each once; empty if all logs have their original load.
 * @param {readonly Pick<Variant, 'layout'>[]} variants
 * @returns {string[]}
 */
export function loadNotes(variants) {
  const diagnostics = variants
    .flatMap(({ layout }) => layout?.diagnostics ?? [])
    .filter(({ place = '' }) => place.endsWith('/load_factor'));
  return [...new Set(diagnostics.map(({ message }) => `${sentenceCase(message)}.`))];
}
