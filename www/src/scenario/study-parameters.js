/** @file What of a scenario a study can vary: its policies, and the parameters of its system, its work and its machines. */

import { entriesOf, entryOf, partsOf, policyOf } from './catalog-choices.js';
import { sweepValues } from './new-study.js';
import { parameterValue } from './parameter-values.js';

/** @import { Catalog, Entry } from '../engine/types.js' */
/** @import { StudyAxisDocument } from './new-study.js' */
/** @import { Parameter, ScenarioDocument } from './types.js' */

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
 * @param {Catalog|null|undefined} catalog
 * @param {ScenarioDocument} base
 * @returns {StudyKnob[]} each name once
 */
export function knobsOf(catalog, base) {
  const system = entryOf(catalog, 'system', base.system.kind);
  const roles = (system?.roles ?? []).map((role) => ({
    id: role.id,
    name: role.name,
    group: 'Policies',
    parameter: undefined,
    value: policyOf(system, base.system, role.id),
    options: entriesOf(catalog, role.family).map(({ id, name }) => /** @type {[string, string]} */ ([id, name])),
  }));
  const { preset, parameters: machines } = /** @type {{preset?: string, parameters?: any}} */ (base.platform ?? {});
  const work = (base.workload ?? []).flatMap((part) =>
    'generator' in part ? parametersOf(entryOf(catalog, 'generator', part.generator), part.parameters) : [],
  );
  const all = [
    ...roles,
    ...work,
    ...parametersOf(entryOf(catalog, 'preset', preset), machines),
    ...partsOf(catalog, base.system).flatMap((entry) => parametersOf(entry, base.system.parameters)),
  ];
  return all.filter(({ id }, at) => all.findIndex((other) => other.id === id) === at);
}

/**
 * The parameters of an entry that are one value each.
 * @param {Entry|undefined} entry
 * @param {any} given
 * @returns {StudyKnob[]}
 */
function parametersOf(entry, given) {
  const single = (entry?.parameters ?? []).filter(({ type }) => type !== 'table' && type !== 'expression');
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

/** How many options an axis begins with. */
const FEW = 4;

/**
 * An axis that varies it: a number around its present value, of a choice the present one and some more by name.
 * @param {StudyKnob} knob
 * @returns {StudyAxisDocument}
 */
export function axisOver({ id, name, options, parameter, value }) {
  const label = name.toLowerCase();
  if (options.length > 0) {
    const first = options.filter(([word]) => word === value);
    const all = [...first, ...options.filter(([word]) => word !== value)].slice(0, FEW);
    return { name: label, variants: all.map(([word, called]) => ({ name: called, set: { [id]: word } })) };
  }
  if (!parameter || parameter.type === 'bool')
    return { name: label, variants: [true, false].map((word) => ({ name: `${label}: ${word ? 'yes' : 'no'}`, set: { [id]: word } })) };
  return { name: label, knob: id, values: sweepValues(parameter, Number(value)), ...(parameter.unit ? { unit: parameter.unit } : {}) };
}
