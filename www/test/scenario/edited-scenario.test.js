import { expect, it } from 'vitest';
import { editedScenario } from '../../src/scenario/edited-scenario.js';

const good = /** @type {any} */ ({ version: 1, platform: { preset: 'p' }, workload: [], system: { kind: 's' }, compare: [] });

it('shows what is being edited, with values that are not right yet', () => {
  const text = JSON.stringify({ ...good, compare: undefined, workload: [{ generator: 'g', parameters: { jobs: -5 } }] });
  expect(editedScenario({ text, scenario: good })).toMatchObject({ workload: [{ generator: 'g', parameters: { jobs: -5 } }], compare: [] });
});

it('shows machines one by one, which need not be counted, and work written in the scenario', () => {
  const pool = {
    ...good,
    platform: { clusters: [{ name: 'A', machines: [{}] }] },
    workload: [{ applications: [] }],
    background: [{ absences: [] }],
  };
  expect(editedScenario({ text: JSON.stringify(pool), scenario: good })).toMatchObject(pool);
});

it('shows the last good scenario while the text has no shape', () => {
  const broken = [
    '',
    '{"version": 1',
    'null',
    '[]',
    JSON.stringify({ ...good, workload: [null] }),
    JSON.stringify({ ...good, workload: [{ generator: 'g', parameters: 7 }] }),
    JSON.stringify({ ...good, system: 'batch' }),
    JSON.stringify({ ...good, compare: [{ kind: 's', policies: 'easy' }] }),
    JSON.stringify({ ...good, platform: { clusters: [{ name: 'A' }] } }),
    JSON.stringify({ ...good, platform: { clusters: [{ name: 'A', machines: [7] }] } }),
    JSON.stringify({ ...good, platform: { clusters: [{ name: 'A', machines: [{ groups: 'all' }] }] } }),
    JSON.stringify({ ...good, platform: { clusters: [], network: { latency_ms: [1] } } }),
  ];
  for (const text of broken) expect(editedScenario({ text, scenario: good })).toBe(good);
  expect(editedScenario({ text: '', scenario: null })).toBeNull();
});
