/** @file Axes of a study without effect on the results, and the sentences about them. */

import { formatCount } from '../text/numbers.js';
import { sentenceCase } from '../text/time.js';
import { levelsOf, pointIndex, runIndex } from './axis-grid.js';

/** @import { Part } from './axis-grid.js' */

/**
 * The indices of the axes along which all runs have the same results. None before all runs have completed.
 * @param {Part} part
 * @param {readonly (ArrayLike<number>|undefined)[]} outcomes
 * @returns {number[]}
 */
export function idleAxes(part, outcomes) {
  const isIdle = (/** @type {number} */ place) => {
    if ((part.axes[place]?.labels.length ?? 0) < 2) return false;
    for (let point = 0; point < part.points; point += 1) {
      const first = pointIndex(part, levelsOf(part, point).with(place, 0));
      for (let seed = 0; seed < part.seeds; seed += 1) {
        const [one, other] = [outcomes[runIndex(part, point, seed)], outcomes[runIndex(part, first, seed)]];
        if (!one?.length || !other?.length) return false;
        if (!Array.from(one).every((value, at) => Object.is(value, other[at]))) return false;
      }
    }
    return true;
  };
  return part.axes.map((_, place) => place).filter(isIdle);
}

/**
 * @param {Part} part
 * @param {readonly (ArrayLike<number>|undefined)[]} outcomes
 * @returns {string} empty if all axes have an effect
 */
export function idleAxesText(part, outcomes) {
  return idleAxes(part, outcomes)
    .map((place) => {
      const { name = '', labels = [] } = part.axes[place] ?? {};
      return `${sentenceCase(name)} has no effect here: ${labels.length === 2 ? 'both values' : `all ${formatCount(labels.length, 'values')}`} give the same results.`;
    })
    .join(' ');
}
