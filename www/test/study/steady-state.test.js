import { describe, expect, it } from 'vitest';
import { createGrid } from '../../src/study/axis-grid.js';
import { growsWithLength, steadyProposal, testedPoints } from '../../src/study/steady-state.js';

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

  it('proposes nothing where the second load grows already', () => {
    expect(steadyProposal(grid(ALL_STEADY.with(2, 'grows')), doc)).toBeUndefined();
  });

  it('names its points by line and place', () => {
    expect(testedPoints(grid(ALL_STEADY)).map(({ name }) => name)[5]).toBe('EASY, load 0.6');
  });

  it('takes the interval from waits alone', () => {
    const one = grid(ALL_STEADY.with(4, 'grows'));
    const grows = (/** @type {string} */ metric, /** @type {number} */ point) =>
      growsWithLength(one, /** @type {any} */ ({ metric }), point);
    expect([grows('wait', 4), grows('wait', 3), grows('utilisation', 4)]).toEqual([true, false, false]);
  });
});
