import { describe, expect, it } from 'vitest';
import { summaryFacts } from '../../src/workload/log-summary.js';

/** @import { FileReport, FileSummary } from '../../src/engine/types.js' */

const distribution = (/** @type {object} */ one) => ({ count: 3, minimum: 1, mean: 2, bins: [], ...one });
const summary = /** @type {FileSummary} */ (
  /** @type {unknown} */ ({
    kind: 'jobs',
    count: 12_345,
    submissions: { count: 12_345, first_s: 0, last_s: 7200, longest_gap: { from_s: 60, to_s: 3660 }, over_time: [], by_hour: null },
    load: { processors: 4, work_s: 21_600, load: 0.75 },
    distributions: [
      distribution({ id: 'runtime', name: 'Runtime', unit: 's', median: 90, percentile_90: 3600, maximum: 86_400 }),
      distribution({ id: 'nodes', name: 'Processors', unit: '', median: 1, percentile_90: 8, maximum: 64 }),
    ],
    users: { count: 20, unknown: 0, largest_share: 0.251 },
  })
);
const report = (/** @type {object} */ changes = {}) =>
  /** @type {FileReport} */ (
    /** @type {unknown} */ ({
      jobs: 12_345,
      skipped: 0,
      repaired: 0,
      cancelled: 0,
      processors: 4,
      facts: [],
      diagnostics: [],
      summary,
      ...changes,
    })
  );

/** Values by label, with plain spaces. @param {[string, string][]} facts */
const values = (facts) => Object.fromEntries(facts.map(([label, value]) => [label, value.replace(/\s/gu, ' ')]));

describe('the numbers of a log', () => {
  it('are those of its summary, the load that on the platform', () => {
    expect(values(summaryFacts(report(), summary, { nodes: 8, things: 'jobs' }))).toEqual({
      'Number of jobs': '12 345',
      'Submission period': '2 h',
      'Offered load': '0.375 on 8 nodes',
      'Job sizes': 'median 1, 90 % up to 8, at most 64',
      Runtimes: 'median 1 min 30 s, 90 % up to 1 h, at most 1 d',
      'Left out': '',
      Users: '20; most active: 25.1 % of the jobs',
      'Longest gap': '1 h without submission',
      'Doubtful lines': 'none',
    });
    expect(values(summaryFacts(report(), summary, { nodes: 0, things: 'jobs' }))['Offered load']).toBe('0.750 on 4 nodes');
  });

  it('leave out what the file does not have', () => {
    const bare = { ...summary, submissions: null, load: null, users: null, distributions: [] };
    const facts = summaryFacts(report({ skipped: 2, repaired: 1 }), bare, { nodes: 8, things: 'jobs' }).filter(([, value]) => value !== '');
    expect(values(facts)).toEqual({
      'Number of jobs': '12 345',
      'Left out': '2 of 12 347 in the file: 2 skipped',
      'Doubtful lines': '2 skipped, 1 values repaired',
    });
  });

  it('add up to all lines of the file', () => {
    const leftOut = (/** @type {object} */ changes) =>
      values(summaryFacts(report({ jobs: 3, skipped: 3, cancelled: 2, ...changes }), summary, { nodes: 8, things: 'jobs' }))['Left out'];
    const omitted = {
      place: 'cancelled',
      message: '2 jobs cancelled in the queue (no start, or cancelled without a run): left out (lines 4, 10)',
    };
    const facts = [{ label: 'Other records', value: '4 job steps, 1 234 unfinished jobs' }];
    expect(leftOut({ facts, diagnostics: [omitted] })).toBe(
      '1 239 of 1 242 in the file: 3 skipped, 2 cancelled in the queue, 1 234 unfinished',
    );
    // Cancelled jobs that are kept are among the jobs.
    expect(leftOut({})).toBe('3 of 6 in the file: 3 skipped');
    expect(leftOut({ skipped: 0 })).toBe('');
  });
});

it('notes on a file are not passed over', () => {
  const notes = [{ severity: 'note', message: '475 runtimes exceed the estimate' }];
  expect(values(summaryFacts(report({ diagnostics: notes }), summary, { nodes: 8, things: 'jobs' }))['Doubtful lines']).toBe('1 note');
});
