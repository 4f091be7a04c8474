import { describe, expect, it } from 'vitest';
import { suggestSettingVariants, variantSettings, withVariantSetting } from '../../src/scenario/variant-settings.js';

/** @import { StudyKnob } from '../../src/engine/types.js' */
/** @import { ScenarioDocument } from '../../src/scenario/types.js' */

/** @param {string} id @param {number} usual @param {object} more */
const number = (id, usual, more = {}) =>
  /** @type {any} */ ({
    id,
    name: id.toUpperCase(),
    group: 'Many',
    of_system: false,
    options: [],
    parameter: { id, name: id.toUpperCase(), doc: '', unit: '', type: 'number', min: 0.1, max: 2, default: usual, ...more },
    value: usual,
  });
/** @type {StudyKnob[]} */
const knobs = [{ ...number('depth', 1), of_system: true }, number('load', 0.8, { quick: true }), number('gap', 1)];
/** @type {ScenarioDocument} */
const scenario = {
  version: 1,
  seed: 7,
  platform: { clusters: [{ name: 'A', nodes: 16 }] },
  workload: [{ generator: 'many', parameters: { load: 0.8 } }],
  system: { kind: 'queues', policies: { local: 'a' }, parameters: { depth: 1 } },
  compare: [],
};

describe('what a variant may have otherwise', () => {
  it('is the seed, the nodes of the only cluster, and the work; what its system says is not asked twice', () => {
    const found = variantSettings(knobs, scenario).map(({ id, value, next }) => [id, value, next]);
    expect(found).toEqual([
      ['seed', 7, 8],
      ['nodes', 16, 32],
      ['load', 0.8, 1],
      ['gap', 1, 1.25],
    ]);
  });

  it('is set by name, and no more where it is as in the scenario', () => {
    const own = withVariantSetting({ kind: 'queues' }, 'seed', 9);
    expect(own).toEqual({ kind: 'queues', set: { seed: 9 } });
    expect(withVariantSetting(withVariantSetting(own, 'load', 1), 'seed', undefined)).toEqual({ kind: 'queues', set: { load: 1 } });
    expect(withVariantSetting(own, 'seed', undefined)).toEqual({ kind: 'queues' });
  });

  it('is offered at one click, and never what is there already', () => {
    const offers = suggestSettingVariants(knobs, scenario);
    expect(offers.map(({ name }) => name)).toEqual(['seed 8', 'nodes 32', 'load 1']);
    const compare = offers.map(({ system }) => system);
    expect(suggestSettingVariants(knobs, { ...scenario, compare }).map(({ name }) => name)).toEqual(['seed 9']);
  });
});
