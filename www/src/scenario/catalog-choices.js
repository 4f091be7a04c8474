/**
 * @file The options of the catalog for a scenario: systems, policies of a role, suitable generators, suggested
 * variants. Nothing here depends on the id of a policy.
 */

/** @import { Catalog, Entry, Work } from '../engine/types.js' */
/** @import { ScenarioDocument, SystemChoice, WorkloadPart } from './types.js' */

/** Maximum number of variants besides the baseline. */
export const MOST_VARIANTS = 8;

/**
 * The entries of a family, in the order of the catalog.
 * @param {Catalog | null | undefined} catalog
 * @param {string} family
 * @returns {Entry[]}
 */
export function familyEntries(catalog, family) {
  return (catalog?.entries ?? []).filter((entry) => entry.family === family);
}

/**
 * One entry of the catalog.
 * @param {Catalog | null | undefined} catalog
 * @param {string} family
 * @param {string | undefined} id
 * @returns {Entry | undefined}
 */
export function findEntry(catalog, family, id) {
  return (catalog?.entries ?? []).find((entry) => entry.family === family && entry.id === id);
}

/**
 * The policy of a system for a role: the chosen one, otherwise the default of the role.
 * @param {Entry | undefined} system
 * @param {SystemChoice} choice
 * @param {string} role
 * @returns {string | undefined}
 */
export function policyForRole(system, choice, role) {
  return choice.policies?.[role] ?? system?.roles?.find((one) => one.id === role)?.default;
}

/**
 * The entries whose parameters belong to a system choice: the system itself, then the policy of each role.
 * @param {Catalog | null | undefined} catalog
 * @param {SystemChoice} choice
 * @returns {Entry[]}
 */
export function systemEntries(catalog, choice) {
  const system = findEntry(catalog, 'system', choice.kind);
  if (!system) return [];
  const policies = (system.roles ?? []).map((role) => findEntry(catalog, role.family, policyForRole(system, choice, role.id)));
  return [system, ...policies.filter((policy) => policy !== undefined)];
}

/**
 * A system of another kind, with defaults.
 * @param {Catalog | null | undefined} catalog
 * @param {string} kind
 * @returns {SystemChoice}
 */
export function createSystem(catalog, kind) {
  const roles = findEntry(catalog, 'system', kind)?.roles ?? [];
  return { kind, policies: Object.fromEntries(roles.map((role) => [role.id, role.default])) };
}

/**
 * The system with another policy for a role; settings that only the old policy had are removed.
 * @param {Catalog | null | undefined} catalog
 * @param {SystemChoice} choice
 * @param {string} role
 * @param {string} policy
 * @returns {SystemChoice}
 */
export function withPolicy(catalog, choice, role, policy) {
  const next = { ...choice, policies: { ...choice.policies, [role]: policy } };
  const known = new Set(systemEntries(catalog, next).flatMap((entry) => entry.parameters.map((one) => one.id)));
  const kept = Object.entries(choice.parameters ?? {}).filter(([id]) => known.has(id));
  return { ...next, parameters: Object.fromEntries(kept) };
}

/**
 * Whether two choices give the same run: kind, policies and settings are equal after filling in defaults.
 * @param {Catalog | null | undefined} catalog
 * @param {SystemChoice} a
 * @param {SystemChoice} b
 * @returns {boolean}
 */
export function areEqualSystems(catalog, a, b) {
  return a.kind === b.kind && systemKey(catalog, a) === systemKey(catalog, b);
}

/** The policy that repeats the starts in a log, which generated jobs do not have. */
const AS_RECORDED = 'as-recorded';

/**
 * Suggested variants: the system of the scenario with one policy exchanged, except those that are already compared.
 * @param {Catalog | null | undefined} catalog
 * @param {ScenarioDocument} scenario
 * @returns {{ role: string, policy: Entry, system: SystemChoice }[]}
 */
export function suggestVariants(catalog, scenario) {
  const base = scenario.system;
  const present = [base, ...(scenario.compare ?? [])];
  const generated = scenario.workload.every((part) => 'generator' in part);
  const roles = findEntry(catalog, 'system', base.kind)?.roles ?? [];
  return roles.flatMap((role) =>
    familyEntries(catalog, role.family)
      .filter(({ id }) => id !== AS_RECORDED || !generated)
      .map((policy) => ({ role: role.name, policy, system: withPolicy(catalog, base, role.id, policy.id) }))
      .filter(({ system }) => !present.some((one) => areEqualSystems(catalog, one, system))),
  );
}

/**
 * The kind of work that a part of the workload contains.
 * @param {Catalog | null | undefined} catalog
 * @param {WorkloadPart} part
 * @returns {Work | undefined}
 */
export function workOfPart(catalog, part) {
  if ('generator' in part) return findEntry(catalog, 'generator', part.generator)?.makes;
  if ('file' in part) return findEntry(catalog, 'format', part.file.format)?.makes;
  return catalog?.kinds.find(({ key }) => key in part)?.id;
}

/**
 * Whether a system for the work `accepts` can also run `work`.
 * @param {Catalog | null | undefined} catalog
 * @param {Work | undefined} accepts
 * @param {Work | null | undefined} work
 * @returns {boolean}
 */
export function acceptsWork(catalog, accepts, work) {
  if (!work || accepts === work) return accepts === work;
  return familyEntries(catalog, 'system').some((system) => system.accepts === accepts && system.takes?.includes(work));
}

/**
 * The kinds of background load and events that a system supports.
 * @param {Catalog | null | undefined} catalog
 * @param {SystemChoice} system
 * @returns {readonly Work[]}
 */
export function backgroundKinds(catalog, system) {
  return findEntry(catalog, 'system', system.kind)?.beside ?? [];
}

/**
 * The index of the section that lists some background work: that of its kind, otherwise the first.
 * @param {readonly Work[]} kinds
 * @param {Work | undefined} work
 */
export function kindIndex(kinds, work) {
  return work ? Math.max(0, kinds.indexOf(work)) : 0;
}

/**
 * The catalog entry of a kind of work; the first if the kind is unknown.
 * @param {Catalog | null | undefined} catalog
 * @param {Work | null | undefined} work
 */
export function workKind(catalog, work) {
  return catalog?.kinds.find(({ id }) => !work || id === work);
}

/**
 * The name of a kind of work.
 * @param {Catalog | null | undefined} catalog
 * @param {Work | null | undefined} work
 */
export function workKindText(catalog, work) {
  return workKind(catalog, work)?.word ?? '';
}

/**
 * A sentence that lists what was removed from a scenario.
 * @param {readonly string[]} left
 */
export function removedText(left) {
  return `Removed, because the new system does not support it: ${left.join('; ')}.`;
}

/**
 * The list with the item at `from` moved to `to`.
 * @template T
 * @param {readonly T[]} list
 * @param {number} from
 * @param {number} to
 * @returns {T[]}
 */
export function moveItem(list, from, to) {
  const rest = [...list];
  const taken = rest.splice(from, 1);
  rest.splice(Math.max(0, Math.min(rest.length, to)), 0, ...taken);
  return rest;
}

/**
 * A text that is equal for equal systems.
 * @param {Catalog | null | undefined} catalog
 * @param {SystemChoice} choice
 */
function systemKey(catalog, choice) {
  const parts = systemEntries(catalog, choice);
  const settings = parts.flatMap((entry) => entry.parameters.map((one) => [one.id, choice.parameters?.[one.id] ?? one.default]));
  return JSON.stringify([parts.map((entry) => `${entry.family}/${entry.id}`), settings]);
}
