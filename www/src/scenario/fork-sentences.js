/** @file Sentences about the effects of forks, which precede those about the comparison. */

import { formatTime } from '../text/time.js';
import { isForkOf } from './forks.js';

/** @import { Piece, Report } from '../engine/types.js' */
/** @import { ForkedSystem } from './forks.js' */

/** @typedef {{name: string, system: object, report: Pick<Report, 'rows'|'last_end_s'>|null}} RunVariant */

/** Minimum difference of times that is mentioned, s. */
const LEAST_S = 0.05;

/**
 * The answer about a comparison with forks: their effects, and the other sentences if there are variants of another kind.
 * @param {readonly RunVariant[]} variants
 * @param {Piece[]} answer about the comparison
 * @returns {Piece[]}
 */
export function answerWithForks(variants, answer) {
  const systems = variants.map(({ system }) => /** @type {ForkedSystem} */ (system));
  const bases = systems.map((system) => systems.findIndex((base) => isForkOf(system, base)));
  const sentences = variants.flatMap((fork, at) => {
    const base = variants[bases[at] ?? -1];
    return base ? forkSentence(fork, base) : [];
  });
  if (sentences.length === 0) return answer;
  const roots = new Set(bases.map((base, at) => (base < 0 ? at : base)));
  const text = { text: sentences.join(' '), value: null, unit: '' };
  return roots.size === 1 || answer.length === 0 ? [text] : [{ ...text, text: `${text.text} ` }, ...answer];
}

/** @param {RunVariant} fork @param {RunVariant} base @returns {string[]} */
function forkSentence(fork, base) {
  const wait = (/** @type {RunVariant} */ { report }) => report?.rows.find(({ id }) => id === 'wait')?.value ?? NaN;
  const wait_s = wait(fork) - wait(base);
  const end_s = (fork.report?.last_end_s ?? NaN) - (base.report?.last_end_s ?? NaN);
  if (Number.isNaN(wait_s) || Number.isNaN(end_s)) return [];
  const waits = Math.abs(wait_s) < LEAST_S ? 'as long as' : `${formatTime(Math.abs(wait_s))} ${wait_s > 0 ? 'longer' : 'shorter'} than`;
  const ends = Math.abs(end_s) < LEAST_S ? 'at the same time' : `${formatTime(Math.abs(end_s))} ${end_s > 0 ? 'later' : 'earlier'}`;
  return [`${fork.name}: the mean wait is ${waits} with ${base.name}, and the last job ends ${ends}.`];
}
