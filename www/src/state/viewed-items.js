/** @file The examples and the number of steps of each lesson that the reader has viewed, stored for the next visit. */

import { loadPreference, storePreference } from './storage.js';

/**
 * The number of steps viewed, by id; 1 for an example.
 * @param {'examples'|'lessons'} of
 * @returns {Record<string, number>}
 */
export function viewedCounts(of) {
  try {
    const kept = JSON.parse(loadPreference(`seen.${of}`) ?? '{}');
    return Object.fromEntries(Object.entries(kept ?? {}).filter(([, count]) => Number.isInteger(count)));
  } catch {
    return {};
  }
}

/**
 * Records the number of viewed steps, unless more are already recorded.
 * @param {'examples'|'lessons'} of
 * @param {string} id
 * @param {number} [count]
 */
export function recordView(of, id, count = 1) {
  const all = viewedCounts(of);
  if ((all[id] ?? 0) < count) storePreference(`seen.${of}`, JSON.stringify({ ...all, [id]: count }));
}
