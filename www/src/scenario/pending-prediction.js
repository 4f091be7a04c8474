/**
 * @file Whether a lesson waits for a prediction. A separate file, because charts need it and lessons are loaded on
 * demand.
 */

/** @import { OpenLesson } from '../types.js' */

/**
 * True while the reader still has to predict the outcome, which must be hidden.
 * @param {OpenLesson|null} open
 * @returns {boolean}
 */
export function isPredictionPending(open) {
  if (!open) return false;
  return open.lesson.steps[open.step]?.predict !== undefined && (open.answers[open.step] ?? -1) < 0;
}
