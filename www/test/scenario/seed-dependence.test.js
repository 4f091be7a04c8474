import { expect, it } from 'vitest';
import { createFirstSeedsStudy } from '../../src/scenario/replication.js';
import { hasEditsOfSeed, withoutEdits } from '../../src/scenario/seed-dependence.js';

const drawn = { version: 1, seed: 7, workload: [{ generator: 'poisson' }], system: { kind: 'batch' }, compare: [{ kind: 'batch' }] };
const listed = { ...drawn, workload: [{ jobs: {} }] };
const edits = [{ job: 3, nodes: 2 }];

it('edits belong to one seed if the workload is drawn', () => {
  const found = /** @type {any[]} */ ([drawn, { ...drawn, edits }, { ...listed, edits }]).map(hasEditsOfSeed);
  expect(found).toEqual([false, true, false]);
  expect(hasEditsOfSeed({ ...drawn, compare: [{ kind: 'batch', edits }] })).toBe(true);
});

it('documents of a wrong shape have no edits', () => {
  const odd = /** @type {any[]} */ ([{}, { edits: 5, workload: {} }, { edits, workload: [3, null] }, { compare: 'x', system: 1 }]);
  expect(odd.map(hasEditsOfSeed)).toEqual([false, false, false, false]);
});

it('a scenario without edits has no variants that were edits', () => {
  const edited = { ...drawn, edits, system: { kind: 'batch', edits }, compare: [{ kind: 'batch' }, { kind: 'batch', edits }] };
  expect(withoutEdits(edited)).toEqual(drawn);
});

it('a study of a scenario with edits has the one seed that they belong to', () => {
  const study = (/** @type {any} */ scenario) => /** @type {any} */ (createFirstSeedsStudy(scenario, 'Queue', []));
  expect([study(drawn).seeds, study(drawn).base.seed]).toEqual([20, 1]);
  expect([study({ ...drawn, edits }).seeds, study({ ...drawn, edits }).base.seed]).toEqual([1, 7]);
});
