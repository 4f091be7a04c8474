/** @file Studies of the scenario on screen: repeated with other seeds, or with one varied parameter. */

import { clamp, sliderRange } from './parameter-values.js';
import { hasEditsOfSeed } from './seed-dependence.js';

/** @import { Parameter, ScenarioDocument } from './types.js' */

/** Default number of seeds of a study, and of a sweep, which has many points. */
const [SEEDS, SWEEP_SEEDS] = [20, 10];
/** Number of values of a new axis. */
const SWEEP_VALUES = 7;
/** Largest load of a new axis. */
const MOST_LOAD = 0.95;

/**
 * The runs of a study: the main runs, or those of a part.
 * @typedef {object} StudyBlock
 * @property {StudyAxisDocument[]} [axes]
 * @property {number} [seeds]
 * @property {number} [quick_seeds]
 * @property {Record<string, unknown>} [quick_set]
 * @property {StudyMeasure[]} [measures]
 * @typedef {{metric?: string, table?: string, name?: string, statistic?: unknown, from_s?: number, series?: {step_s: number, count: number}}} StudyMeasure
 * @typedef {{name: string, change?: any, set?: Record<string, unknown>}} StudyVariant
 * @typedef {{name: string, knob?: string, divided_by?: number, values?: unknown[], unit?: string, quick?: unknown[]|undefined, variants?: StudyVariant[], compare?: boolean}} StudyAxisDocument
 */

/**
 * A study document, with the fields that the page uses.
 * @typedef {StudyBlock & {id?: string, name?: string, question?: string, source?: string, setup?: string, notes?: string[], base: ScenarioDocument, replication?: {alpha?: number, first_look?: number, looks?: number}, parts?: (StudyBlock & {name: string, change?: any})[], quantities?: Record<string, unknown>, claims?: unknown[], tables?: unknown[], plots?: unknown[]}} StudyDocument
 */

/**
 * The measures in the reports of the runs, the measure of the question first.
 * @param {readonly {report: {rows: {id: string}[]}|null}[]} variants
 * @param {string} asks
 * @returns {string[]}
 */
export function reportedMeasures(variants, asks) {
  const shown = [...new Set(variants.flatMap(({ report }) => report?.rows.map(({ id }) => id) ?? []))];
  const [first = ''] = asks.split('/');
  const all = shown.includes(first) ? [first, ...shown.filter((id) => id !== first)] : shown;
  return all.length > 0 ? all : ['wait'];
}

/**
 * A study that repeats the scenario with other seeds, the same for all systems; with one seed if no work is random or jobs of one seed are edited.
 * @param {ScenarioDocument} base
 * @param {string} title
 * @param {readonly string[]} measures
 * @returns {StudyDocument}
 */
export function createSeedsStudy(base, title, measures) {
  const drawn = [...(base.workload ?? []), ...(base.background ?? [])].some((part) => 'generator' in part);
  const seeds = drawn && !hasEditsOfSeed(base) ? SEEDS : 1;
  return {
    name: seeds > 1 ? `${title}: ${seeds} seeds` : title,
    base,
    axes: systemAxes(base),
    seeds,
    measures: measures.map((metric) => ({ metric })),
  };
}

/**
 * A study that runs the scenario at many values of one parameter.
 * @param {ScenarioDocument} base
 * @param {string} title
 * @param {readonly string[]} measures
 * @param {{pointer: string, parameter: Parameter, value: number}} what pointer: to the parameter in the scenario
 * @returns {StudyDocument}
 */
export function createSweepStudy(base, title, measures, { pointer, parameter, value }) {
  const { name, unit } = parameter;
  const axis = { name: name.toLowerCase(), knob: pointer, values: sweepValues(parameter, value), ...(unit ? { unit } : {}) };
  return {
    name: `${title}: ${name.toLowerCase()}`,
    base,
    axes: [axis, ...systemAxes(base)],
    seeds: hasEditsOfSeed(base) ? 1 : SWEEP_SEEDS,
    measures: measures.map((metric) => ({ metric })),
  };
}

/** The compared systems as an axis. @param {ScenarioDocument} base */
function systemAxes({ compare = [] }) {
  return compare.length > 0 ? [{ name: 'system', compare: true }] : [];
}

/**
 * Round values around the current one: by factors if the range spans decades, otherwise in equal steps.
 * @param {Parameter} parameter
 * @param {number} value
 * @returns {number[]}
 */
export function sweepValues(parameter, value) {
  // With a load of at least 1, no policy has a steady state.
  if (parameter.id === 'load' && value > 0 && value < MOST_LOAD) return stepsThrough(value, value / 2, MOST_LOAD);
  const range = sliderRange(parameter) ?? { low: Math.min(0, value * 2), high: Math.max(1, Math.abs(value) * 2), logarithmic: false };
  const at = Array.from({ length: SWEEP_VALUES }, (_, i) => (i - (SWEEP_VALUES - 1) / 2) / ((SWEEP_VALUES - 1) / 2));
  const wanted = at.map((share) => {
    // Half to twice the current value is more useful than the whole range, of which most is unreasonable.
    if (value > 0) return value * 2 ** share;
    return range.low + ((share + 1) / 2) * (range.high - range.low);
  });
  const digits = parameter.type === 'integer' ? 3 : 2;
  return [...new Set(wanted.map((one) => clamp(parameter, Number(one.toPrecision(digits)))))].sort((a, b) => a - b);
}

/**
 * Values in equal steps, with the nearest one replaced by the current value.
 * @param {number} value
 * @param {number} low
 * @param {number} high
 */
function stepsThrough(value, low, high) {
  const step = (high - low) / (SWEEP_VALUES - 1);
  const nearest = Math.round((value - low) / step);
  return Array.from({ length: SWEEP_VALUES }, (_, at) => (at === nearest ? value : Number((low + at * step).toPrecision(2))));
}

/**
 * Parses a list of values: numbers, words, true and false, separated by commas, semicolons or spaces. `0.5..0.9 in 5`
 * means five numbers in equal steps; for integer parameters, the nearest integers, each once.
 * @param {string} text
 * @param {boolean} [whole] whether the parameter has whole numbers
 * @returns {(number|string|boolean)[]}
 */
export function parseValueList(text, whole = false) {
  const range = /^\s*(-?[\d.e+-]+?)\s*\.\.\s*(-?[\d.e+-]+)\s+in\s+(\d+)\s*$/iu.exec(text);
  if (range) {
    const [low, high, count] = [Number(range[1]), Number(range[2]), Math.min(1000, Number(range[3]))];
    if (Number.isFinite(low) && Number.isFinite(high) && count > 1) {
      const steps = Array.from({ length: count }, (_, at) => Number((low + ((high - low) * at) / (count - 1)).toPrecision(12)));
      return whole ? [...new Set(steps.map(Math.round))] : steps;
    }
  }
  const words = text.split(/[,;\s]+/u).filter(Boolean);
  const known = words.map((word) =>
    Number.isFinite(Number(word)) ? Number(word) : word === 'true' || word === 'false' ? word === 'true' : word,
  );
  return [...new Set(known)];
}
