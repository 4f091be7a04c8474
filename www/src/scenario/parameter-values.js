/**
 * @file Values of catalog parameters: parsing, ranges, and slider positions. The engine checks each scenario again, so
 * this must only agree with the types and ranges of the catalog.
 */

import { formatChoiceId } from '../text/choice-id.js';
import { formatNumber } from '../text/numbers.js';

/** @import { ParameterValue } from '../engine/types.js' */
/** @import { Parameter } from './types.js' */

/** Steps of every slider. */
export const SLIDER_STEPS = 240;

/** Maximum number of decades of a slider on either side of the default; the number field covers the whole range. */
const DECADES = 4;

/**
 * Parses a typed number of a parameter.
 * @param {Parameter} parameter
 * @param {string} text
 * @param {unknown} [current] the value that is kept if the text is not a number; by default the default of the
 *   parameter
 * @returns {{ value: number, problem: string }} the nearest allowed value, and the problem of the text (or '')
 */
export function parseNumber(parameter, text, current = parameter.default) {
  const kept = typeof current === 'number' ? current : Number(parameter.default) || 0;
  const plain = text
    .trim()
    .replaceAll(/[\s_',]/g, '')
    .replace('−', '-');
  if (plain === '') return meaningOfZero(parameter) ? { value: 0, problem: '' } : { value: kept, problem: 'Empty.' };
  const number = Number(plain);
  if (!Number.isFinite(number)) return { value: kept, problem: `"${text.trim()}" is not a number.` };
  const value = clamp(parameter, number);
  if (value === number) return { value, problem: '' };
  if (parameter.type === 'integer' && value === Math.round(number)) {
    return { value, problem: `Only whole numbers; the nearest is ${formatNumber(value)}.` };
  }
  return { value, problem: `${formatNumber(number)} is ${number < value ? 'below' : 'above'} ${formatNumber(value)}.` };
}

/**
 * A sentence about a corrected value: `−3 is below 1: 1 is used.`
 * @param {string} problem a sentence of `parseNumber`
 * @param {number} value
 * @returns {string}
 */
export function correctionText(problem, value) {
  return `${problem.replace(/\.$/u, '')}: ${formatNumber(value)} is used.`;
}

/**
 * The meaning of 0 if it is not an amount, from the catalog (`.. ; 0 for no limit.`); empty if 0 is an amount.
 * @param {Parameter} parameter
 * @returns {string}
 */
export function meaningOfZero({ doc }) {
  return /[.;] 0 for ([^.;:]+)/u.exec(doc)?.[1] ?? '';
}

/**
 * A value of a number parameter with its unit.
 * @param {Parameter} parameter
 * @param {number} value
 * @returns {string}
 */
export function valueText(parameter, value) {
  return (value === 0 && meaningOfZero(parameter)) || `${formatNumber(value)} ${parameter.unit}`.trim();
}

/**
 * The nearest allowed number.
 * @param {Parameter} parameter
 * @param {number} number
 * @returns {number}
 */
export function clamp(parameter, number) {
  const low = parameter.min ?? Number.NEGATIVE_INFINITY;
  const high = parameter.max ?? Number.POSITIVE_INFINITY;
  const inside = Math.min(high, Math.max(low, number));
  return parameter.type === 'integer' ? Math.round(inside) : inside;
}

/**
 * The allowed range as text: `1 to 4,096 nodes`; empty if there is no limit.
 * @param {Parameter} parameter
 * @returns {string}
 */
export function rangeText(parameter) {
  const unit = parameter.unit ? ` ${parameter.unit}` : '';
  const low = parameter.min ?? undefined;
  const high = parameter.max ?? undefined;
  if (low !== undefined && high !== undefined) return `${formatNumber(low)} to ${formatNumber(high)}${unit}`;
  if (low !== undefined) return `${formatNumber(low)}${unit} and above`;
  return high === undefined ? '' : `up to ${formatNumber(high)}${unit}`;
}

/**
 * The ends of a slider, and whether it is logarithmic.
 * @param {Parameter} parameter
 * @returns {{ low: number, high: number, logarithmic: boolean } | undefined} undefined if it has no bounds
 */
export function sliderRange(parameter) {
  const { min, max } = parameter;
  if (typeof min !== 'number' || typeof max !== 'number' || !(max > min)) return undefined;
  const middle = typeof parameter.default === 'number' ? parameter.default : 0;
  const spansDecades = min >= 0 && (min === 0 ? max >= 1000 : max / min >= 100);
  if (!spansDecades) return { low: min, high: max, logarithmic: false };
  const reach = 10 ** DECADES;
  const high = middle > 0 ? Math.min(max, middle * reach) : Math.min(max, reach);
  const smallest = parameter.type === 'integer' ? 1 : (middle > 0 ? middle : high) / reach;
  const low = middle > 0 ? Math.max(min, smallest, middle / reach) : Math.max(min, smallest);
  return low < high ? { low, high, logarithmic: true } : { low: min, high: max, logarithmic: false };
}

/**
 * The position of a value on a slider, 0 to `SLIDER_STEPS`.
 * @param {Parameter} parameter
 * @param {number} value
 * @returns {number}
 */
export function sliderPosition(parameter, value) {
  const range = sliderRange(parameter);
  if (!range || !(value > range.low)) return 0;
  const share = range.logarithmic
    ? Math.log(value / range.low) / Math.log(range.high / range.low)
    : (value - range.low) / (range.high - range.low);
  // The first step of a logarithmic slider is the minimum of the parameter, which may be 0.
  return Math.min(SLIDER_STEPS, Math.round(share * SLIDER_STEPS));
}

/**
 * The value at a position of a slider, rounded.
 * @param {Parameter} parameter
 * @param {number} position
 * @returns {number}
 */
export function valueAtPosition(parameter, position) {
  const range = sliderRange(parameter);
  if (!range) return typeof parameter.default === 'number' ? parameter.default : 0;
  const share = Math.min(1, Math.max(0, position / SLIDER_STEPS));
  if (share === 0) return clamp(parameter, range.low > (parameter.min ?? range.low) && parameter.min === 0 ? 0 : range.low);
  if (share === 1) return clamp(parameter, range.high);
  if (range.logarithmic) {
    return clamp(parameter, Number((range.low * (range.high / range.low) ** share).toPrecision(2)));
  }
  const step = 10 ** (Math.floor(Math.log10((range.high - range.low) / SLIDER_STEPS)) + 1) / 2;
  const value = Math.round((range.low + share * (range.high - range.low)) / step) * step;
  return clamp(parameter, Number(value.toPrecision(12)));
}

/**
 * The value of a parameter: the given one, otherwise the default.
 * @param {Parameter} parameter
 * @param {Record<string, ParameterValue> | undefined} given
 * @returns {ParameterValue}
 */
export function parameterValue(parameter, given) {
  const value = given?.[parameter.id];
  return value === undefined || value === null ? parameter.default : value;
}

/**
 * A sentence on why other settings make a parameter ineffective; empty if it is effective.
 * @param {Pick<Parameter, 'when'>} parameter
 * @param {readonly Parameter[]} parameters
 * @param {Record<string, ParameterValue> | undefined} given
 * @returns {string}
 */
export function ignoredText({ when }, parameters, given) {
  const other = when && parameters.find(({ id }) => id === when.parameter);
  if (!other) return '';
  const [name, value] = [other.name.toLowerCase(), parameterValue(other, given)];
  if (when.is.length === 0) return Array.isArray(value) && value.length > 0 ? `No effect: the rows of ${name} take precedence.` : '';
  return when.is.some((word) => word === value) ? '' : `No effect: used only if ${name} is ${when.is.map(formatChoiceId).join(' or ')}.`;
}

/**
 * The settings with one value changed; a default is omitted, so that scenarios stay short.
 * @param {readonly Parameter[]} parameters
 * @param {Record<string, ParameterValue> | undefined} given
 * @param {string} id
 * @param {ParameterValue} value
 * @returns {Record<string, ParameterValue>}
 */
export function withSetting(parameters, given, id, value) {
  const settings = { ...given };
  const parameter = parameters.find((one) => one.id === id);
  if (parameter && Object.is(parameter.default, value)) delete settings[id];
  else settings[id] = value;
  return settings;
}

/**
 * The unit shown beside the name of a parameter; empty if the name is the unit, as for machines.
 * @param {Pick<Parameter, 'name'|'unit'>} parameter
 */
export function unitBesideName({ name, unit }) {
  return unit === name.toLowerCase() ? '' : unit;
}
