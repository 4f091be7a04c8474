import { expect, it } from 'vitest';
import { isPredictionPending } from '../../src/scenario/pending-prediction.js';

/** @import { OpenLesson } from '../../src/types.js' */

it('a lesson asks until its step has a prediction', () => {
  const lesson = { steps: [{ text: 'look' }, { text: 'guess', predict: { question: '?', choices: [] } }] };
  const at = (/** @type {number} */ step, /** @type {number[]} */ answers) =>
    /** @type {OpenLesson} */ (/** @type {unknown} */ ({ id: 'x', lesson, step, answers, canonical: '' }));
  expect([null, at(0, [-1, -1]), at(1, [-1, -1]), at(1, [-1, 0])].map(isPredictionPending)).toEqual([false, false, true, false]);
});
