import { expect, it } from 'vitest';
import json from '../../pkg/catalog.json';
import { EFFECT_RULES, ineffectiveFields } from '../../src/scenario/field-effects.js';
import { arrangeFields, FIRST_FIELDS, matchesField, systemFields } from '../../src/scenario/field-layout.js';
import { scenarioFacts } from '../../src/scenario/workload-facts.js';

/** @import { Catalog } from '../../src/engine/types.js' */
/** @import { ScenarioDocument, SystemChoice } from '../../src/scenario/types.js' */

const catalog = /** @type {Catalog} */ (/** @type {unknown} */ (json));

/** @param {object} [parts] @returns {ScenarioDocument} */
const scenario = (parts = {}) =>
  /** @type {ScenarioDocument} */ (
    /** @type {unknown} */ ({
      platform: { preset: 'one-cluster' },
      workload: [{ generator: 'poisson', parameters: { estimates: 'exact' } }],
      background: [],
      system: { kind: 'batch', policies: { local: 'written' } },
      compare: [],
      ...parts,
    })
  );

/** @param {ScenarioDocument} of @param {{ key: string, place: string }} [pinned] @param {number} [clusters] */
function layoutOf(of, pinned, clusters) {
  const { first, more, folded } = arrangeFields(
    catalog,
    [of.system, ...(of.compare ?? [])],
    of.system,
    scenarioFacts(catalog, of, of.system, clusters),
    pinned,
  );
  const keys = (/** @type {readonly { key: string }[]} */ fields) => fields.map(({ key }) => key);
  return { first: keys(first), more: keys(more), folded: folded.map(({ name, reason, fields }) => [name, fields.length, reason]) };
}

/** @param {SystemChoice['kind']} kind @param {object} rest */
const system = (kind, rest) => ({ system: { kind, ...rest } });

it('shows three fields for a custom order, and folds the rest with reasons', () => {
  expect(layoutOf(scenario())).toEqual({
    first: ['role:local', 'queue_rank', 'backfilling'],
    more: ['same_instant'],
    folded: [
      ['Estimates', 2, 'Estimates equal runtimes in this workload'],
      ['Runtime prediction', 4, 'No selected policy uses predictions'],
      ['Bound on the wait', 3, 'Quoted to users; no effect on the order'],
      ['Routing', 1, 'There is one cluster; only FPF would change the order'],
      ['Failures', 1, 'No node fails'],
    ],
  });
});

it('unfolds a field that has gained an effect', () => {
  const rounded = { workload: [{ generator: 'poisson', parameters: { estimates: 'rounded' } }] };
  expect(layoutOf(scenario(rounded)).first).toContain('estimates');
  expect(layoutOf(scenario({ ...rounded, ...system('batch', { policies: { local: 'fcfs' } }) })).folded[0]).toEqual([
    'Estimates',
    2,
    'No selected policy uses estimates; no job exceeds its estimate',
  ]);
  const grid = { platform: { preset: 'das3' }, ...system('batch', { policies: { routing: 'earliest-completion' } }) };
  const { first, folded } = layoutOf(scenario(grid), undefined, 5);
  expect(first).toContain('role:prediction');
  expect(folded.map(([name]) => name)).not.toContain('Routing');
  expect(layoutOf(scenario(system('batch', { policies: { bound: 'bmbp' } }))).first).toContain('role:bound');
});

it('folds nothing for work whose content is not known', () => {
  const file = { workload: [{ file: { name: 'log.swf', sha256: '0', format: 'swf' } }] };
  expect(layoutOf(scenario(file)).folded.map(([name]) => name)).not.toContain('Estimates');
  const own = scenario({ system: { kind: 'batch', set: { estimates: 'rounded' } } });
  expect(scenarioFacts(catalog, own, own.system).exactEstimates).toBe(false);
});

it('shows what variants differ in first', () => {
  const of = scenario({
    system: { kind: 'workflow' },
    compare: [{ kind: 'workflow', parameters: { transfer_latency: true } }],
    workload: [{ generator: 'montage' }],
  });
  expect(layoutOf(of).first).toContain('transfer_latency');
  // Other policies come before the parameters of the second one.
  const hierarchy = scenario({ workload: [], system: { kind: 'hierarchy' } });
  expect(layoutOf(hierarchy).first).toEqual(['scheme', 'role:limits', 'role:migration', 'queues']);
});

it('keeps a field in its place while it has the focus', () => {
  const rounded = { workload: [{ generator: 'poisson', parameters: { estimates: 'rounded' } }] };
  expect(layoutOf(scenario(rounded), { key: 'estimates', place: 'Estimates' }).first).not.toContain('estimates');
});

it('shows at most four fields first in each system, and the parameters of the first policy', () => {
  for (const kind of Object.keys(EFFECT_RULES)) {
    const { roles = [] } = catalog.entries.find((one) => one.family === 'system' && one.id === kind) ?? {};
    const policies = roles.map((role) => catalog.entries.filter(({ family }) => family === role.family).map(({ id }) => [role.id, id]));
    for (const [role = '', id = ''] of policies.flat()) {
      const of = scenario({ workload: [], ...system(kind, { policies: { [role]: id } }) });
      const { first } = layoutOf(of);
      expect(first.length, `${kind} ${id}`).toBeGreaterThan(0);
      expect(first.length, `${kind} ${id}`).toBeLessThanOrEqual(2 * FIRST_FIELDS);
    }
  }
});

it('folds what a grid without such jobs does not need', () => {
  const grid = scenario({ platform: { preset: 'das3' }, workload: [{ generator: 'grid-parallel' }], ...system('koala', {}) });
  const { first, folded } = layoutOf(grid, undefined, 5);
  expect(first[0]).toBe('role:placement');
  expect(folded.map(([name]) => name)).toEqual(['Malleable jobs', 'Scavenging', 'Components', 'Shared links', 'Local jobs']);
});

it('names only systems of the catalog, and finds each field by its words', () => {
  for (const kind of Object.keys(EFFECT_RULES)) {
    const of = { kind };
    expect(systemFields(catalog, of).length).toBeGreaterThan(0);
    expect(ineffectiveFields(catalog, of, scenarioFacts(catalog, scenario(), of)).size).toBeGreaterThan(0);
  }
  const fields = systemFields(catalog, { kind: 'batch' }).filter((field) => matchesField(field, 'bound TRAINING'));
  expect(fields.map(({ key }) => key)).toEqual(['bound_training']);
});
