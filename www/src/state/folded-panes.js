/** @file Folded panes: charts of variants that are reduced to a low strip, so that the others have space for bars. */

/**
 * The folded panes among the existing ones; at least one pane stays open.
 * @param {readonly number[]} folded
 * @param {number} count of all panes
 * @returns {readonly number[]}
 */
export function existingFolds(folded, count) {
  const existing = folded.filter((pane) => pane < count);
  return existing.length < count ? existing : [];
}

/**
 * Folds a pane, or unfolds it. The last open pane cannot be folded.
 * @param {readonly number[]} folded
 * @param {number} pane
 * @param {number} count of all panes
 * @returns {readonly number[]}
 */
export function toggleFold(folded, pane, count) {
  const existing = existingFolds(folded, count);
  if (existing.includes(pane)) return existing.filter((other) => other !== pane);
  return existing.length + 1 < count ? [...existing, pane].toSorted((one, other) => one - other) : existing;
}

/**
 * Unfolds a pane and folds the first open one in its place, so that the newly opened pane has the height of the other
 * one.
 * @param {readonly number[]} folded
 * @param {number} pane
 * @param {number} count of all panes
 * @returns {readonly number[]}
 */
export function swapFold(folded, pane, count) {
  const existing = existingFolds(folded, count);
  if (!existing.includes(pane)) return existing;
  const open = Array.from({ length: count }, (_, at) => at).find((at) => !existing.includes(at)) ?? pane;
  return existing.map((other) => (other === pane ? open : other)).toSorted((one, other) => one - other);
}
