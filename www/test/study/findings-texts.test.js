import { describe, expect, it } from 'vitest';
import {
  columnRoles,
  countVerdicts,
  heldText,
  intervalText,
  outcomeShort,
  outcomeText,
  plotRows,
  tableRows,
  targetRows,
  totalsText,
  verdictText,
  withExperiment,
} from '../../src/study/findings-texts.js';
import { resultsJson } from '../../src/study/paper-sheet.js';
import { groupByPublication, publicationName } from '../../src/study/publications.js';
import { matches } from '../../src/study/run-list.js';
import { experimentVerdicts } from '../../src/study/study-overview.js';
import { countByVerdict } from '../../src/study/verdict-layout.js';
import { toCsv } from '../../src/text/table-text.js';
import { experiments, Plan } from './study-fixtures.js';

const study = new Plan('E2.6', true);
const said = study.findings(Array.from({ length: 12 }, (_, at) => study.run(at)));
const { findings } = said;
const [paired, plain] = findings.tables;

/** All published studies. @type {Record<string, any>} */
const papers = import.meta.glob('../../../static/papers/*.json', { import: 'default', eager: true });

describe('intervals', () => {
  const text = (/** @type {number} */ mean, /** @type {number} */ half, count = 5) =>
    intervalText({ mean, low: mean - half, high: mean + half, count });
  it('are rounded to two digits of their half width', () => {
    expect(text(12.34567, 1.234)).toEqual({ mean: '12.3', range: '11.1 to 13.6' });
    expect(text(123456.7, 500)).toEqual({ mean: '123\u202f457', range: '122\u202f957 to 123\u202f957' });
    expect(text(-0.001, 0.04)).toEqual({ mean: '−0.001', range: '−0.041 to 0.039' });
    expect(text(-0.0001, 0.4)).toEqual({ mean: '0.00', range: '−0.40 to 0.40' });
  });
  it('are left out where there are none', () => {
    expect(text(12.34567, 1.2, 1)).toEqual({ mean: '12.35', range: '' });
    expect(text(12.34567, NaN)).toEqual({ mean: '12.35', range: '' });
    expect(text(5, 0)).toEqual({ mean: '5', range: '5 to 5' });
    expect(intervalText({ mean: NaN, low: NaN, high: NaN, count: 0 })).toEqual({ mean: '–', range: '' });
    expect(intervalText(undefined)).toEqual({ mean: '–', range: '' });
    // As JSON, what nobody knows is null.
    const unknown = /** @type {any} */ ({ mean: 5, low: null, high: null, count: 4 });
    expect(intervalText(unknown)).toEqual({ mean: '5', range: '' });
  });
});

