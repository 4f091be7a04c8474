/** @file Whether a result is the one that was promised, and if not, since when it differs. */

import { formatTime } from './time.js';

/** @import { Digest } from './types.js' */

/**
 * @param {Digest|undefined} expected
 * @param {Digest|null} found
 * @param {number} end_s the end of the run found
 * @returns {{same: boolean, text: string}}
 */
export function compareDigests(expected, found, end_s) {
  if (!expected || !found) return { same: false, text: 'the link promises no result for it' };
  if (expected.whole === found.whole) return { same: true, text: `reproduced, identical (${found.whole})` };
  const count = Math.max(expected.parts.length, found.parts.length);
  const first = Array.from({ length: count }, (_, i) => i).find((i) => expected.parts[i] !== found.parts[i]);
  // The parts cut the run's time evenly, so the first that differs dates the difference. None may differ: the parts
  // hold what started, the whole also what ended and moved.
  const since = first === undefined ? 'only in when jobs ended or data moved' : `since about ${formatTime((first / count) * end_s)}`;
  return { same: false, text: `differs ${since} (expected ${expected.whole}, got ${found.whole})` };
}
