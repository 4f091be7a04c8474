/**
 * @file Forks: variants that repeat another one up to a moment and then decide otherwise, or run with one edited job.
 * The first variant is the forked run.
 */

import { choicesOf, isFollowedByPolicy, playedSystem, policySystem } from './played-systems.js';

/** @import { StudyDocument } from './new-study.js' */
/** @import { ScenarioDocument, SystemChoice } from './types.js' */

/**
 * Change of the decisions of a run from a moment on, as in scenarios.
 * @typedef {{at_s: number, hold?: number[], local?: string}} Fork
 *
 * Change of one job, as in scenarios.
 * @typedef {{job: number, submit_s?: number, run_s?: number, estimate_s?: number, nodes?: number, absent?: boolean}} JobEdit
 *
 * A variant as in scenarios.
 * @typedef {{kind: string, name?: string, policies?: Record<string, unknown>, fork?: Fork, edits?: JobEdit[]}} ForkedSystem
 *
 * Choices that repeat a run up to a decision and change that one; name: of the variant, which says so.
 * @typedef {{choices: string, name: string}} ChangedChoice
 *
 * What a fork changes: decisions, one job, or one choice.
 * @typedef {{fork: Fork}|{edit: JobEdit}|{choice: ChangedChoice}} ForkChange
 * @typedef {Pick<ScenarioDocument, 'system'|'compare'>} Compared
 *
 * A start of a job in a run.
 * @typedef {{number: number, start_s: number}} JobStart
 */

/** Maximum number of forks of a run. */
export const MOST_FORKS = 4;
/** Maximum number of variants of a scenario. */
export const MOST_VARIANTS = 9;
/** Delay of the submission of a job. */
export const DELAY_S = 600;
/** Maximum number of starts whose regret is computed at once. */
export const MOST_STARTS = 500;

/**
 * The variants of a scenario, the baseline first.
 * @param {Compared} scenario
 * @returns {ForkedSystem[]}
 */
export function listVariants({ system, compare = [] }) {
  return /** @type {ForkedSystem[]} */ ([system, ...compare]);
}

/** A variant as the system of a scenario. @param {ForkedSystem} variant */
const asSystem = (variant) => /** @type {SystemChoice} */ (variant);

/** The choices up to the changed one; empty for variants that are no forks by a choice. @param {ForkedSystem} variant */
export const changedChoices = (variant) => (isFollowedByPolicy(asSystem(variant)) ? choicesOf(asSystem(variant)) : '');

/**
 * Whether a variant is a fork of another one: the same but for a change of decisions, of one job or of a choice.
 * @param {ForkedSystem} variant
 * @param {ForkedSystem} base
 */
export function isForkOf(variant, base) {
  if (base.fork || variant === base) return false;
  const changed =
    variant.fork !== undefined ||
    JSON.stringify(variant.edits ?? []) !== JSON.stringify(base.edits ?? []) ||
    (changedChoices(variant) !== '' && changedChoices(variant) !== changedChoices(base));
  return changed && withoutChange(variant) === withoutChange(base);
}

/** A variant without its name, fork, edits and choices, as text. @param {ForkedSystem} variant */
function withoutChange(variant) {
  return JSON.stringify({ ...policySystem(asSystem(variant)), name: undefined, fork: undefined, edits: undefined });
}

/**
 * A variant with a change.
 * @param {ForkedSystem} base
 * @param {ForkChange} change
 * @returns {ForkedSystem}
 */
function withChange(base, change) {
  const { name: _, ...rest } = base;
  if ('fork' in change) return { ...rest, fork: change.fork };
  if ('edit' in change) return { ...rest, edits: withEdit(base.edits ?? [], change.edit) };
  return { .../** @type {ForkedSystem} */ (playedSystem(asSystem(base), change.choice.choices, 'policy')), name: change.choice.name };
}

/**
 * The forks of the first variant, by their indices.
 * @param {readonly ForkedSystem[]} variants
 * @returns {number[]}
 */
export function forkPlaces(variants) {
  const [base] = variants;
  return variants.flatMap((variant, at) => (at > 0 && base && isForkOf(variant, base) ? [at] : []));
}

