import { expect, it } from 'vitest';
import { quickSliders } from '../../src/scenario/quick-sliders.js';

/** @import { Catalog } from '../../src/engine/types.js' */

const number = (/** @type {string} */ id) => ({ id, name: id, doc: '', unit: '', type: 'number', min: 0, max: 1, default: 0.5 });
const catalog = /** @type {Catalog} */ (
  /** @type {unknown} */ ({
    entries: [
      {
        family: 'generator',
        id: 'a',
        parameters: [number('jobs'), { ...number('load'), quick: true }, { ...number('endless'), max: undefined, quick: true }],
      },
      {
        family: 'generator',
        id: 'c',
        parameters: [
          { ...number('ccr'), quick: true, when: { parameter: 'application', is: ['ccr'] } },
          { ...number('application'), type: 'choice', default: 'none' },
        ],
      },
      { family: 'generator', id: 'b', parameters: [number('load')] },
    ],
  })
);

it('shows what the catalog calls quick, where it has a range', () => {
  const sliders = quickSliders(catalog, [
    { generator: 'b' },
    { jobs: { submit_s: [], run_s: [], nodes: [] } },
    { generator: 'a', parameters: { load: 0.7 } },
    { generator: 'gone' },
  ]);
  expect(sliders.map(({ at, parameter, settings }) => [at, parameter.id, settings])).toEqual([[2, 'load', { load: 0.7 }]]);
  // The range is that of usual values.
  expect([sliders[0]?.parameter.min, sliders[0]?.parameter.max]).toEqual([0.025, 1]);
  expect(quickSliders(catalog, [{ generator: 'c' }])).toEqual([]);
  expect(quickSliders(catalog, [{ generator: 'c', parameters: { application: 'ccr' } }]).map(({ parameter }) => parameter.id)).toEqual([
    'ccr',
  ]);
  expect(quickSliders(null, [{ generator: 'a' }])).toEqual([]);
});
