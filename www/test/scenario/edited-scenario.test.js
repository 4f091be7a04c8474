import { expect, it } from 'vitest';
import { editedScenario } from '../../src/scenario/edited-scenario.js';

const good = /** @type {any} */ ({ version: 1, platform: { preset: 'p' }, workload: [], system: { kind: 's' }, compare: [] });

it('shows what is being edited, with values that are not right yet', () => {
  const text = JSON.stringify({ ...good, compare: undefined, workload: [{ generator: 'g', parameters: { jobs: -5 } }] });
  expect(editedScenario({ text, shaped: true, scenario: good })).toMatchObject({
    workload: [{ generator: 'g', parameters: { jobs: -5 } }],
    background: [],
    compare: [],
  });
});

it('shows the last good scenario while forms cannot show the text', () => {
  expect(editedScenario({ text: '{"version": 1', shaped: false, scenario: good })).toBe(good);
  expect(editedScenario({ text: '', shaped: false, scenario: null })).toBeNull();
});