/**
 * The edits of a variant with an additional edit; each job has one edit.
 * @param {readonly JobEdit[]} edits
 * @param {JobEdit} edit
 */
function withEdit(edits, edit) {
  const before = edits.find(({ job }) => job === edit.job);
  return [...edits.filter(({ job }) => job !== edit.job), { ...before, ...edit }];
}

/**
 * Adds a fork of a variant. The variant becomes the baseline, followed by its forks, then the other variants. An
 * existing fork is not added again.
 * @param {Compared} scenario
 * @param {number} from the variant
 * @param {ForkChange} change
 * @returns {{variants: ForkedSystem[], at: number}} at: the index of the fork
 */
export function addFork(scenario, from, change) {
  const all = listVariants(scenario);
  const base = /** @type {ForkedSystem} */ (all[from]);
  const made = withChange(base, change);
  const forks = all.filter((variant) => isForkOf(variant, base));
  const others = all.filter((variant) => variant !== base && !forks.includes(variant));
  const changes = (/** @type {ForkedSystem} */ one) => JSON.stringify([one.fork, one.edits, changedChoices(one)]);
  const same = forks.findIndex((one) => changes(one) === changes(made));
  if (same >= 0) return { variants: [base, ...forks, ...others], at: same + 1 };
  return { variants: [base, ...forks, made, ...others], at: forks.length + 1 };
}

/**
 * The changes of a scenario that replace its variants.
 * @param {readonly ForkedSystem[]} variants
 * @returns {[string, any][]} pointers and values
 */
export function variantPatches([system, ...compare]) {
  return [
    ['/system', system],
    ['/compare', compare.length > 0 ? compare : undefined],
  ];
}

/**
 * Whether two lists have the same variants, in any order.
 * @param {readonly ForkedSystem[]} one
 * @param {readonly ForkedSystem[]} other
 */
export function sameVariants(one, other) {
  const sorted = (/** @type {readonly ForkedSystem[]} */ list) => JSON.stringify(list.map((variant) => JSON.stringify(variant)).sort());
  return sorted(one) === sorted(other);
}

/**
 * The job of a fork; null for a fork of a policy.
 * @param {ForkedSystem} variant
 * @param {ForkedSystem} base
 */
export function forkedJob({ fork, edits = [] }, base) {
  if (fork) return fork.hold?.[0] ?? null;
  const known = (base.edits ?? []).map((edit) => JSON.stringify(edit));
  return edits.find((edit) => !known.includes(JSON.stringify(edit)))?.job ?? null;
}

/**
 * The starts whose regret is computed: all of them, or those inside the visible window if there are too many.
 * @template {JobStart} Start
 * @param {readonly Start[]} starts
 * @param {{from_s: number, to_s: number}} window
 */
export function regretStarts(starts, { from_s, to_s }) {
  const sorted = starts.toSorted((a, b) => a.start_s - b.start_s || a.number - b.number);
  if (sorted.length <= MOST_STARTS) return sorted;
  return sorted.filter(({ start_s }) => start_s >= from_s && start_s <= to_s).slice(0, MOST_STARTS);
}

/**
 * The study of the regret of starts: an unchanged run, then a run for each start in which that job is held until the
 * next event.
 * @param {ScenarioDocument} scenario
 * @param {readonly JobStart[]} starts
 * @param {(start: JobStart) => string} name
 * @returns {StudyDocument}
 */
export function createRegretStudy(scenario, starts, name) {
  const { compare: _, ...rest } = scenario;
  const system = /** @type {SystemChoice} */ ({ ...scenario.system, name: undefined, fork: undefined });
  const held = starts.map((start) => ({
    name: name(start),
    change: { system: { fork: { at_s: start.start_s, hold: [start.number] } } },
  }));
  return {
    name: `${scenario.name || 'Scenario'}: regret of each start`,
    base: { ...rest, system },
    axes: [{ name: 'job held at its start', variants: [{ name: 'none' }, ...held] }],
    seeds: 1,
    measures: [{ metric: 'wait' }, { metric: 'makespan' }],
  };
}