describe('what came out, in words', () => {
  const target = (/** @type {import('../../src/engine/types.js').Verdict} */ verdict, id = 'R1', own = false) => ({
    id,
    claim: '',
    published: own ? '' : '1',
    ours: '',
    tolerance: '',
    verdict,
    parts: 72,
    held: 60,
    own,
    tolerance_set_after: false,
    note: '',
  });
  it('counts the parts of a claim that hold', () => {
    expect(verdictText(target('held-in-part'))).toBe('Held in part: 60 of 72');
    expect(verdictText(target('not-held'))).toBe('Not held');
    expect(outcomeShort([target('held'), target('held-in-part')])).toBe('1 of 2 held, 1 held in part');
  });
  it('counts our own checks apart', () => {
    const targets = [target('held'), target('held', 'H1', true), target('not-held', 'H2', true)];
    expect(outcomeText(targets)).toBe('The published target held. Our own checks: 1 of 2 held, 1 not held.');
    expect(outcomeShort(targets)).toBe('1 of 1 held; own checks: 1 of 2 held, 1 not held');
    expect(outcomeText(targets.slice(1))).toBe('No published numbers to compare with. Our own checks: 1 of 2 held, 1 not held.');
    expect(countVerdicts(targets)).toMatchObject({ held: 1, 'not-held': 0, own: { held: 1, 'not-held': 1 } });
    expect(
      targetRows(targets)
        .slice(1)
        .map((row) => row[2]),
    ).toEqual(['1', 'our own check', 'our own check']);
  });
  it('counts the targets that the quick version omits', () => {
    expect(outcomeShort([target('not-held')], 2)).toBe('0 of 2 held, 1 not held, 1 not run');
    expect(outcomeText([target('held')], 2)).toBe('1 of 2 published targets held. Not run: 1.');
    expect(outcomeText([], 1)).toBe('The published target was not run. Not run: 1.');
    expect(outcomeShort([target('held')], 1)).toBe('1 of 1 held');
  });
  it('has one denominator everywhere: what holds by construction is no test', () => {
    const lists = /** @type {import('../../src/engine/types.js').Verdict[][]} */ ([
      ['held'],
      ['held', 'by-construction'],
      ['by-construction', 'not-held', 'held-in-part', 'held'],
      ['undecided', 'direction-only', 'by-construction', 'by-construction'],
    ]);
    for (const verdicts of lists) {
      const judged = verdicts.map((verdict) => ({ verdict }));
      const [start = ''] = heldText(judged).split(',');
      expect(outcomeShort(verdicts.map((verdict) => ({ verdict, own: false })))).toMatch(new RegExp(`^${start}`, 'u'));
      expect(
        totalsText(
          verdicts.map((verdict) => ({ verdict, own: false })),
          1,
          1,
        ),
      ).toContain(heldText(judged));
    }
    expect(heldText((lists[2] ?? []).map((verdict) => ({ verdict })))).toBe('1 of 3 held, 1 by construction');
    expect(heldText([{ verdict: 'by-construction' }])).toBe('1 by construction');
  });
  it('never counts a fitted number among the tests, also where it does not hold', () => {
    const targets = [
      target('held'),
      target('not-held'),
      { ...target('undecided'), fitted: true },
      { ...target('by-construction'), fitted: true },
    ];
    expect(outcomeShort(targets)).toBe('1 of 2 held, 1 not held, 1 by construction, 1 fitted and not held');
    expect(heldText(targets)).toBe('1 of 2 held, 1 by construction, 1 fitted and not held');
    expect(outcomeText(targets)).toMatch(/^1 of 2 published targets held\..* Fitted and not held, not counted: 1/u);
  });
  it('names targets after their experiment, as some have the name of another one', () => {
    const targets = [{ id: 'E2.1' }, { id: 'R1' }];
    expect(withExperiment(targets, 'E2.1').map(({ id }) => id)).toEqual(['E2.1', 'E2.1/R1']);
    expect(withExperiment(targets, undefined)).toEqual(targets);
    // No two experiments have a target of one name, and no target has the name of another experiment.
    /** @type {Map<string, string>} */
    const owners = new Map();
    for (const { id: experiment, claims = [] } of Object.values(papers)) {
      for (const { id } of withExperiment(/** @type {{id: string}[]} */ (claims), experiment)) {
        expect(owners.get(id) ?? experiment, id).toBe(experiment);
        owners.set(id, experiment);
      }
    }
    for (const { id } of Object.values(papers)) expect(owners.get(id) ?? id).toBe(id);
  });
  it('adds up all experiments', () => {
    expect(totalsText(experiments.flatMap(experimentVerdicts), 1, 3)).toBe(
      '4 published numbers and statements of 1 publication, in 3 experiments: 1 of 3 held, 1 by construction. Our own checks: 1 of 1 held.',
    );
    expect(countByVerdict(experiments.flatMap(({ verdicts }) => verdicts))).toEqual([
      { id: 'held', count: 1 },
      { id: 'by-construction', count: 1 },
      { id: 'direction-only', count: 1 },
      { id: 'not-held', count: 1 },
    ]);
  });
  it('marks a tolerance that was set after our results were known', () => {
    const [, row] = targetRows([{ ...target('held'), tolerance: '5 s', tolerance_set_after: true }]);
    expect(row?.[4]).toBe('5 s (set after our results were known)');
  });
  it('counts what the runs do not decide, and what is so by construction, apart', () => {
    const targets = [target('held'), target('undecided', 'R10'), target('by-construction', 'R15'), target('not-held', 'R8')];
    expect(outcomeText(targets)).toBe('1 of 3 published targets held. Not held: 1 (R8). Undecided: 1 (R10). By construction: 1 (R15).');
    expect(outcomeShort(targets)).toBe('1 of 3 held, 1 not held, 1 undecided, 1 by construction');
    expect(outcomeShort([target('by-construction'), target('by-construction')])).toBe('2 by construction');
    expect(outcomeText([target('by-construction', 'R1')])).toBe('By construction: 1 (R1).');
    expect(outcomeText([target('undecided')])).toBe('The published target is undecided. Undecided: 1 (R1).');
    expect(countVerdicts(targets)).toMatchObject({
      held: 1,
      'held-in-part': 0,
      'direction-only': 0,
      'not-held': 1,
      undecided: 1,
      'by-construction': 1,
    });
    expect(
      targetRows(targets)
        .slice(1)
        .map((row) => row[5]),
    ).toEqual(['Held', 'Undecided', 'By construction', 'Not held']);
  });
  it('names what did not hold', () => {
    expect(outcomeText(findings.targets)).toBe('1 of 3 published targets held. Direction only: 1 (R2). Not held: 1 (R3).');
    expect(outcomeShort(findings.targets)).toBe('1 of 3 held, 1 direction only, 1 not held');
    expect(outcomeText([target('held'), target('held')])).toBe('All 2 published targets held.');
    expect(outcomeText([target('held')])).toBe('The published target held.');
    expect(outcomeText([target('not-held', 'E2.6')])).toBe('The published target did not hold. Not held: 1 (E2.6).');
    expect(outcomeText([])).toBe('No published numbers to compare with.');
  });
});

