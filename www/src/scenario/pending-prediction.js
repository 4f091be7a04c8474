/** @file Whether a lesson waits for a prediction. A file of its own, since the charts ask it and lessons are fetched late. */

/** @import { OpenLesson } from '../types.js' */

/**
 * Whether the reader has yet to say what will come out: then nothing may show it.
 * @param {OpenLesson|null} open
 * @returns {boolean}
 */
export function isAsking(open) {
  if (!open) return false;
  return open.lesson.steps[open.step]?.predict !== undefined && (open.answers[open.step] ?? -1) < 0;
}
