/** @file Which variant is in the row of a chart, before and after a change of the scenario. */

/**
 * Whether a row has the variant that it had before: unchanged, or changed where it is, but not another one that was added or moved.
 * @param {readonly string[]} before all variants
 * @param {readonly string[]} now
 * @param {number} at the row
 */
export function isSameVariant(before, now, at) {
  const [one, other] = [before[at], now[at]];
  return one === other || (one !== undefined && before.length === now.length && !now.includes(one) && !before.includes(other ?? ''));
}
