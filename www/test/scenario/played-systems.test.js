import { expect, test } from 'vitest';
import {
  besidePolicy,
  choicesOf,
  countChoices,
  playedRun,
  playObstacle,
  policyRun,
  withChoice,
  withoutLastChoices,
} from '../../src/scenario/played-systems.js';

const system = { kind: 'batch', policies: { routing: 'home' }, parameters: { kill_at_estimate: false } };
const scenario = /** @type {import('../../src/scenario/types.js').ScenarioDocument} */ (
  /** @type {unknown} */ ({ version: 1, workload: [{ generator: 'poisson' }], system, compare: [system, { kind: 'batch' }] })
);

test('a choice is added to the list of its decider', () => {
  expect(withChoice('', 0, 1)).toBe('1');
  expect(withChoice('1', 2, 0)).toBe('1||0');
  expect(withChoice('1||0', 1, 61)).toBe('1|z|0');
  expect(withChoice('1', 0, 62)).toBe('1(62)');
  expect(countChoices('1|z|0(62)~5.')).toBe(5);
});

test('the last choice of each decider may be that of all, in any form', () => {
  expect(withoutLastChoices('')).toEqual([]);
  expect(withoutLastChoices('1')).toEqual(['']);
  expect(withoutLastChoices('12(70)')).toEqual(['12']);
  expect(withoutLastChoices('1|2')).toEqual(['|2', '1']);
  expect(withoutLastChoices('1||3~5.')).toEqual(['||3~5.', '1||3']);
});

test('a played system without its choices is that of the policy', () => {
  const played = playedRun(scenario, '12');
  expect(choicesOf(played.system)).toBe('12');
  expect(policyRun(played).system).toEqual(system);
  expect(policyRun(scenario).system).toBe(system);
  const filled = { ...scenario, system: { ...system, parameters: { ...system.parameters, played_choices: '', after_choices: 'policy' } } };
  expect(policyRun(/** @type {any} */ (filled)).system).toEqual(system);
});

test('a played schedule is beside its policy and the other systems, each once', () => {
  const { system: played } = playedRun(scenario, '12');
  const compared = besidePolicy(scenario, played);
  expect([compared.system, ...(compared.compare ?? [])]).toEqual([played, system, { kind: 'batch' }]);
  // What was played further replaces what was played before.
  const again = besidePolicy(compared, playedRun(compared, '123').system);
  expect(again.compare).toEqual(compared.compare);
});

test('what cannot be played has a reason', () => {
  const entry = (/** @type {string} */ id, /** @type {string[]} */ parameters) => ({
    family: 'system',
    id,
    name: id,
    parameters: parameters.map((id) => ({ id })),
  });
  const catalog = /** @type {any} */ ({ entries: [entry('batch', ['played_choices']), entry('koala', [])] });
  const obstacle = (/** @type {any} */ changes, size = { clusters: 2, subjects: 8 }) =>
    playObstacle({ ...scenario, ...changes }, catalog, size);
  expect(obstacle({})).toBe('');
  expect(obstacle({ system: { kind: 'koala' } })).toMatch(/koala/u);
  expect(obstacle({}, { clusters: 1, subjects: 8 })).toMatch(/one cluster/u);
  expect(obstacle({}, { clusters: 2, subjects: 601 })).toMatch(/more than 600/u);
  expect(obstacle({ workload: [{ file: {} }] })).toMatch(/a file/u);
});