describe('tables', () => {
  it('show published values beside ours only where there are any', () => {
    if (!paired || !plain) throw new Error('the fake has two tables');
    expect(columnRoles(paired)).toEqual([
      { name: 'Prime', published: true, ours: true },
      { name: 'Poisson', published: true, ours: true },
      { name: 'Remark', published: false, ours: true },
    ]);
    expect(columnRoles(plain)).toEqual([{ name: 'Waiting time, s', published: false, ours: true }]);
  });
  it('become rows whose intervals stand in columns of their own', () => {
    if (!paired || !plain) throw new Error('the fake has two tables');
    expect(tableRows(paired)[0]).toEqual([
      'Load',
      'Prime, published',
      'Prime, ours',
      'Prime, low',
      'Prime, high',
      'Poisson, published',
      'Poisson, ours',
      'Remark',
    ]);
    expect(tableRows(paired)[1]).toEqual(['40 %', -16, 6.5, 6.5 - 1.234, 6.5 + 1.234, -5, 6.5, 'no background']);
    expect(tableRows(paired)[2]).toEqual(['70 %', null, 6.5, 6.5 - 1.234, 6.5 + 1.234, 3, '', '']);
    expect(toCsv(tableRows(plain))).toContain('FCM,123456.7,123000,124000\n');
  });
  it('of targets keep verdict and note', () => {
    expect(targetRows(findings.targets)[3]).toEqual([
      'R3',
      'It lengthens the response time of Wave.',
      '+50 %',
      '-2 %',
      'the sign',
      'Not held',
      'The printed speeds contradict each other.',
    ]);
  });
});

describe('plots', () => {
  it('become rows by place, with gaps', () => {
    const rows = plotRows({
      title: '',
      x: 'Load',
      y: 'Time',
      lines: [
        { name: 'A', x: [10, 20], y: [1, NaN], low: [0, NaN], high: [2, NaN] },
        { name: 'B', x: [10, 30], y: [5, 6], low: [NaN, NaN], high: [NaN, NaN] },
      ],
    });
    expect(rows).toEqual([
      ['Load', 'A, Time', 'A, low', 'A, high', 'B, Time'],
      [10, 1, 0, 2, 5],
      [20, null, null, null, null],
      [30, null, null, null, 6],
    ]);
  });
});

describe('everything as JSON', () => {
  it('holds the experiment, the seed, the findings and every case', () => {
    const doc = { id: 'E2.6', name: 'Worst Fit', base: /** @type {any} */ ({}) };
    const paper = { id: 'E2.6', seed: 7, quick: true };
    const read = JSON.parse(
      resultsJson(doc, { paper, labels: ['a', 'b'], outcomes: [new Float64Array([1, NaN]), undefined], findings: said }, '0.1'),
    );
    expect(read).toMatchObject({
      experiment: 'E2.6',
      seed: 7,
      effort: 'quick',
      engine: '0.1',
      cases: [
        { label: 'a', values: [1, null] },
        { label: 'b', values: [] },
      ],
    });
    expect(read.targets).toHaveLength(3);
  });
});

describe('the runs', () => {
  it('are found by words of their labels', () => {
    const labels = ['WF, any, 40 %', 'FCM, Wave, 40 %', 'FCM, Wave, 60 %'];
    expect(matches(labels, '')).toEqual([0, 1, 2]);
    expect(matches(labels, ' wave  40')).toEqual([1]);
    expect(matches(labels, 'x')).toEqual([]);
  });
});

describe('the list', () => {
  it('is grouped by publication and chapter', () => {
    expect(groupByPublication(experiments).map(({ name, experiments: list }) => [name, list.map(({ id }) => id)])).toEqual([
      ['A thesis, chapter 2', ['E2.6', 'E2.8']],
      ['A thesis, chapter 4', ['E4.2']],
    ]);
  });

  it('names a publication by its authors and year', () => {
    expect(publicationName('Silberstein, Geiger, Schuster and Livny 2006, section 6.2')).toBe('Silberstein et al. 2006');
    expect(publicationName('Klein and Pérez 2010 (INRIA RR-7389), section 6')).toBe('Klein and Pérez 2010');
    expect(publicationName('Dumitrescu et al. 2006, section 5.2')).toBe('Dumitrescu et al. 2006');
  });
});
