/** @file What the reader has seen of the examples, and how far of each lesson: kept for the next visit. */

import { keepChoice, keptChoice } from './storage.js';

/**
 * How much of each has been seen: 1 of an example, the steps of a lesson.
 * @param {'examples'|'lessons'} of
 * @returns {Record<string, number>}
 */
export function seen(of) {
  try {
    const kept = JSON.parse(keptChoice(`seen.${of}`) ?? '{}');
    return Object.fromEntries(Object.entries(kept ?? {}).filter(([, count]) => Number.isInteger(count)));
  } catch {
    return {};
  }
}

/**
 * Notes that so much of it has been seen; what was seen earlier stays.
 * @param {'examples'|'lessons'} of
 * @param {string} id
 * @param {number} [count]
 */
export function see(of, id, count = 1) {
  const all = seen(of);
  if ((all[id] ?? 0) < count) keepChoice(`seen.${of}`, JSON.stringify({ ...all, [id]: count }));
}
