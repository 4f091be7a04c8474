import { describe, expect, it, vi } from 'vitest';

vi.mock('../../src/commands.js', () => ({ askRun: vi.fn(), showNotice: vi.fn() }));
const { bestValues, coverageText, killedCounts, killedText, metricCells, metricLines, readReports } = await import(
  '../../src/results/metric-reports.js'
);
const { askRun: ask } = await import('../../src/commands.js');

/** @import { Page } from '../../src/commands/page.js' */
/** @import { Catalog, Report } from '../../src/engine/types.js' */
/** @import { Variant } from '../../src/types.js' */

const page = /** @type {Page} */ ({});
const statistics = { mean: 2, median: 1, p90: 4, p95: 5, p99: 6, max: 7, min: 0, count: 3 };
const report = (/** @type {number} */ wait, /** @type {object[]} */ ...more) =>
  /** @type {Report} */ (
    /** @type {unknown} */ ({
      complete: true,
      digest: { whole: 'd', parts: [] },
      rows: [{ id: 'wait', name: 'Wait', unit: 's', value: wait, statistics }, ...more],
    })
  );
const catalog = /** @type {Catalog} */ (
  /** @type {unknown} */ ({ engine: '', families: [], entries: [{ id: 'wait', family: 'metric', better: 'lower' }] })
);

describe('the best', () => {
  it('is marked where there is a better one', () => {
    expect(bestValues([3, 1, null, 1], 'lower')).toEqual([false, true, false, true]);
    expect(bestValues([3, 1], 'higher')).toEqual([true, false]);
  });

  it('is not marked if nothing differs or is compared, or if neither direction is better', () => {
    expect(bestValues([2, 2], 'lower')).toEqual([false, false]);
    expect(bestValues([2, null], 'lower')).toEqual([false, false]);
    expect(bestValues([1, 2], undefined)).toEqual([false, false]);
  });
});

describe('the best of the lines', () => {
  const bestValues = (/** @type {any} */ known, statistics = new Set()) =>
    metricLines([report(10), report(5), report(6)], catalog, statistics, known).map(({ best }) => best.indexOf(true));
  const facts = (/** @type {[number, number]} */ ...apart) => [{}, { wait: { apart0: apart[0], apart1: 0, apart2: apart[1] } }, {}];

  it('is marked only if it differs significantly from all others, where that is known', () => {
    expect(bestValues({ facts: [], killed: [] })).toEqual([1]);
    expect(bestValues({ facts: facts(1, 1), killed: [0, 0, 0] })).toEqual([1]);
    expect(bestValues({ facts: facts(1, 0), killed: [0, 0, 0] })).toEqual([-1]);
    expect(bestValues({ facts: facts(0, 0), killed: [0, 0, 0] }, new Set(['mean']))).toEqual([-1, -1]);
  });

  it('is not marked across runs that killed different numbers of jobs, which are named', async () => {
    expect(bestValues({ facts: [], killed: [475, 475, 0] })).toEqual([-1]);
    expect(bestValues({ facts: [], killed: [475, 475, 475] })).toEqual([1]);
    expect(killedText([475, 475, 0], ['FCFS', 'EASY', 'As recorded'], 'jobs')).toBe(
      'Different work: of the jobs, 475 under FCFS, 475 under EASY and none under As recorded are killed at their estimate.',
    );
    expect(killedText([3, 3], ['FCFS', 'EASY'], 'jobs')).toBe('');
    vi.mocked(ask)
      .mockReset()
      .mockResolvedValueOnce(/** @type {any} */ (new Uint32Array(475)))
      .mockRejectedValueOnce(new Error('gone'));
    const variants = /** @type {Variant[]} */ (/** @type {unknown} */ ([{ report: report(1) }, { report: report(2) }, { report: null }]));
    expect(await killedCounts(page, variants)).toEqual([475, 0, 0]);
    expect(vi.mocked(ask).mock.calls.map(([, ...asked]) => asked)).toEqual([
      [0, 'find', 'status:killed'],
      [1, 'find', 'status:killed'],
    ]);
    vi.mocked(ask).mockReset();
  });

  it('is not marked for a metric without a direction', () => {
    const rows = [1, 9].map((value) => report(5, { id: 'passing-jobs', name: 'Out-of-order starts', unit: '', value }));
    expect(metricLines(rows, catalog, new Set()).map(({ best }) => best)).toEqual([
      [false, false],
      [false, false],
    ]);
  });
});

