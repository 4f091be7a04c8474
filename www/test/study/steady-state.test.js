import { nothing } from 'lit';
import { describe, expect, it } from 'vitest';
import { createGrid } from '../../src/study/axis-grid.js';
import { growsWithLength } from '../../src/study/interval-reasons.js';
import { longerRuns, steadyProposal, steadySentence, steadyTable, steadyWarning, testedPoints } from '../../src/study/steady-state.js';

/** @param {string} verdict */
const state = (verdict) => ({ verdict, tenths: Array.from({ length: 10 }, (_, at) => at), load: 0.8, fifth_s: 7200.4, probability: 0 });

/** A study of two policies at four loads. @param {string[]} verdicts */
const grid = (verdicts) =>
  createGrid(
    /** @type {any} */ ({
      name: '',
      axes: [
        { name: 'load', unit: '', labels: ['0.5', '0.6', '0.7', '0.9'], values: [0.5, 0.6, 0.7, 0.9] },
        { name: 'system', unit: '', labels: ['FCFS', 'EASY'], values: [null, null] },
      ],
      points: 8,
      measures: [],
      steady: verdicts.map(state),
    }),
  );
const doc = /** @type {any} */ ({
  base: {},
  axes: [
    { name: 'load', knob: 'load', values: [0.5, 0.6, 0.7, 0.9] },
    { name: 'system', compare: true },
  ],
});
const ALL_STEADY = Array(8).fill('steady');

describe('a study without a steady state', () => {
  it('proposes the loads below the first at which a policy grows', () => {
    const proposal = steadyProposal(grid(ALL_STEADY.with(4, 'grows').with(6, 'overloaded')), doc);
    expect(proposal?.label).toBe('Use load 0.5 to 0.6');
    expect(proposal?.doc.axes?.[0]?.values).toEqual([0.5, 0.52, 0.54, 0.56, 0.58, 0.6]);
  });

  it('proposes a warm-up where the waits grow only in the first fifth', () => {
    const proposal = steadyProposal(grid(ALL_STEADY.with(7, 'warm-up')), doc);
    expect(proposal?.doc.base.warm_up_s).toBe(7201);
    expect(proposal?.label).toMatch(/warm-up of 2 h/u);
  });

  it('proposes more jobs where runs are too short, unless the jobs are those of a file', () => {
    const base = { workload: [{ generator: 'poisson', parameters: { jobs: 1000, load: 0.7 } }] };
    const longer = longerRuns(/** @type {any} */ ({ ...doc, base }));
    expect(longer?.label).toBe('Use 10\u202f000 jobs a run');
    expect(/** @type {any} */ (longer)?.doc.base.workload[0].parameters).toEqual({ jobs: 10_000, load: 0.7 });
    expect([longerRuns(doc), longerRuns(/** @type {any} */ ({ ...doc, base: { workload: [{ file: { name: 'a.swf' } }] } }))]).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('denies that a longer run helps for overloaded points only', () => {
    const words = (/** @type {string[]} */ verdicts) => {
      /** @param {any} part @returns {string} */
      const text = (part) =>
        Array.isArray(part)
          ? part.map(text).join('')
          : part?.strings
            ? part.strings.join('') + part.values.map(text).join('')
            : String(part);
      return text(steadyWarning(grid(verdicts), doc, () => undefined));
    };
    expect(words(ALL_STEADY.with(4, 'grows'))).not.toMatch(/does not help|Overloaded/u);
    expect(words(ALL_STEADY.with(4, 'grows'))).toMatch(/still rise from the empty start/u);
    expect(words(ALL_STEADY.with(4, 'overloaded'))).toMatch(/does not help/u);
  });

  it('proposes nothing where the second load grows already', () => {
    expect(steadyProposal(grid(ALL_STEADY.with(2, 'grows')), doc)).toBeUndefined();
  });

  it('names its points by line and place', () => {
    expect(testedPoints(grid(ALL_STEADY)).map(({ name }) => name)[5]).toBe('EASY, load 0.6');
  });

  it('computes the interval from waits alone', () => {
    const one = grid(ALL_STEADY.with(4, 'grows'));
    const grows = (/** @type {string} */ metric, /** @type {number} */ point) =>
      growsWithLength(one, /** @type {any} */ ({ metric }), point);
    expect([grows('wait', 4), grows('wait', 3), grows('utilisation', 4)]).toEqual([true, false, false]);
  });
});

describe('the sentences on the steady state', () => {
  /** Two policies at four loads on two platforms, of which the first is on screen. @param {(string|null)[]} verdicts @param {any} [about] */
  const sliced = (verdicts, about) =>
    createGrid(
      /** @type {any} */ ({
        name: '',
        axes: [
          { name: 'load', unit: '', labels: ['0.5', '0.6', '0.7', '0.9'], values: [0.5, 0.6, 0.7, 0.9] },
          { name: 'nodes', unit: '', labels: ['8', '16'], values: [8, 16] },
          { name: 'system', unit: '', labels: ['FCFS', 'EASY'], values: [null, null] },
        ],
        points: 16,
        measures: [],
        steady: verdicts.map((verdict) => (verdict === null ? null : state(verdict))),
      }),
      [],
      about,
    );
  const all = Array(16).fill('steady');

  it('are about all points, also those that are not on screen', () => {
    // The second platform at load 0.5: no line on screen has it.
    const grid = sliced(all.with(2, 'grows'));
    expect(steadyWarning(grid, doc, () => undefined)).not.toBe(nothing);
    expect(steadySentence(grid)).toBe('The waits of 16 points were tested: 1 was found to rise.');
    expect(testedPoints(grid).find(({ state: { verdict } }) => verdict === 'grows')?.name).toBe('FCFS, load 0.5, nodes 16');
    expect(testedPoints(grid).filter(({ series }) => series < 0)).toHaveLength(8);
  });

  it('never take a test that found nothing, or one that was not made, for a steady state', () => {
    expect(steadySentence(sliced(all))).toBe(
      'The waits of 16 points were tested: none was found to rise, which does not prove a steady state.',
    );
    expect(steadySentence(sliced(Array(16).fill('too-short')))).toMatch(/^Too short to test/u);
    expect(steadySentence(sliced(all.map((_, at) => (at < 2 ? 'steady' : 'too-short'))))).toBe(
      'The waits of 2 of 16 points were tested: none was found to rise, which does not prove a steady state. The others are too short: the test needs at least 100 jobs a run and 5 seeds.',
    );
    for (const verdicts of [all, all.with(0, 'too-short'), all.with(0, 'grows')])
      expect(steadySentence(sliced(verdicts))).not.toMatch(/no trend|is steady|steady state at/u);
  });

  it('are none where nothing was tested: no waits, or one run for each point', () => {
    expect([steadySentence(sliced(Array(16).fill(null))), steadyTable(sliced(Array(16).fill(null)))]).toEqual(['', nothing]);
    const single = sliced(Array(16).fill('grows'), { single: true });
    expect([steadySentence(single), steadyWarning(single, doc, () => undefined)]).toEqual(['', nothing]);
    expect(/** @type {any} */ (steadyTable(single)).strings.join('')).toMatch(/One run for each point: not tested/u);
  });
});
