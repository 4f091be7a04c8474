import { describe, expect, it } from 'vitest';
import { holds, rightChoices, scenarioAt, valueIn } from '../../src/scenario/lesson.js';

/** @import { Claim, Lesson } from '../../src/scenario/lesson.js' */
/** @import { Report } from '../../src/engine/types.js' */

/** @type {(wait: number|null, longest?: number) => Report} */
const report = (wait, longest = 0) => {
  const statistics = { mean: 0, median: 0, p90: 0, p95: 0, p99: 0, max: longest, min: 0, count: 1 };
  return { rows: [{ id: 'wait', name: 'Wait', unit: 's', value: wait, statistics }], digest: { whole: '', parts: [] }, complete: true, rejected: { count: 0, first: [] } };
};

describe('the scenario of a step', () => {
  /** @type {Lesson} */
  const lesson = {
    title: '', question: '', scenario: { seed: 1, workload: [{ parameters: { load: 0.8 } }], compare: [{ kind: 'a' }] },
    steps: [
      { text: '' },
      { text: '', changes: { '/workload/0/parameters/load': 0.4, '/compare/1': { kind: 'b' } } },
      { text: '', changes: { '/compare': null, '/seed': 7 } },
    ],
  };
  it('has the changes of all steps up to it, and leaves the lesson as it is', () => {
    expect(scenarioAt(lesson, 0)).toEqual(lesson.scenario);
    expect(scenarioAt(lesson, 1)).toEqual({ seed: 1, workload: [{ parameters: { load: 0.4 } }], compare: [{ kind: 'a' }, { kind: 'b' }] });
    expect(scenarioAt(lesson, 2)).toEqual({ seed: 7, workload: [{ parameters: { load: 0.4 } }] });
    expect(lesson.scenario).toEqual({ seed: 1, workload: [{ parameters: { load: 0.8 } }], compare: [{ kind: 'a' }] });
  });
});

describe('a claim', () => {
  const reports = [report(100, 300), report(60, 400), report(null)];
  /** @type {(claim: Omit<Claim, 'measure'>) => boolean|undefined} */
  const true_ = (claim) => holds({ measure: 'wait', ...claim }, reports);
  it('says that one system has less than another, by so much', () => {
    expect(true_({ less: [1, 0] })).toBe(true);
    expect(true_({ less: [0, 1] })).toBe(false);
    expect(true_({ less: [1, 0], by: 0.4 })).toBe(true);
    expect(true_({ less: [1, 0], by: 0.41 })).toBe(false);
    expect(true_({ less: [1, 0], most: 0.41 })).toBe(true);
    expect(true_({ less: [1, 0], most: 0.4 })).toBe(false);
    expect(true_({ less: [0, 0] })).toBe(false);
  });
  it('says that two are alike', () => {
    expect(true_({ alike: [0, 1], within: 0.4 })).toBe(true);
    expect(true_({ alike: [1, 0], within: 0.39 })).toBe(false);
    expect(true_({ alike: [0, 0] })).toBe(true);
  });
  it('looks at a statistic where it names one', () => {
    expect(true_({ statistic: 'max', less: [0, 1] })).toBe(true);
    expect(valueIn(reports[0], 'wait', 'max')).toBe(300);
    expect(valueIn(reports[0], 'other')).toBe(null);
  });
  it('is neither true nor false of what is not measured', () => {
    expect(true_({ less: [1, 2] })).toBeUndefined();
    expect(true_({ less: [1, 3] })).toBeUndefined();
  });
  it('makes a choice right when all its claims are true', () => {
    /** @type {(...claims: Omit<Claim, 'measure'>[]) => import('../../src/scenario/lesson.js').Choice} */
    const choice = (...claims) => ({ text: '', holds: claims.map((claim) => ({ measure: 'wait', ...claim })) });
    const choices = [choice({ less: [0, 1] }), choice({ less: [1, 0] }, { statistic: 'max', less: [0, 1] }), choice({ less: [1, 2] })];
    expect(rightChoices({ question: '', choices, explains: 1, answer: '' }, reports)).toEqual([1]);
  });
});