describe('the lines', () => {
  it('hold each metric once, with the statistics asked for', () => {
    const lines = metricLines(
      [report(10), report(5, { id: 'late', name: 'Late', unit: '', value: 1 }), undefined],
      catalog,
      new Set(['p90']),
    );
    expect(lines.map(({ name, values, best }) => [name, values, best])).toEqual([
      ['Wait', [10, 5, null], [false, true, false]],
      ['90th percentile', [4, 4, null], [false, false, false]],
      ['Late', [null, 1, null], [false, false, false]],
    ]);
    expect(metricCells(lines, ['a', 'b', 'c'])).toEqual([
      ['Metric', 'Unit', 'a', 'b', 'c'],
      ['Wait', 's', 10, 5, null],
      ['Wait, 90th percentile (nearest rank)', 's', 4, 4, null],
      ['Late', '', null, 1, null],
    ]);
  });
});

it('a makespan is shown when all jobs have ended', () => {
  const makespan = (/** @type {number|null} */ value) => ({ id: 'makespan', name: 'Makespan', unit: 's', value });
  const told = (/** @type {Report[]} */ ...reports) =>
    metricLines(reports, catalog, new Set()).map(({ name, values }) => [name, ...values]);
  expect(told(report(1, makespan(null)), report(2, makespan(null)))).toEqual([['Wait', 1, 2]]);
  expect(told(report(1, makespan(90)), report(2, makespan(null)))).toEqual([
    ['Wait', 1, 2],
    ['Makespan', 90, null],
  ]);
});

describe('how many a number is of', () => {
  const variants = /** @type {Variant[]} */ (
    /** @type {unknown} */ ([
      { name: 'FCFS', progress: { end_s: 90 } },
      { name: 'EASY', progress: { end_s: 80 } },
    ])
  );
  it('is named as long as some jobs are not counted', () => {
    const ended = { id: 'response', name: 'Response time', unit: 's', value: 5, statistics: { ...statistics, count: 2 } };
    expect(coverageText([report(1, ended), report(2, ended)], variants, 'jobs', 85)).toBe(
      'Wait times cover the jobs started by then: 3 under FCFS, 3 under EASY. All other metrics cover the jobs ended by then: 2 under FCFS, 2 under EASY.',
    );
    expect(coverageText([report(1)], variants.slice(0, 1), 'tasks', 10)).toBe('Wait times cover the tasks started by then: 3.');
    expect(coverageText([{ ...report(1), rows: [ended] }], variants.slice(0, 1), 'tasks', 10)).toBe(
      'Metrics cover the tasks ended by then: 2. Waiting and running tasks are not included.',
    );
    expect(coverageText([report(1), report(2)], variants, 'jobs', 90)).toBe('');
    expect(coverageText([undefined], variants, 'jobs', 10)).toBe('');
  });
});

describe('the reports', () => {
  it('come from where they are, and stay while a run is loaded again', async () => {
    const [done, running, before] = [report(1), report(2), report(3)];
    vi.mocked(ask).mockResolvedValueOnce(running);
    const variants = /** @type {Variant[]} */ (
      /** @type {unknown} */ ([
        { status: 'done', report: done },
        { status: 'running', report: null },
        { status: 'loading', report: null },
      ])
    );
    expect(await readReports(page, variants, [undefined, undefined, before])).toEqual([done, running, before]);
    expect(ask).toHaveBeenCalledWith(page, 1, 'report', NaN);
  });

  it('are asked for as of a time, until that is the end', async () => {
    const [whole, early] = [report(1), report(2)];
    const variants = /** @type {Variant[]} */ (/** @type {unknown} */ ([{ status: 'done', report: whole, progress: { end_s: 100 } }]));
    vi.mocked(ask).mockResolvedValueOnce(early);
    expect(await readReports(page, variants, [], 50)).toEqual([early]);
    expect(ask).toHaveBeenLastCalledWith(page, 0, 'report', 50);
    expect(await readReports(page, variants, [], 100)).toEqual([whole]);
  });

  it('outlive a run that is replaced while it is asked', async () => {
    const before = report(3);
    vi.mocked(ask).mockRejectedValueOnce(new Error('Superseded.'));
    const variants = /** @type {Variant[]} */ (/** @type {unknown} */ ([{ status: 'running', report: null }]));
    expect(await readReports(page, variants, [before])).toEqual([before]);
  });
});
