/** @file Placement of names beside lines. */

/**
 * Spreads names vertically: each as near to its wanted position as the others allow.
 * @template {{y: number}} T
 *
 * @param {readonly T[]} names y: where it would stand
 *
 * @param {number} top
 *
 * @param {number} bottom of the last one
 *
 * @param {number} apart
 *
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

/**
 * The position near `wanted` where a text covers least: the nearest where it covers nothing, if there is one.
 * @param {number} wanted
 *
 * @param {number} step between the places that are tried
 *
 * @param {{from: number, to: number}} range
 *
 * @param {(place: number) => number} covered how much words would cover there
 */
export function clearestPosition(wanted, step, { from, to }, covered) {
  const inside = (/** @type {number} */ place) => place >= from && place <= to;
  const most = Math.ceil((to - from) / step);
  const places = [
    wanted,
    ...Array.from({ length: most }, (_, i) => [wanted - (i + 1) * step, wanted + (i + 1) * step])
      .flat()
      .filter(inside),
  ];
  let best = { place: wanted, count: Infinity };
  for (const place of places) {
    const count = covered(place);
    if (count < best.count) best = { place, count };
    if (count === 0) break;
  }
  return best.place;
}
