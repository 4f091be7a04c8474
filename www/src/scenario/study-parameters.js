/** @file The settings of a scenario that a study can vary: its policies, and the parameters of its system, workload and platform. */

import { familyEntries, findEntry, policyForRole, systemEntries } from './catalog-choices.js';
import { sweepValues } from './new-study.js';
import { parameterValue } from './parameter-values.js';

/** @import { Catalog, Entry } from '../engine/types.js' */
/** @import { StudyAxisDocument } from './new-study.js' */
/** @import { Parameter, ScenarioDocument } from './types.js' */

/** The parameters of a log that change its load. */
const LOG_LOAD = new Set(['load_factor', 'load_by']);

/**
 * Something that can be varied, by the name that sets every place that has it.
 * @typedef {object} StudyKnob
 * @property {string} id its name in a study
 * @property {string} name what people call it
 * @property {string} group where it belongs
 * @property {[string, string][]} options of a choice: each word, and what people call it
 * @property {Parameter|undefined} parameter of a number or a switch
 * @property {any} value as the scenario has it
 */

/**
 * The roles of policies of the systems of a scenario, each once.
 * @param {Catalog|null|undefined} catalog
 *
 * @param {ScenarioDocument} base
 *
 * @returns {{id: string, name: string}[]}
 */
export function systemRoles(catalog, base) {
  const all = [base.system, ...(base.compare ?? [])].flatMap((system) => findEntry(catalog, 'system', system?.kind)?.roles ?? []);
  return all.filter(({ id }, at) => all.findIndex((other) => other.id === id) === at);
}

/**
 * The settings that a study can vary.
 * @param {Catalog|null|undefined} catalog
 *
 * @param {ScenarioDocument} base
 *
 * @returns {StudyKnob[]} each name once
 */
export function studyKnobs(catalog, base) {
  const system = findEntry(catalog, 'system', base.system.kind);
  const roles = (system?.roles ?? []).map((role) => ({
    id: role.id,
    name: role.name,
    group: 'Policies',
    parameter: undefined,
    value: policyForRole(system, base.system, role.id),
    options: familyEntries(catalog, role.family).map(({ id, name }) => /** @type {[string, string]} */ ([id, name])),
  }));
  const { preset, parameters: machines } = /** @type {{preset?: string, parameters?: any}} */ (base.platform ?? {});
  const work = (base.workload ?? []).flatMap((part) => {
    if ('generator' in part) return singleValueKnobs(findEntry(catalog, 'generator', part.generator), part.parameters);
    if (!('file' in part)) return [];
    // How a log is read is decided when it is opened; its load is varied.
    return singleValueKnobs(findEntry(catalog, 'format', part.file.format), part.parameters).filter(({ id }) => LOG_LOAD.has(id));
  });
  const all = [
    ...roles,
    ...work,
    ...singleValueKnobs(findEntry(catalog, 'preset', preset), machines),
    ...systemEntries(catalog, base.system).flatMap((entry) => singleValueKnobs(entry, base.system.parameters)),
  ];
  return all.filter(({ id }, at) => all.findIndex((other) => other.id === id) === at);
}

/**
 * The parameters of an entry that have a single value.
 * @param {Entry|undefined} entry
 *
 * @param {any} given
 *
 * @returns {StudyKnob[]}
 */
function singleValueKnobs(entry, given) {
  const single = (entry?.parameters ?? []).filter(({ type }) => type !== 'table' && type !== 'expression' && type !== 'text');
  return single.map((typed) => {
    const parameter = /** @type {Parameter} */ (typed);
    const options = (parameter.options ?? []).map(([word]) => /** @type {[string, string]} */ ([word, word]));
    return {
      id: parameter.id,
      name: parameter.name,
      group: entry?.name ?? '',
      options,
      parameter: options.length > 0 ? undefined : parameter,
      value: parameterValue(parameter, given),
    };
  });
}

/** Number of options of a new axis. */
const FIRST_OPTIONS = 4;

/**
 * An axis that varies a setting: a number around its present value, a choice by its present option and some others.
 * @param {StudyKnob} knob
 *
 * @returns {StudyAxisDocument}
 */
export function createAxis({ id, name, options, parameter, value }) {
  const label = name.toLowerCase();
  if (options.length > 0) {
    const first = options.filter(([word]) => word === value);
    const all = [...first, ...options.filter(([word]) => word !== value)].slice(0, FIRST_OPTIONS);
    return { name: label, variants: all.map(([word, called]) => ({ name: called, set: { [id]: word } })) };
  }
  if (!parameter || parameter.type === 'bool')
    return { name: label, variants: [true, false].map((word) => ({ name: `${label}: ${word ? 'yes' : 'no'}`, set: { [id]: word } })) };
  return { name: label, knob: id, values: sweepValues(parameter, Number(value)), ...(parameter.unit ? { unit: parameter.unit } : {}) };
}
