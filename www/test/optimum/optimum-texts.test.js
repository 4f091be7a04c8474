import { expect, it } from 'vitest';
import { bestSoFar, boundSentence, gapShares, leastMeanWait, searchLabel, searchNote } from '../../src/optimum/optimum-texts.js';
import { layOutBars } from '../../src/optimum/schedule-bars.js';

/** @param {Partial<import('../../src/engine/types.js').OptimumReport>} parts */
const report = (parts = {}) => ({
  objective: /** @type {const} */ ('makespan'),
  problem: 'R',
  jobs: 12,
  lower_s: 11_340,
  search: /** @type {const} */ ('exact'),
  without_search: null,
  certificate: null,
  best: { value_s: null, mean_wait_s: null, gap_pct: null, gap: null },
  variants: [{ variant: 'FCFS', value_s: 12_000, mean_wait_s: null, gap_pct: 5.9, gap: 'at most 5.9 % above the optimum' }],
  ...parts,
});

it('names the bound of a makespan', () => {
  expect(boundSentence(report())).toBe('No schedule of these 12 jobs has a makespan below 3 h 9 min.');
  expect(boundSentence(report({ lower_s: 0, problem: 'B' }))).toBe('No lower bound above 0 is known for these 12 tasks.');
});

it('derives the least mean wait time from the difference of total response times', () => {
  const flow = report({
    objective: 'total-flow',
    lower_s: 40_000,
    variants: [{ variant: 'FCFS', value_s: 52_000, mean_wait_s: 2000, gap_pct: 30, gap: '' }],
  });
  expect(leastMeanWait(flow)).toBe(1000);
  expect(boundSentence(flow)).toBe(
    'No schedule of these 12 jobs has a total response time below 11 h 7 min, or a mean wait time below 16 min 40 s.',
  );
});

it('says why there is no proof', () => {
  expect(searchNote(report())).toBe('');
  expect(searchNote(report({ search: 'local' }))).toContain('a local search runs instead');
  expect(searchNote(report({ search: null, without_search: 'there are more than 2,000 jobs' }))).toBe(
    'Bounds only, without a search: there are more than 2,000 jobs.',
  );
  expect(searchLabel(report())).toBe('Find the optimum');
  expect(searchLabel(report({ search: 'local' }))).toBe('Search for a better schedule');
  expect(searchLabel(report({ certificate: {} }))).toBe('Search again');
});

it('describes the best schedule so far', () => {
  expect(bestSoFar(undefined)).toBe('Searching …');
  expect(bestSoFar({ value_s: 3780, gap: 'at most 7 % above the optimum' })).toBe('Best so far 1 h 3 min: at most 7 % above the optimum.');
});

it('divides the bar of a gap at the bound', () => {
  expect(gapShares(200, 100, 400)).toEqual({ bound: 0.25, value: 0.5 });
  expect(gapShares(null, 100, 400)).toBeUndefined();
});

it('lays out a schedule by time and nodes', () => {
  const bars = [
    { job: 1, start_s: 0, end_s: 50, row: 0, rows: 2 },
    { job: 2, start_s: 50, end_s: 100, row: 2, rows: 2 },
  ];
  const { drawn, height, end_s } = layOutBars(bars, 4);
  expect([height, end_s]).toEqual([56, 100]);
  expect(drawn[1]).toEqual({ job: 2, x: 50, y: 50, width: 50, height: 50, named: true });
});
