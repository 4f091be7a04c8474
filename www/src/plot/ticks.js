/** @file Where ticks stand on the axes of plots, and where names stand beside lines. */

/**
 * Round ticks from the largest below `low` to the smallest above `high`.
 * @param {number} low
 * @param {number} high
 * @param {number} most about how many fit
 * @param {boolean} [whole] whole numbers only
 * @returns {number[]}
 */
export function roundTicks(low, high, most, whole = false) {
  const span = high - low > 0 ? high - low : Math.abs(high) || 1;
  const rough = span / Math.max(1, most);
  const power = 10 ** Math.floor(Math.log10(rough));
  const round = ([1, 2, 5, 10].find((factor) => factor * power >= rough * (1 - 1e-9)) ?? 10) * power;
  const step = whole ? Math.max(1, round) : round;
  const first = Math.floor(low / step + 1e-9);
  const last = Math.max(Math.ceil(high / step - 1e-9), first + 1);
  return Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * step).toPrecision(12)) + 0);
}

/** Round times, in seconds; outside of them powers of ten are used. */
const ROUND_TIMES = [1, 10, 60, 600, 3600, 6 * 3600, 86_400, 10 * 86_400, 100 * 86_400];

/**
 * Ticks of a logarithmic axis: round times or powers of ten, at most `most` of them.
 * @param {number} low
 * @param {number} high
 * @param {boolean} times
 * @param {number} most
 * @returns {number[]}
 */
export function logarithmicTicks(low, high, times, most) {
  const powers = Array.from({ length: 36 }, (_, at) => 10 ** (at - 18));
  const list = times ? [...powers.filter((power) => power < 1), ...ROUND_TIMES] : powers;
  const inside = list.filter((tick) => tick >= low * (1 - 1e-9) && tick <= high * (1 + 1e-9));
  const every = Math.max(1, Math.ceil(inside.length / Math.max(1, most)));
  return inside.filter((_, at) => at % every === 0);
}

/**
 * Ticks of a logarithmic axis of any numbers: as many of 1, 2, 3, 5 times powers of ten as can be read.
 * @param {number} low
 * @param {number} high
 * @returns {number[]}
 */
export function sharedTicks(low, high) {
  const decades = Math.log10(high / low);
  const factors = decades < 1.6 ? [1, 2, 3, 5] : decades < 3 ? [1, 3] : [1];
  const powers = Array.from({ length: Math.ceil(decades) + 2 }, (_, at) => 10 ** (Math.floor(Math.log10(low)) + at));
  return powers
    .flatMap((power) => factors.map((factor) => Number((factor * power).toPrecision(3))))
    .filter((tick) => tick >= low * (1 - 1e-9) && tick <= high * (1 + 1e-9));
}

/**
 * Names one under the other: each as near to where it would stand as the others leave room.
 * @template {{y: number}} T
 * @param {readonly T[]} names y: where it would stand
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

/**
 * The place near `wanted` where words cover least: the nearest of those where they cover nothing, if there are such.
 * @param {number} wanted
 * @param {number} step between the places that are tried
 * @param {{from: number, to: number}} range
 * @param {(place: number) => number} covered how much words would cover there
 */
export function clearest(wanted, step, { from, to }, covered) {
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
