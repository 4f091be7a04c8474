/** @file What of the scenario one variant may have otherwise: its seed, its nodes, the values of its work. */

import { entryOf } from './catalog-choices.js';
import { clamp } from './parameter-values.js';
import { knobsOf } from './study-parameters.js';

/** @import { Catalog, ParameterValue } from '../engine/types.js' */
/** @import { Parameter, ScenarioDocument, SystemChoice } from './types.js' */

/**
 * A value that a variant may set, by the name that sets every place that has it.
 * @typedef {object} Circumstance
 * @property {string} id
 * @property {string} name
 * @property {string} group where it belongs
 * @property {[string, string][]} options of a choice
 * @property {Parameter|undefined} parameter
 * @property {boolean} whole whether it is a whole number
 * @property {ParameterValue} value as the scenario has it
 * @property {ParameterValue} next another one that is worth a look
 */

/** The largest seed. */
const MOST_SEED = 2 ** 53 - 1;

/**
 * @param {Catalog|null|undefined} catalog
 * @param {ScenarioDocument} scenario
 * @returns {Circumstance[]} each name once; what a variant says as its system and policies is not among them
 */
export function circumstancesOf(catalog, scenario) {
  const { seed = 1, platform, system } = scenario;
  const roles = entryOf(catalog, 'system', system.kind)?.roles ?? [];
  const own = new Set([...roles.map(({ id }) => id), ...Object.keys(system.parameters ?? {})]);
  const number = (
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
  const [cluster, ...others] = 'clusters' in platform ? platform.clusters : [];
  const nodes = cluster?.nodes && others.length === 0 ? [number('nodes', 'Nodes', cluster.nodes, cluster.nodes * 2, 1, 1e6)] : [];
  const knobs = knobsOf(catalog, scenario)
    .filter(({ id }) => !own.has(id))
    .map((knob) => ({ ...knob, whole: knob.parameter?.type === 'integer', next: another(knob) }));
  return [number('seed', 'Seed', seed, seed + 1, 0, MOST_SEED), ...nodes, ...knobs];
}

/**
 * Another value than the scenario's: twice a number of nodes, a tenth more of a share, the next option, the other switch.
 * @param {import('./study-parameters.js').StudyKnob} knob
 * @returns {ParameterValue}
 */
function another({ options, parameter, value }) {
  if (options.length > 0) return options.find(([word]) => word !== value)?.[0] ?? value;
  if (!parameter || typeof value === 'boolean') return !value;
  const more = parameter.type === 'integer' ? value * 2 || 1 : Number((value * 1.25 || 1).toPrecision(3));
  return clamp(parameter, more) === value ? clamp(parameter, value / 2) : clamp(parameter, more);
}

/**
 * The variant with a value of the scenario set, or as the scenario has it.
 * @param {SystemChoice} system
 * @param {string} id
 * @param {ParameterValue|undefined} value
 * @returns {SystemChoice}
 */
export function withSet({ set, ...system }, id, value) {
  const { [id]: _, ...rest } = set ?? {};
  const next = value === undefined ? rest : { ...rest, [id]: value };
  return Object.keys(next).length > 0 ? { ...system, set: next } : system;
}

/**
 * Variants one click away that differ in what is around the system: another seed, twice the nodes, another load.
 * @param {Catalog|null|undefined} catalog
 * @param {ScenarioDocument} scenario
 * @returns {{name: string, system: SystemChoice}[]}
 */
export function aroundOffers(catalog, scenario) {
  const all = circumstancesOf(catalog, scenario);
  const quick = all.filter(
    ({ id, parameter }) => id === 'seed' || id === 'nodes' || Boolean(/** @type {{quick?: unknown}|undefined} */ (parameter)?.quick),
  );
  const taken = [scenario.system, ...(scenario.compare ?? [])];
  return quick.flatMap(({ id, name, next, value }) => {
    let fresh = next;
    // The next seed that none of them has.
    if (id === 'seed') while (taken.some(({ set }) => set?.seed === fresh)) fresh = Number(fresh) + 1;
    else if (taken.some(({ set }) => set?.[id] === fresh) || next === value) return [];
    return [{ name: `${name.toLowerCase()} ${fresh}`, system: withSet(structuredClone(scenario.system), id, fresh) }];
  });
}
