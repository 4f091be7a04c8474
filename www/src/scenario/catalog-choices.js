/**
 * @file What the catalog offers for a scenario: systems, policies of a role, generators that fit, variants worth comparing.
 * Nothing here knows a policy by name.
 */

/** @import { Catalog, Entry, Work } from '../engine/types.js' */
/** @import { ScenarioDocument, SystemChoice, WorkloadPart } from './types.js' */

/** Variants a scenario may have beside its system. */
export const MOST_VARIANTS = 8;

/**
 * The entries of a family, in the catalog's order.
 * @param {Catalog | null | undefined} catalog
 * @param {string} family
 * @returns {Entry[]}
 */
export function entriesOf(catalog, family) {
  return (catalog?.entries ?? []).filter((entry) => entry.family === family);
}

/**
 * One entry.
 * @param {Catalog | null | undefined} catalog
 * @param {string} family
 * @param {string | undefined} id
 * @returns {Entry | undefined}
 */
export function entryOf(catalog, family, id) {
  return (catalog?.entries ?? []).find((entry) => entry.family === family && entry.id === id);
}

/**
 * The policy a system uses for a role: what is said, else the role's default.
 * @param {Entry | undefined} system
 * @param {SystemChoice} choice
 * @param {string} role
 * @returns {string | undefined}
 */
export function policyOf(system, choice, role) {
  return choice.policies?.[role] ?? system?.roles?.find((one) => one.id === role)?.default;
}

/**
 * The entries whose parameters a system choice carries: the system itself, then the policy of each role.
 * @param {Catalog | null | undefined} catalog
 * @param {SystemChoice} choice
 * @returns {Entry[]}
 */
export function partsOf(catalog, choice) {
  const system = entryOf(catalog, 'system', choice.kind);
  if (!system) return [];
  const policies = (system.roles ?? []).map((role) => entryOf(catalog, role.family, policyOf(system, choice, role.id)));
  return [system, ...policies.filter((policy) => policy !== undefined)];
}

/**
 * A system of another kind, keeping nothing that the other kind does not have.
 * @param {Catalog | null | undefined} catalog
 * @param {string} kind
 * @returns {SystemChoice}
 */
export function newSystem(catalog, kind) {
  const roles = entryOf(catalog, 'system', kind)?.roles ?? [];
  return { kind, policies: Object.fromEntries(roles.map((role) => [role.id, role.default])) };
}

/**
 * The choice with another policy for one role; settings that only the old policy had are dropped.
 * @param {Catalog | null | undefined} catalog
 * @param {SystemChoice} choice
 * @param {string} role
 * @param {string} policy
 * @returns {SystemChoice}
 */
export function withPolicy(catalog, choice, role, policy) {
  const next = { ...choice, policies: { ...choice.policies, [role]: policy } };
  const known = new Set(partsOf(catalog, next).flatMap((entry) => entry.parameters.map((one) => one.id)));
  const kept = Object.entries(choice.parameters ?? {}).filter(([id]) => known.has(id));
  return { ...next, parameters: Object.fromEntries(kept) };
}

/**
 * Whether two choices are the same run: kind, policies and settings equal once defaults are filled in.
 * @param {Catalog | null | undefined} catalog
 * @param {SystemChoice} a
 * @param {SystemChoice} b
 * @returns {boolean}
 */
export function sameSystem(catalog, a, b) {
  return a.kind === b.kind && fingerprint(catalog, a) === fingerprint(catalog, b);
}

/**
 * Variants one click away: the scenario's own system with one policy exchanged, that are not there yet.
 * @param {Catalog | null | undefined} catalog
 * @param {ScenarioDocument} scenario
 * @returns {{ role: string, policy: Entry, system: SystemChoice }[]}
 */
export function suggestions(catalog, scenario) {
  const base = scenario.system;
  const present = [base, ...(scenario.compare ?? [])];
  const roles = entryOf(catalog, 'system', base.kind)?.roles ?? [];
  return roles.flatMap((role) =>
    entriesOf(catalog, role.family)
      .map((policy) => ({ role: role.name, policy, system: withPolicy(catalog, base, role.id, policy.id) }))
      .filter(({ system }) => !present.some((one) => sameSystem(catalog, one, system))),
  );
}

/**
 * What a part of the workload is made of.
 * @param {Catalog | null | undefined} catalog
 * @param {WorkloadPart} part
 * @returns {Work | undefined}
 */
export function makesOf(catalog, part) {
  if ('generator' in part) return entryOf(catalog, 'generator', part.generator)?.makes;
  if ('file' in part) return entryOf(catalog, 'format', part.file.format)?.makes;
  return catalog?.kinds.find(({ key }) => key in part)?.id;
}

/**
 * Whether a system that runs this kind of work can be given that.
 * @param {Catalog | null | undefined} catalog
 * @param {Work | undefined} accepts
 * @param {Work | null | undefined} work
 * @returns {boolean}
 */
export function takes(catalog, accepts, work) {
  if (!work || accepts === work) return accepts === work;
  return entriesOf(catalog, 'system').some((system) => system.accepts === accepts && system.takes?.includes(work));
}

/**
 * The kinds of circumstances that a system has a place for beside its work.
 * @param {Catalog | null | undefined} catalog
 * @param {SystemChoice} system
 * @returns {readonly Work[]}
 */
export function besideOf(catalog, system) {
  return entryOf(catalog, 'system', system.kind)?.beside ?? [];
}

/**
 * Where work stands among kinds of circumstances: with its own, else with the first.
 * @param {readonly Work[]} kinds
 * @param {Work | undefined} work
 */
export function placeAmong(kinds, work) {
  return work ? Math.max(0, kinds.indexOf(work)) : 0;
}

/**
 * What the catalog says of a kind of work: of the first where nothing is known.
 * @param {Catalog | null | undefined} catalog
 * @param {Work | null | undefined} work
 */
export function kindOf(catalog, work) {
  return catalog?.kinds.find(({ id }) => !work || id === work);
}

/**
 * A kind of work in words.
 * @param {Catalog | null | undefined} catalog
 * @param {Work | null | undefined} work
 */
export function workWords(catalog, work) {
  return kindOf(catalog, work)?.word ?? '';
}

/**
 * What had to go, as a sentence.
 * @param {readonly string[]} left
 */
export function leftOut(left) {
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
export function moved(list, from, to) {
  const rest = [...list];
  const taken = rest.splice(from, 1);
  rest.splice(Math.max(0, Math.min(rest.length, to)), 0, ...taken);
  return rest;
}

/**
 * @param {Catalog | null | undefined} catalog
 * @param {SystemChoice} choice
 */
function fingerprint(catalog, choice) {
  const parts = partsOf(catalog, choice);
  const settings = parts.flatMap((entry) => entry.parameters.map((one) => [one.id, choice.parameters?.[one.id] ?? one.default]));
  return JSON.stringify([parts.map((entry) => `${entry.family}/${entry.id}`), settings]);
}
