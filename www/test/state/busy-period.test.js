import { describe, expect, it } from 'vitest';
import { busyPeriod, openedFile, showsBusyPeriod, summarisedFiles } from '../../src/state/busy-period.js';

/** @import { FileReport } from '../../src/engine/types.js' */
/** @import { State } from '../../src/types.js' */

const busiest = { from_s: 100, to_s: 200, jobs: 9, work_share: 0.3 };
const report = (/** @type {number} */ count) =>
  /** @type {FileReport} */ (/** @type {unknown} */ ({ summary: { kind: 'jobs', count, busiest } }));
const state = (/** @type {object} */ changes = {}) =>
  /** @type {State} */ (
    /** @type {unknown} */ ({
      openedLog: 'a',
      files: new Map([['a', { name: 'a.swf', bytes: new Uint8Array(), report: report(200) }]]),
      scenario: { workload: [{ file: { name: 'a.swf', sha256: 'a', format: 'swf' } }] },
      view: { from_s: 100, to_s: 200, first_row: 0, rows: 4, fitted: false },
      ...changes,
    })
  );

describe('the first view of a log', () => {
  it('is the busiest tenth of a long log, and all of a short one', () => {
    expect(busyPeriod(report(200))).toBe(busiest);
    expect(busyPeriod(report(199))).toBeNull();
    expect(busyPeriod(undefined)).toBeNull();
  });

  it('is named while the charts show it', () => {
    expect(showsBusyPeriod(state())).toBe(true);
    expect(showsBusyPeriod(state({ view: { from_s: 100, to_s: 200, fitted: true } }))).toBe(false);
    expect(showsBusyPeriod(state({ view: { from_s: 110, to_s: 200, fitted: false } }))).toBe(false);
    expect(showsBusyPeriod(state({ openedLog: '' }))).toBe(false);
  });

  it('belongs to the log that is the workload', () => {
    expect(openedFile(state())?.name).toBe('a.swf');
    expect(openedFile(state({ scenario: { workload: [{ generator: 'poisson' }] } }))).toBeUndefined();
  });

  it('has the summaries of all logs that run with it', () => {
    const parts = ['a', 'b', 'c'].map((sha256) => ({ file: { name: `${sha256}.swf`, sha256, format: 'swf' } }));
    const file = (/** @type {string} */ name, /** @type {object} */ content) => ({ name, bytes: new Uint8Array(), report: content });
    const files = new Map([
      ['a', file('a.swf', report(200))],
      ['b', file('b.swf', report(9))],
      ['c', file('c.swf', { summary: null })],
    ]);
    const names = (/** @type {object} */ changes) =>
      summarisedFiles(state({ files, scenario: { workload: parts }, ...changes })).map(({ name }) => name);
    expect(names({})).toEqual(['a.swf', 'b.swf']);
    expect(names({ openedLog: '' })).toEqual([]);
  });
});
