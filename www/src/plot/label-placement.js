/** @file Placement of names beside lines. */

/**
 * Spreads names vertically: each as near to its wanted position as the others allow.
 * @template {{y: number}} T
 * @param {readonly T[]} names y: its wanted position
 * @param {number} top
 * @param {number} bottom of the last one
 * @param {number} apart
 * @returns {(T & {at: number})[]} from the top down
 */
export function spreadNames(names, top, bottom, apart) {
  let low = top;
  const sorted = [...names].sort((a, b) => a.y - b.y);
  return sorted.map((name, order) => {
    const at = Math.min(Math.max(name.y, low), bottom - (sorted.length - 1 - order) * apart);
    low = at + apart;
    return { ...name, at };
  });
}
