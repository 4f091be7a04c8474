/** @file Whether a lesson waits for a prediction. A separate file, since charts need it and lessons are loaded late. */

/** @import { OpenLesson } from '../types.js' */

/**
 * Whether the reader has still to predict the outcome, so that nothing may show it.
 * @param {OpenLesson|null} open
 * @returns {boolean}
 */
export function isPredictionPending(open) {
  if (!open) return false;
  return open.lesson.steps[open.step]?.predict !== undefined && (open.answers[open.step] ?? -1) < 0;
}
