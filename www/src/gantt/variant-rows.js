/** @file Compares the variant in the row of a chart before and after a change of the scenario. */

/**
 * True if a row still has the same variant, unchanged or edited in place, instead of another one that was added or
 * moved.
 * @param {readonly string[]} before all variants
 * @param {readonly string[]} now
 * @param {number} at the row
 */
export function isSameVariant(before, now, at) {
  const [one, other] = [before[at], now[at]];
  return one === other || (one !== undefined && before.length === now.length && !now.includes(one) && !before.includes(other ?? ''));
}
