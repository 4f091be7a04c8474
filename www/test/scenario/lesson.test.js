import { describe, expect, it } from 'vitest';
import { reportValue, scenarioOfStep } from '../../src/scenario/lesson.js';

/** @import { Lesson } from '../../src/scenario/lesson.js' */
/** @import { Report } from '../../src/engine/types.js' */

/** @type {(wait: number|null, longest?: number) => Report} */
const report = (wait, longest = 0) => {
  const statistics = { mean: 0, median: 0, p90: 0, p95: 0, p99: 0, max: longest, min: 0, count: 1 };
  return {
    rows: [{ id: 'wait', name: 'Wait', unit: 's', value: wait, statistics }],
    digest: { whole: '', parts: [] },
    complete: true,
    rejected: { count: 0, first: [] },
    diagnostics: [],
    waits: [0, 1, 0, 0, 0, 0, 0],
  };
};

describe('the scenario of a step', () => {
  /** @type {Lesson} */
  const lesson = {
    title: '',
    question: '',
    scenario: { seed: 1, workload: [{ parameters: { load: 0.8 } }], compare: [{ kind: 'a' }] },
    steps: [
      { text: '' },
      { text: '', changes: { '/workload/0/parameters/load': 0.4, '/compare/1': { kind: 'b' } } },
      { text: '', changes: { '/compare': null, '/seed': 7 } },
    ],
  };
  it('has the changes of all steps up to it, and leaves the lesson as it is', () => {
    expect(scenarioOfStep(lesson, 0)).toEqual(lesson.scenario);
    expect(scenarioOfStep(lesson, 1)).toEqual({
      seed: 1,
      workload: [{ parameters: { load: 0.4 } }],
      compare: [{ kind: 'a' }, { kind: 'b' }],
    });
    expect(scenarioOfStep(lesson, 2)).toEqual({ seed: 7, workload: [{ parameters: { load: 0.4 } }] });
    expect(lesson.scenario).toEqual({ seed: 1, workload: [{ parameters: { load: 0.8 } }], compare: [{ kind: 'a' }] });
  });
});

it('a measure is looked up, with a statistic where one is named', () => {
  expect(reportValue(report(100, 300), 'wait')).toBe(100);
  expect(reportValue(report(100, 300), 'wait', 'max')).toBe(300);
  expect(reportValue(report(100), 'other')).toBe(null);
  expect(reportValue(null, 'wait')).toBe(null);
});
