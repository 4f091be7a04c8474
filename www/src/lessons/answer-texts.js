/** @file Sentences on an answer: its correctness, and the number of seeds in which it holds. */

import { countRuns } from '../scenario/seed-values.js';

/** @import { Prediction } from '../scenario/lesson.js' */
/** @import { CountedMetric } from '../scenario/seed-values.js' */

/**
 * The number of seeds in which a choice is right; nearer: the number of further seeds with a smaller difference than
 * the percentage in the choice.
 * @typedef {{count: number, runs: number, nearer: number, percent: number}} SeedCount
 */

/** A choice that requires a difference: `a_wait <= 0.95 * b_wait`. */
const BY_SHARE = /^\s*(?<low>\w+)\s*<=\s*(?<share>0\.\d+)\s*\*\s*(?<high>\w+)\s*$/u;

/**
 * The number of seeds in which a condition holds, and of all seeds.
 * @param {string} condition of a choice
 * @param {Map<string, CountedMetric>} metrics
 * @returns {SeedCount|null} null if it cannot be counted
 */
export function countSeedsOf(condition, metrics) {
  const held = countRuns(condition, metrics);
  if (!held) return null;
  const { low, high, share } = BY_SHARE.exec(condition)?.groups ?? {};
  const any = low && high ? countRuns(`${low} < ${high}`, metrics) : null;
  return { ...held, nearer: (any?.count ?? held.count) - held.count, percent: Math.round((1 - Number(share ?? 1)) * 100) };
}

/** The count as text. @param {SeedCount} held */
function countText({ count, runs, nearer, percent }) {
  return `holds in ${count} of ${runs} seeds${nearer > 0 ? `, and by less than ${percent}\u202f% in ${nearer} more` : ''}`;
}

/** Whether a choice is right in a minority of the seeds. @param {SeedCount|null} held */
const isRare = (held) => held !== null && 2 * held.count < held.runs;

/**
 * The sentence below a prediction.
 * @param {Prediction} predict
 * @param {number} chosen
 * @param {readonly number[]} right
 * @param {boolean} revised whether the answer was known before the choice
 * @param {(choice: number) => SeedCount|null} countOf
 */
export function verdictText({ choices }, chosen, right, revised, countOf) {
  const isRight = right.includes(chosen);
  const at = isRight ? chosen : (right[0] ?? -1);
  const other = choices[at];
  if (!other) return 'None of these is correct: see the numbers.';
  const held = countOf(at);
  if (held && isRare(held)) {
    const start = isRight ? 'This is correct with this seed' : `Correct answer with this seed: ${other.text}`;
    const mine = isRight ? null : countOf(chosen);
    const more = mine && mine.count > held.count ? ` Your answer ${countText(mine)}.` : '';
    return `${start}; it ${countText(held)}.${more}`;
  }
  if (isRight) return revised ? 'This is the correct answer.' : 'You were right.';
  return `Not quite. Correct answer: ${other.text}.`;
}

/** The count after an explanation; empty where the sentence below the prediction has it. @param {SeedCount|null} held */
export function explanationCount(held) {
  return held && !isRare(held) ? `This answer ${countText(held)}.` : '';
}
