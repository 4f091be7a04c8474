/**
 * @file The ticks of axes: for numbers, times and logarithms. `crate/render/src/ticks.rs` has the same rules for the
 * command line.
 */

// The page and the command line share this file.
import TIME_STEPS_S from '../../../crate/render/time-steps.json' with { type: 'json' };

/**
 * @typedef {'number'|'whole'|'time'} Kind whole: whole numbers only; time: seconds, in steps of a clock and a calendar
 */

const DAY_S = 86_400;
/** Ticks of a logarithmic axis between powers of ten, the densest choice first. */
const LOGARITHM_FACTORS = [[1, 2, 3, 5], [1, 3], [1]];
/** Ticks of a logarithmic axis of times, s; below them powers of ten. */
const LOGARITHM_TIMES_S = [1, 10, 60, 600, 3600, 6 * 3600, DAY_S, 10 * DAY_S, 100 * DAY_S];
const POWERS = Array.from({ length: 36 }, (_, at) => 10 ** (at - 18));
/** Quotients with at most this difference differ only by rounding. */
const ROUNDING = 1e-9;

/**
 * The smallest step between ticks that is at least `least`.
 * @param {number} least
 * @param {Kind} kind
 * @returns {number}
 */
export function tickStep(least, kind) {
  const enough = least * (1 - ROUNDING);
  if (kind === 'time' && enough > 10) return TIME_STEPS_S.find((step) => step >= enough) ?? DAY_S * tickStep(least / DAY_S, 'number');
  const power = 10 ** Math.floor(Math.log10(least));
  const step = power * ([1, 2, 5].find((factor) => factor * power >= enough) ?? 10);
  return kind === 'whole' ? Math.max(1, step) : step;
}

/**
 * Ticks from `low` to `high`, ascending.
 * @param {number} low
 * @param {number} high
 * @param {number} most the maximum number of steps
 * @param {{kind?: Kind, logarithmic?: boolean, outward?: boolean}} [axis] outward: the first and the last may lie
 *   beyond the ends, so that they enclose all values
 * @returns {number[]}
 */
export function axisTicks(low, high, most, { kind = 'number', logarithmic = false, outward = false } = {}) {
  if (!(high > low) || !(most >= 1)) return [];
  if (logarithmic) return logarithmicTicks(low, high, most, kind);
  const step = tickStep((high - low) / most, kind);
  const [before, after] = outward ? [Math.floor, Math.ceil] : [Math.ceil, Math.floor];
  const slack = outward ? ROUNDING : -ROUNDING;
  const first = before(low / step + slack);
  const last = after(high / step - slack);
  // Multiples without the digits that rounding adds, and 0 instead of -0.
  return Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * step).toPrecision(15)) + 0);
}

/**
 * Ticks of a logarithmic axis.
 * @param {number} low
 * @param {number} high
 * @param {number} most
 * @param {Kind} kind
 */
function logarithmicTicks(low, high, most, kind) {
  const choices =
    kind === 'time'
      ? [[...POWERS.filter((power) => power < 1), ...LOGARITHM_TIMES_S]]
      : LOGARITHM_FACTORS.map((factors) => POWERS.flatMap((power) => factors.map((factor) => Number((factor * power).toPrecision(3)))));
  const inside = choices.map((list) => list.filter((tick) => tick >= low * (1 - ROUNDING) && tick <= high * (1 + ROUNDING)));
  const list = inside.find((list) => list.length <= most) ?? inside.at(-1) ?? [];
  const every = Math.ceil(list.length / most);
  return list.filter((_, at) => at % every === 0);
}
