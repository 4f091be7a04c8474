import { describe, expect, it } from 'vitest';
import { producedMetrics } from '../../src/scenario/study-metrics.js';

const metric = (/** @type {string} */ id, /** @type {string[]} */ ...of) => ({ family: 'metric', id, ...(of.length > 0 ? { of } : {}) });
/** @type {any} */
const catalog = {
  entries: [
    { family: 'system', id: 'batch', accepts: 'jobs', takes: ['jobs'] },
    { family: 'system', id: 'workflow', accepts: 'workflows', takes: ['workflows'] },
    metric('wait', 'jobs'),
    metric('response', 'jobs', 'divisible'),
    metric('utilisation'),
    metric('nsl', 'workflows'),
    metric('bytes', 'launchers'),
  ],
};

describe('the metrics of a study', () => {
  it('are those that the system produces', () => {
    const found = producedMetrics(catalog, /** @type {any} */ ({ system: { kind: 'batch' } }));
    expect(found.map(({ id, group }) => [id, group])).toEqual([
      ['wait', 'Jobs'],
      ['response', 'Jobs'],
      ['utilisation', 'Whole run'],
    ]);
  });
  it('are all of an unknown system', () => {
    expect(producedMetrics(catalog, /** @type {any} */ ({ system: { kind: 'other' } }))).toHaveLength(5);
    expect(producedMetrics(null, /** @type {any} */ ({ system: { kind: 'batch' } }))).toEqual([]);
  });
});
