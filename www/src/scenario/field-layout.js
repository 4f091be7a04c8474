/** @file The order of the fields of a system: those that matter in a scenario first, those without effect folded with the reason. */

import { findEntry, policyForRole } from './catalog-choices.js';
import { EFFECT_RULES, ineffectiveFields } from './field-effects.js';
import { parameterValue } from './parameter-values.js';

/** @import { Catalog, Entry } from '../engine/types.js' */
/** @import { Parameter, SystemChoice } from './types.js' */
/** @import { ScenarioFacts } from './workload-facts.js' */

/** @typedef {NonNullable<Entry['roles']>[number]} Role */

/**
 * @typedef {object} Field
 * @property {string} key `role:ID`, or the id of a parameter
 * @property {string} name
 * @property {Role} [role]
 * @property {Parameter} [parameter]
 * @property {string} of the role to whose policy a parameter belongs; empty for the system
 *
 * @typedef {object} FieldGroup
 * @property {string} name
 * @property {string} reason why its fields have no effect
 * @property {Field[]} fields
 *
 * @typedef {object} FieldLayout
 * @property {Field[]} first the fields that matter
 * @property {Field[]} more other fields with an effect
 * @property {FieldGroup[]} folded fields without effect
 */

/** Number of fields that are shown first. */
export const FIRST_FIELDS = 4;

/** The most important fields of each system, in order; those of other systems are their roles. @type {Record<string, readonly string[]>} */
export const IMPORTANT_FIELDS = {
  batch: ['role:local', 'role:routing', 'role:prediction', 'role:bound', 'estimates'],
  workflow: ['role:mapping', 'task_limit', 'inputs', 'shared_links'],
  bags: ['role:selection', 'role:scheduling', 'architecture', 'inaccuracy_pct'],
  koala: ['role:placement', 'role:malleability', 'role:fair_share', 'role:cost', 'role:local', 'reuse', 'fixed_limit'],
  opportunistic: ['role:ordering', 'role:sizing', 'role:loss', 'flocking'],
  hierarchy: ['scheme', 'role:limits', 'role:migration', 'queues', 'role:sharing'],
  delegated: ['role:rule', 'role:selection', 'fair_start_s', 'role:resources'],
};

/**
 * All fields of a system: the important ones first, each role followed by the parameters of its policy.
 * @param {Catalog | null | undefined} catalog
 *
 * @param {SystemChoice} system
 *
 * @returns {Field[]}
 */
export function systemFields(catalog, system) {
  const kind = findEntry(catalog, 'system', system.kind);
  if (!kind) return [];
  const seen = new Set();
  const unseen = (/** @type {Field} */ { key }) => !seen.has(key) && seen.add(key);
  const groups = [
    ...(kind.roles ?? []).map((role) => {
      const policy = findEntry(catalog, role.family, policyForRole(kind, system, role.id));
      const parameters = (policy?.parameters ?? []).map((one) => parameterField(one, role.id));
      return [{ key: `role:${role.id}`, name: role.name, role, of: '' }, ...parameters];
    }),
    ...kind.parameters.map((one) => [parameterField(one, '')]),
  ];
  const order = IMPORTANT_FIELDS[system.kind] ?? [];
  const rank = (/** @type {Field[]} */ [first]) => order.indexOf(first?.key ?? '') + 1 || order.length + 1;
  return groups
    .sort((a, b) => rank(a) - rank(b))
    .flat()
    .filter(unseen);
}

/** @param {Parameter} parameter @param {string} of @returns {Field} */
function parameterField(parameter, of) {
  return { key: parameter.id, name: parameter.name, parameter, of };
}

/**
 * The value of a field in a system.
 * @param {Catalog | null | undefined} catalog
 *
 * @param {SystemChoice} system
 *
 * @param {Field} field
 */
function fieldValue(catalog, system, { role, parameter }) {
  if (role) return policyForRole(findEntry(catalog, 'system', system.kind), system, role.id);
  return parameter && parameterValue(parameter, system.parameters);
}

