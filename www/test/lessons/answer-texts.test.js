import { expect, test } from 'vitest';
import { countSeedsOf, explanationCount, verdictText } from '../../src/lessons/answer-texts.js';

/** @import { CountedMetric } from '../../src/scenario/seed-values.js' */

const LONGER = 'a_wait <= 0.95 * b_wait';
const NEAR = 'abs(a_wait - b_wait) < 0.05 * max(a_wait, b_wait)';
const predict = {
  question: '',
  choices: [
    { text: 'About as long', if: NEAR },
    { text: 'Longer', if: LONGER },
  ],
  answer: [],
};
/** @param {readonly (readonly number[])[]} runs */
const counter = (runs) => {
  /** @type {Map<string, CountedMetric>} */
  const metrics = new Map([['wait', { shown: [100, 110], runs, differ: () => true }]]);
  return (/** @type {number} */ choice) => countSeedsOf(predict.choices[choice]?.if ?? '', metrics);
};
const rare = counter([
  [100, 110],
  [100, 101],
  [100, 102],
  [100, 99],
]);
const often = counter([
  [100, 110],
  [100, 120],
  [100, 101],
]);

test('the count of an answer with a least difference names the seeds with a smaller one', () => {
  expect(rare(1)).toEqual({ count: 1, runs: 4, nearer: 2, percent: 5 });
  expect(rare(0)).toMatchObject({ count: 3, runs: 4, nearer: 0 });
  expect(explanationCount(often(1))).toBe('This answer holds in 2 of 3 seeds, and by less than 5\u202f% in 1 more.');
  expect(explanationCount(null)).toBe('');
});

test('an answer that is correct in few seeds is one of the shown seed', () => {
  const text = (/** @type {number} */ chosen) => verdictText(predict, chosen, [1], false, rare);
  expect(text(0)).toBe(
    'Correct answer with this seed: Longer; it holds in 1 of 4 seeds, and by less than 5\u202f% in 2 more. Your answer holds in 3 of 4 seeds.',
  );
  expect(text(1)).toBe('This is correct with this seed; it holds in 1 of 4 seeds, and by less than 5\u202f% in 2 more.');
  expect(explanationCount(rare(1))).toBe('');
});

test('other answers are right or not, also before the seeds are known', () => {
  for (const count of [often, () => null]) {
    expect(verdictText(predict, 0, [1], false, count)).toBe('Not quite. Correct answer: Longer.');
    expect(verdictText(predict, 1, [1], false, count)).toBe('You were right.');
    expect(verdictText(predict, 1, [1], true, count)).toBe('This is the correct answer.');
    expect(verdictText(predict, 0, [], false, count)).toBe('None of these is correct: see the numbers.');
  }
});
