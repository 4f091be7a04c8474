/** @file The settings of a scenario that a variant may change: its seed, its nodes, the parameters of its work. */

import { clamp } from './parameter-values.js';

/** @import { ParameterValue, StudyKnob } from '../engine/types.js' */
/** @import { Parameter, ScenarioDocument, SystemChoice } from './types.js' */

/**
 * A value that a variant may set, by the name that sets every place with it.
 * @typedef {object} VariantSetting
 * @property {string} id
 * @property {string} name
 * @property {string} group the name of its owner
 * @property {[string, string][]} options of a choice
 * @property {Parameter|undefined} [parameter]
 * @property {boolean} whole whether it is an integer
 * @property {ParameterValue} value as in the scenario
 * @property {ParameterValue} next a suggested other value
 */

/** The largest seed. */
const MOST_SEED = 2 ** 53 - 1;

/**
 * The settings that a variant may change.
 * @param {readonly StudyKnob[]} knobs the settings of the scenario that can be varied
 * @param {ScenarioDocument} scenario
 * @returns {VariantSetting[]} each name once, without systems and policies
 */
export function variantSettings(knobs, scenario) {
  const { seed = 1, platform } = scenario;
  /** Returns a setting of integer type, with its value and the value proposed for a variant. */
  const integerSetting = (
    /** @type {string} */ id,
    /** @type {string} */ name,
    /** @type {number} */ value,
    /** @type {number} */ next,
    /** @type {number} */ min,
    /** @type {number} */ max,
  ) => ({
    id,
    name,
    group: '',
    options: [],
    parameter: { id, name, doc: '', unit: '', type: /** @type {const} */ ('integer'), default: value, min, max },
    whole: true,
    value,
    next,
  });
  const [cluster, ...rest] = 'clusters' in platform ? platform.clusters : [];
  const nodes = cluster?.nodes && rest.length === 0 ? [integerSetting('nodes', 'Nodes', cluster.nodes, cluster.nodes * 2, 1, 1e6)] : [];
  const others = knobs
    .filter(({ of_system }) => !of_system)
    .map((knob) => ({ ...knob, whole: knob.parameter?.type === 'integer', next: suggestValue(knob) }));
  return [integerSetting('seed', 'Seed', seed, seed + 1, 0, MOST_SEED), ...nodes, ...others];
}

/**
 * A suggested other value: twice the nodes, a quarter more of a number, the next option, the other switch position.
 * @param {StudyKnob} knob
 * @returns {ParameterValue}
 */
function suggestValue({ options, parameter, value }) {
  if (options.length > 0) return options.find(([word]) => word !== value)?.[0] ?? value;
  if (!parameter || typeof value === 'boolean') return !value;
  const more = parameter.type === 'integer' ? value * 2 || 1 : Number((value * 1.25 || 1).toPrecision(3));
  return clamp(parameter, more) === value ? clamp(parameter, value / 2) : clamp(parameter, more);
}

/**
 * The variant with a changed setting, or without the change if `value` is undefined.
 * @param {SystemChoice} system
 * @param {string} id
 * @param {ParameterValue|undefined} value
 * @returns {SystemChoice}
 */
export function withVariantSetting({ set, ...system }, id, value) {
  const { [id]: _, ...rest } = set ?? {};
  const next = value === undefined ? rest : { ...rest, [id]: value };
  return Object.keys(next).length > 0 ? { ...system, set: next } : system;
}

/**
 * Suggested variants that differ in a setting: another seed, twice the nodes, another load.
 * @param {readonly StudyKnob[]} knobs the settings of the scenario that can be varied
 * @param {ScenarioDocument} scenario
 * @returns {{name: string, system: SystemChoice}[]}
 */
export function suggestSettingVariants(knobs, scenario) {
  const all = variantSettings(knobs, scenario);
  const quick = all.filter(
    ({ id, parameter }) => id === 'seed' || id === 'nodes' || Boolean(/** @type {{quick?: unknown}|undefined} */ (parameter)?.quick),
  );
  const taken = [scenario.system, ...(scenario.compare ?? [])];
  return quick.flatMap(({ id, name, next, value }) => {
    let fresh = next;
    // The next unused seed.
    if (id === 'seed') while (taken.some(({ set }) => set?.seed === fresh)) fresh = Number(fresh) + 1;
    else if (taken.some(({ set }) => set?.[id] === fresh) || next === value) return [];
    return [{ name: `${name.toLowerCase()} ${fresh}`, system: withVariantSetting(structuredClone(scenario.system), id, fresh) }];
  });
}
