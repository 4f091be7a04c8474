/** @file Statistics of replications: mean and interval, counts of paired differences, and the scale of a strip. */

/** Two-sided 95 % quantiles of Student's t distribution for 1 to 30 degrees of freedom. */
const T_QUANTILES = [
  12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.306, 2.2622, 2.2281, 2.201, 2.1788, 2.1604, 2.1448, 2.1314, 2.1199, 2.1098,
  2.1009, 2.093, 2.086, 2.0796, 2.0739, 2.0687, 2.0639, 2.0595, 2.0555, 2.0518, 2.0484, 2.0452, 2.0423,
];
/** The same quantile of the normal distribution. */
const NORMAL_QUANTILE = 1.959964;

/** Minimum number of values for a mean and an interval on a strip. */
export const LEAST_VALUES = 5;
/** Minimum number of independent batches of a log for an interval. */
export const LEAST_INDEPENDENT = 8;
/** Ratio of the largest value to the median, or of two means, above which a strip has a logarithmic scale. */
const LOG_RATIO = 10;

/**
 * The 95 % quantile of the t distribution; from 31 degrees of freedom on by the expansion of Cornish and Fisher.
 * @param {number} freedom degrees of freedom
 */
export function tQuantile(freedom) {
  const known = T_QUANTILES[freedom - 1];
  if (known !== undefined) return known;
  const z = NORMAL_QUANTILE;
  return z + (z ** 3 + z) / (4 * freedom) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * freedom ** 2);
}

/**
 * Mean and 95 % interval of independent values.
 * @param {readonly (number|null|undefined)[]} values null for unknown ones
 * @returns {{mean: number, low: number, high: number, count: number}|null} null without values
 */
export function meanInterval(values) {
  const known = /** @type {number[]} */ (values.filter((value) => typeof value === 'number' && Number.isFinite(value)));
  const count = known.length;
  if (count === 0) return null;
  const mean = known.reduce((sum, value) => sum + value, 0) / count;
  if (count === 1) return { mean, low: Number.NaN, high: Number.NaN, count };
  const variance = known.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (count - 1);
  const half = tQuantile(count - 1) * Math.sqrt(variance / count);
  return { mean, low: mean - half, high: mean + half, count };
}

/**
 * Counts the replications in which a variant is below or above another one; equal values count for neither.
 * @param {readonly (number|null)[]} values
 * @param {readonly (number|null)[]} baseline
 * @returns {{fewer: number, more: number, runs: number}}
 */
export function pairedCounts(values, baseline) {
  const pairs = values.flatMap((value, at) => {
    const other = baseline[at] ?? null;
    return value === null || other === null ? [] : [value - other];
  });
  return { fewer: pairs.filter((apart) => apart < 0).length, more: pairs.filter((apart) => apart > 0).length, runs: pairs.length };
}

/**
 * Whether the paired 95 % interval of two variants excludes 0.
 * @param {readonly (number|null)[]} values
 * @param {readonly (number|null)[]} other
 */
export function differsSignificantly(values, other) {
  const apart = meanInterval(
    values.map((value, at) => {
      const second = other[at] ?? null;
      return value === null || second === null ? null : value - second;
    }),
  );
  return apart !== null && apart.count > 1 && (apart.low > 0 || apart.high < 0);
}

/**
 * Statistics of the replications of each variant, for sentences about the lowest one.
 * @param {readonly (readonly (number|null)[])[]} variants
 * @param {(one: number, other: number) => boolean|null} [differ] whether two variants differ significantly, null if that cannot be tested; by default,
 *   replications are independent
 * @returns {({runs: number, lowest: number, certain: number} & Record<`apart${number}`, number|null>)[]} lowest: number
 *   of replications in which it is below all others; certain: 1 if it differs significantly from all others; apart2: 1
 *   if it differs significantly from the variant with index 2
 */
export function lowestCounts(variants, differ = (one, other) => differsSignificantly(variants[one] ?? [], variants[other] ?? [])) {
  return variants.map((values, at) => {
    const others = variants.filter((_, other) => other !== at);
    const complete = values.flatMap((value, run) =>
      value !== null && others.every((other) => (other[run] ?? null) !== null) ? [run] : [],
    );
    const lowest = complete.filter((run) =>
      others.every((other) => /** @type {number} */ (values[run]) < /** @type {number} */ (other[run])),
    ).length;
    const apart = variants.map((_, other) => (other === at ? false : differ(at, other)));
    const certain = apart.every((differs, other) => differs || other === at) ? 1 : 0;
    return {
      runs: complete.length,
      lowest,
      certain,
      ...Object.fromEntries(apart.map((differs, other) => [`apart${other}`, differs === null ? null : Number(differs)])),
    };
  });
}

/** The scale of a metric, for all variants. @typedef {{to: (value: number) => number, log: boolean}} StripScale to: a share of the width */

/**
 * One scale for all variants: logarithmic if the largest value of one exceeds ten times its median, or if means differ by more.
 * @param {readonly (readonly (number|null)[])[]} variants
 * @param {readonly number[]} [runs] the values of the runs on screen, which are within the scale but do not decide its
 *   kind
 * @returns {StripScale}
 */
export function spreadScale(variants, runs = []) {
  const known = variants.map((values) => values.filter((value) => value !== null).sort((a, b) => a - b));
  const all = [...known.flat(), ...runs].sort((a, b) => a - b);
  const [low = 0, high = 0] = [all[0], all.at(-1)];
  const skewed = known.some((values) => (values.at(-1) ?? 0) > LOG_RATIO * (values[Math.floor(values.length / 2)] ?? 0));
  const means = variants.flatMap((values) => meanInterval(values)?.mean ?? []);
  const log = low >= 0 && high > 0 && (skewed || Math.max(...means) > LOG_RATIO * Math.min(...means));
  // A value of 0 has no logarithm: it is at the end of the strip.
  const least = log ? (all.find((value) => value > 0) ?? 1) / (low > 0 ? 1 : 2) : low;
  if (high <= least) return { to: () => 0.5, log: false };
  if (log) return { to: (value) => Math.log(Math.max(value, least) / least) / Math.log(high / least), log };
  return { to: (value) => (value - low) / (high - low), log };
}

/** Ordinal numbers as words. */
const ORDINALS = ['', 'second ', 'third ', 'fourth ', 'fifth ', 'sixth ', 'seventh ', 'eighth ', 'ninth ', 'tenth '];

/**
 * The place of a value among others, in words: `the second longest`.
 * @param {number} value
 * @param {readonly (number|null)[]} values
 * @param {string} unit
 * @returns {string} empty if all are equal to it
 */
export function rankText(value, values, unit) {
  const known = values.filter((one) => one !== null);
  const above = known.filter((one) => one > value).length;
  const below = known.filter((one) => one < value).length;
  if (above + below === 0) return '';
  const [most, least] = unit === 's' ? ['longest', 'shortest'] : ['highest', 'lowest'];
  const [place, word] = above <= below ? [above, most] : [below, least];
  return place < ORDINALS.length ? `the ${ORDINALS[place]}${word}` : 'near the median';
}
