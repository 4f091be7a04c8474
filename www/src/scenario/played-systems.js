/**
 * @file Played choices of a scenario: routing, mapping and task order decided by the reader. Choices are one character per decision, and `|`
 * separates deciders, as the parameter `played_choices` of the systems has them.
 */

/** @import { Catalog } from '../engine/types.js' */
/** @import { ScenarioDocument as Scenario, SystemChoice } from './types.js' */

/** The parameters of systems with choices. */
const CHOICES = 'played_choices';
const AFTER = 'after_choices';
/** The characters of places, from 1. */
const PLACES = '123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** One choice at the end of a text: a wait, a time to wait, or a place, in brackets beyond the letters. */
const LAST = /(?:\(\d+\)|~\d+\.|[0-9A-Za-z])(?:\[[\d -]*\])?$/u;
/** All choices of a text. */
const ALL = /(?:\(\d+\)|~\d+\.|[0-9A-Za-z])(?:\[[\d -]*\])?/gu;
/** The character between two deciders. */
const NEXT_DECIDER = '|';
/** The name of the system with the choices of the reader. */
const YOU = 'You';
/** Maximum number of variants of a scenario. */
const MOST_VARIANTS = 9;
/** Maximum number of jobs or tasks that can be played. */
export const MOST_PLAYED = 600;

/** @param {SystemChoice} system @returns {Record<string, unknown>} */
const parametersOf = ({ parameters = {} }) => /** @type {Record<string, unknown>} */ (parameters);

/** The choices that a system repeats. @param {SystemChoice} system */
export const choicesOf = (system) => String(parametersOf(system)[CHOICES] ?? '');

/** Whether policies decide after the last choice of a system. @param {SystemChoice} system */
export const isFollowedByPolicy = (system) => choicesOf(system) !== '' && parametersOf(system)[AFTER] !== 'stop';

/** How many choices a text has. @param {string} choices */
export const countChoices = (choices) => choices.match(ALL)?.length ?? 0;

/** The character of a choice. @param {number} place from 1; 0 waits */
function choiceText(place) {
  if (place === 0) return '0';
  return PLACES.charAt(place - 1) || `(${place})`;
}

/**
 * The choices after one more.
 * @param {string} choices
 * @param {number} decider
 * @param {number} place from 1; 0 waits
 */
export function withChoice(choices, decider, place) {
  const lists = choices.split(NEXT_DECIDER);
  while (lists.length <= decider) lists.push('');
  lists[decider] += choiceText(place);
  return lists.join(NEXT_DECIDER);
}

/**
 * The choices without the last one of each decider in turn: one of them is without the last choice of all.
 * @param {string} choices
 * @returns {string[]}
 */
export function withoutLastChoices(choices) {
  const lists = choices.split(NEXT_DECIDER);
  return lists.flatMap((list, at) =>
    LAST.test(list) ? [lists.with(at, list.replace(LAST, '')).join(NEXT_DECIDER).replace(/\|+$/u, '')] : [],
  );
}

/**
 * A system without choices: that of the policy.
 * @param {SystemChoice} system
 * @returns {SystemChoice}
 */
export function policySystem(system) {
  if (!(CHOICES in parametersOf(system))) return system;
  const { [CHOICES]: _choices, [AFTER]: _after, ...parameters } = parametersOf(system);
  // A reader's schedule is named after the reader.
  const { name, ...rest } = system;
  const kept = name === undefined || choicesOf(system) !== '' ? rest : { name, ...rest };
  return /** @type {SystemChoice} */ ({ ...kept, parameters: Object.keys(parameters).length > 0 ? parameters : undefined });
}

/**
 * A system with choices.
 * @param {SystemChoice} system
 * @param {string} choices
 * @param {'stop'|'policy'} after what follows the last one
 * @returns {SystemChoice}
 */
export function playedSystem(system, choices, after) {
  return /** @type {SystemChoice} */ ({
    ...policySystem(system),
    name: YOU,
    parameters: { ...parametersOf(system), [CHOICES]: choices, [AFTER]: after },
  });
}

/**
 * The first system of a scenario alone, without choices.
 * @param {Scenario} scenario
 * @returns {Scenario}
 */
export const policyRun = (scenario) => ({ ...scenario, system: policySystem(scenario.system), compare: [] });

/**
 * The first system of a scenario alone, with choices.
 * @param {Scenario} scenario
 * @param {string} choices
 * @param {'stop'|'policy'} [after]
 * @returns {Scenario}
 */
export const playedRun = (scenario, choices, after = 'stop') => ({
  ...scenario,
  system: playedSystem(scenario.system, choices, after),
  compare: [],
});

/**
 * A scenario whose system decides task by task, in place of a plan of the whole workflow.
 * @param {Scenario} scenario
 * @returns {Scenario}
 */
export function stepwiseScenario(scenario) {
  const { system } = scenario;
  return { ...scenario, system: { ...system, policies: { ...system.policies, mapping: 'heft' } } };
}

/**
 * A played schedule beside its policy and the other systems of a scenario.
 * @param {Scenario} scenario
 * @param {SystemChoice} played
 * @returns {Scenario}
 */
export function besidePolicy(scenario, played) {
  const policy = policySystem(scenario.system);
  const known = JSON.stringify(policy);
  const others = (scenario.compare ?? []).filter((other) => other.name !== YOU && JSON.stringify(policySystem(other)) !== known);
  return { ...scenario, system: played, compare: [policy, ...others].slice(0, MOST_VARIANTS - 1) };
}

/**
 * Why the decisions of a scenario cannot be played; empty if they can.
 * @param {Scenario} scenario
 * @param {Catalog|null} catalog
 * @param {{clusters: number, subjects: number}} size
 */
export function playObstacle({ system, workload = [] }, catalog, { clusters, subjects }) {
  const entry = catalog?.entries.find(({ family, id }) => family === 'system' && id === system.kind);
  if (!entry) return 'the scenario is not known yet';
  if (!entry.parameters.some(({ id }) => id === CHOICES)) return `the decisions of ${entry.name} cannot be replaced`;
  if (system.kind === 'batch' && clusters < 2) return 'it has one cluster, so that no job is routed';
  if (workload.some((part) => 'file' in part)) return 'its workload is a file, which the link of a board does not contain';
  if (subjects > MOST_PLAYED) return `it has ${subjects} jobs or tasks, more than ${MOST_PLAYED}`;
  return '';
}
