import { expect, it } from 'vitest';
import { mergeWorkloads } from '../../src/scenario/workload-merge.js';

/** @import { Catalog } from '../../src/engine/types.js' */
/** @import { WorkloadPart } from '../../src/scenario/types.js' */

const catalog = /** @type {Catalog} */ (
  /** @type {unknown} */ ({
    entries: [
      { family: 'format', id: 'log', makes: 'jobs' },
      { family: 'generator', id: 'graph', makes: 'workflows' },
    ],
  })
);
/** @type {(sha256: string) => WorkloadPart} */
const file = (sha256) => ({ file: { name: sha256, sha256, format: 'log' } });

it('puts back what was there, once, as far as it still fits', () => {
  expect(mergeWorkloads(catalog, [file('a')], [file('b')], 'jobs')).toEqual([file('a'), file('b')]);
  expect(mergeWorkloads(catalog, [file('a'), file('b')], [file('b')], 'jobs')).toEqual([file('a'), file('b')]);
  expect(mergeWorkloads(catalog, [{ generator: 'graph' }], [file('b')], 'jobs')).toBeUndefined();
  expect(mergeWorkloads(catalog, [file('b')], [file('b')], 'jobs')).toBeUndefined();
});
