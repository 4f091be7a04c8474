/** @file The order of the fields of a system: relevant ones first, those without effect folded with the reason. */

import { findEntry, policyForRole } from './catalog-choices.js';
import { parameterValue } from './parameter-values.js';

/** @import { Catalog, Entry, FormFields } from '../engine/types.js' */
/** @import { Parameter, SystemChoice } from './types.js' */

/** @typedef {NonNullable<Entry['roles']>[number]} Role */

/**
 * @typedef {object} Field
 * @property {string} key `role:ID`, or the id of a parameter
 * @property {string} name
 * @property {Role} [role]
 * @property {Parameter} [parameter]
 * @property {string} of the role to whose policy a parameter belongs; empty for the system
 * @typedef {object} FieldGroup
 * @property {string} name
 * @property {string} reason why its fields have no effect
 * @property {Field[]} fields
 * @typedef {object} FieldLayout
 * @property {Field[]} first the relevant fields
 * @property {Field[]} more other fields with an effect
 * @property {FieldGroup[]} folded fields without effect
 */

/** Number of fields shown first. */
export const FIRST_FIELDS = 4;

/**
 * All fields of a system: the important ones first, each role followed by the parameters of its policy.
 * @param {Catalog | null | undefined} catalog
 * @param {SystemChoice} system
 * @param {readonly string[]} important in their order
 * @returns {Field[]}
 */
export function systemFields(catalog, system, important) {
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
  const rank = (/** @type {Field[]} */ [first]) => important.indexOf(first?.key ?? '') + 1 || important.length + 1;
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
 * @param {SystemChoice} system
 * @param {Field} field
 */
function fieldValue(catalog, system, { role, parameter }) {
  if (role) return policyForRole(findEntry(catalog, 'system', system.kind), system, role.id);
  return parameter && parameterValue(parameter, system.parameters);
}

/**
 * Arranges the fields of a variant.
 * @param {Catalog | null | undefined} catalog
 * @param {readonly SystemChoice[]} variants all variants of the scenario
 * @param {SystemChoice} system one of them
 * @param {FormFields} known the fields from the engine
 * @param {{ key: string, place: string } | undefined} [pinned] the focused field, and its place: `first`, `more` or a
 *   heading
 * @returns {FieldLayout}
 */
export function arrangeFields(catalog, variants, system, { first: important, groups, idle }, pinned) {
  const fields = systemFields(catalog, system, important);
  const ineffective = new Map(idle.map((one) => [one.field, one]));
  const alike = variants.filter(({ kind }) => kind === system.kind);
  const differs = (/** @type {Field} */ field) => new Set(alike.map((one) => JSON.stringify(fieldValue(catalog, one, field)))).size > 1;
  const effective = fields.filter((field) => !ineffective.has(field.key) || differs(field));
  const first = firstFields(important, effective, {
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
  layout.folded.sort((a, b) => groups.indexOf(a.name) - groups.indexOf(b.name));
  return layout;
}

/**
 * The keys of the fields shown first.
 * @param {readonly string[]} keys the important ones; if empty, roles are important
 * @param {readonly Field[]} effective
 * @param {{ differs: (field: Field) => boolean, changed: (field: Field) => boolean }} is
 */
function firstFields(keys, effective, is) {
  const important = effective.filter(({ key, role, of }) => of === '' && (keys.length > 0 ? keys.includes(key) : role));
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
 * Adds a field to the group of this name and joins its reason to those of the group.
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

/** A text with its first letter in lower case. @param {string} text */
const lowerFirst = (text) => text.charAt(0).toLowerCase() + text.slice(1);

/**
 * Whether a field matches the words of a search.
 * @param {Field} field
 * @param {string} query
 */
export function matchesField({ key, name, role, parameter }, query) {
  const text = [key.replace('role:', ''), name, role?.doc, parameter?.doc].join(' ').toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/u)
    .every((word) => text.includes(word));
}
