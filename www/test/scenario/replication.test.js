import { expect, test } from 'vitest';
import { createFirstSeedsStudy, replicationStudyText } from '../../src/scenario/replication.js';

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

test('the seeds of a scenario without a name are named after its log and systems', () => {
  const scenario = {
    version: 1,
    name: 'Untitled',
    platform: { preset: 'one-cluster' },
    workload: [{ file: { name: 'KTH-SP2.swf.gz', sha256: '0', format: 'swf' } }],
    background: [{ generator: 'poisson' }],
    system: { kind: 'batch' },
  };
  const variants = /** @type {any} */ ([
    { name: 'FCFS', report: null },
    { name: 'EASY', report: null },
  ]);
  const named = (/** @type {object} */ one) => {
    const study = JSON.parse(replicationStudyText({ scenario: { ...scenario, ...one }, variants, work: null }));
    return [study.name, study.base.name];
  };
  expect(named({})).toEqual(['KTH-SP2: FCFS beside EASY: 20 seeds', 'KTH-SP2: FCFS beside EASY']);
  expect(named({ name: 'A question' })).toEqual(['A question: 20 seeds', 'A question']);
  expect(named({ workload: [{ generator: 'poisson' }] })).toEqual(['FCFS beside EASY: 20 seeds', 'FCFS beside EASY']);
});