/**
 * Arranges the fields of a variant.
 * @param {Catalog | null | undefined} catalog
 *
 * @param {readonly SystemChoice[]} variants all variants of the scenario
 *
 * @param {SystemChoice} system one of them
 *
 * @param {ScenarioFacts} facts
 *
 * @param {{ key: string, place: string } | undefined} [pinned] the field that has the focus, and where it is: `first`, `more` or a heading
 *
 * @returns {FieldLayout}
 */
export function arrangeFields(catalog, variants, system, facts, pinned) {
  const fields = systemFields(catalog, system);
  const ineffective = ineffectiveFields(catalog, system, facts);
  const alike = variants.filter(({ kind }) => kind === system.kind);
  const differs = (/** @type {Field} */ field) => new Set(alike.map((one) => JSON.stringify(fieldValue(catalog, one, field)))).size > 1;
  const effective = fields.filter((field) => !ineffective.has(field.key) || differs(field));
  const first = firstFields(system, effective, {
    differs,
    changed: (field) => fieldValue(catalog, system, field) !== (field.role ?? field.parameter)?.default,
  });
  /** @type {FieldLayout} */
  const layout = { first: [], more: [], folded: [] };
  for (const field of fields) {
    const without = effective.includes(field) ? undefined : ineffective.get(field.key);
    const place = pinned?.key === field.key ? pinned.place : (without?.group ?? (first.has(field.key) ? 'first' : 'more'));
    if (place === 'first' || place === 'more') layout[place].push(field);
    else addToGroup(layout.folded, place, without?.reason ?? '', field);
  }
  const headings = (EFFECT_RULES[system.kind] ?? []).map(({ group }) => group);
  layout.folded.sort((a, b) => headings.indexOf(a.name) - headings.indexOf(b.name));
  return layout;
}

/**
 * The keys of the fields that are shown first.
 * @param {SystemChoice} system
 *
 * @param {readonly Field[]} effective
 *
 * @param {{ differs: (field: Field) => boolean, changed: (field: Field) => boolean }} is
 */
function firstFields(system, effective, is) {
  const order = IMPORTANT_FIELDS[system.kind] ?? effective.filter(({ role }) => role).map(({ key }) => key);
  const important = effective.filter(({ key, of }) => of === '' && order.includes(key));
  const parametersOf = (/** @type {Field|undefined} */ field) => effective.filter(({ of }) => field?.role && of === field.role.id);
  const primary = important.slice(0, 1);
  const differing = effective.filter((field) => is.differs(field));
  const others = [...differing, ...important.slice(1)];
  const candidates = [
    ...primary,
    ...primary.flatMap((field) => parametersOf(field).slice(0, FIRST_FIELDS)),
    // An expression is the policy.
    ...others.flatMap((field) => [field, ...parametersOf(field).filter(({ parameter }) => parameter?.type === 'expression')]),
    ...others.flatMap(parametersOf),
    ...effective.filter((field) => is.changed(field)),
  ];
  const most = primary.flatMap(parametersOf).length > 0 ? FIRST_FIELDS + 1 : FIRST_FIELDS;
  /** @type {Set<string>} */
  const first = new Set();
  for (const field of candidates) {
    if (first.size < (is.differs(field) ? 2 * FIRST_FIELDS : most)) first.add(field.key);
  }
  return first;
}

/**
 * @param {FieldGroup[]} groups
 * @param {string} name
 * @param {string} reason
 * @param {Field} field
 */
function addToGroup(groups, name, reason, field) {
  const group = groups.find((one) => one.name === name);
  if (!group) {
    groups.push({ name, reason, fields: [field] });
    return;
  }
  group.fields.push(field);
  const reasons = group.reason.split('; ');
  if (reason && !reasons.includes(reason) && group.reason !== reason)
    group.reason = [group.reason, lowerFirst(reason)].filter(Boolean).join('; ');
}

/** @param {string} text */
const lowerFirst = (text) => text.charAt(0).toLowerCase() + text.slice(1);

/**
 * Whether a field matches the words of a search.
 * @param {Field} field
 *
 * @param {string} query
 */
export function matchesField({ key, name, role, parameter }, query) {
  const text = [key.replace('role:', ''), name, role?.doc, parameter?.doc].join(' ').toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/u)
    .every((word) => text.includes(word));
}
