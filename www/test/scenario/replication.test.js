import { expect, test } from 'vitest';
import { createFirstSeedsStudy } from '../../src/scenario/replication.js';

test('all studies of seeds of a scenario have seeds 1 to 20', () => {
  const scenario = {
    version: 1,
    seed: 8,
    platform: { preset: 'one-cluster' },
    workload: [{ generator: 'poisson' }],
    system: { kind: 'batch' },
  };
  expect(createFirstSeedsStudy(scenario, 'One', ['wait'])).toMatchObject({ name: 'One: 20 seeds', seeds: 20, base: { seed: 1 } });
  const log = { ...scenario, workload: [{ file: { name: 'log.swf', sha256: '0', format: 'swf' } }] };
  expect(createFirstSeedsStudy(log, 'A log', ['wait'])).toMatchObject({ seeds: 1, base: { seed: 8 } });
});
