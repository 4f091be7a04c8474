import { describe, expect, it } from 'vitest';
import {
  addFork,
  createRegretStudy,
  forkedJob,
  forkPlaces,
  isForkOf,
  listVariants,
  MOST_STARTS,
  regretStarts,
  sameVariants,
  variantPatches,
} from '../../src/scenario/forks.js';

const fcfs = { kind: 'batch', policies: { local: 'fcfs' } };
const easy = { kind: 'batch', policies: { local: 'easy' } };
/** @type {any} */
const scenario = { version: 1, platform: { preset: 'one-cluster' }, workload: [{ generator: 'poisson' }], system: fcfs, compare: [easy] };
const hold = { fork: { at_s: 12.5, hold: [3] } };

describe('forks of a scenario', () => {
  it('follow the variant that they depart from, which becomes the baseline', () => {
    const { variants, at } = addFork(scenario, 1, hold);
    expect(variants).toEqual([easy, { ...easy, ...hold }, fcfs]);
    expect(at).toBe(1);
    expect(forkPlaces(variants)).toEqual([1]);
    const [system, ...compare] = variants;
    const second = addFork(/** @type {any} */ ({ system, compare }), 0, { edit: { job: 3, absent: true } });
    expect(second.variants).toEqual([easy, { ...easy, ...hold }, { ...easy, edits: [{ job: 3, absent: true }] }, fcfs]);
    expect(second.at).toBe(2);
  });

  it('are added once', () => {
    const { variants } = addFork(scenario, 1, hold);
    const [system, ...compare] = variants;
    expect(addFork(/** @type {any} */ ({ system, compare }), 0, hold)).toEqual({ variants, at: 1 });
  });

  it('have no name of the variant that they depart from', () => {
    const named = { ...scenario, compare: [{ ...easy, name: 'Mine' }] };
    const { variants } = addFork(named, 1, hold);
    expect(variants.map(({ name }) => name)).toEqual(['Mine', undefined, undefined]);
    expect(forkPlaces(variants)).toEqual([1]);
  });

  it('differ from the baseline by a fork or by edits only', () => {
    expect(isForkOf(easy, fcfs)).toBe(false);
    expect(isForkOf({ ...easy }, easy)).toBe(false);
    expect(isForkOf({ ...easy, fork: { at_s: 1 } }, easy)).toBe(true);
    expect(isForkOf({ ...easy, edits: [{ job: 1, nodes: 2 }] }, easy)).toBe(true);
    expect(isForkOf({ ...easy, ...hold }, { ...easy, fork: { at_s: 1 } })).toBe(false);
  });

  it('change one choice, after those of the run', () => {
    const choice = { choice: { choices: '112', name: 'Job 3 to Fast' } };
    const { variants, at } = addFork(scenario, 1, choice);
    const fork = { ...easy, name: 'Job 3 to Fast', parameters: { played_choices: '112', after_choices: 'policy' } };
    expect([variants, at]).toEqual([[easy, fork, fcfs], 1]);
    const [system, ...compare] = variants;
    expect(addFork(/** @type {any} */ ({ system, compare }), 0, choice)).toEqual({ variants, at: 1 });
    const filled = { ...easy, parameters: { played_choices: '', after_choices: 'policy' } };
    expect(isForkOf(fork, filled)).toBe(true);
    // The schedule of a reader is beside the policy, not a fork of it.
    const played = { ...fork, parameters: { played_choices: '112', after_choices: 'stop' } };
    expect([isForkOf(played, easy), isForkOf(easy, played), isForkOf(fork, played)]).toEqual([false, false, true]);
  });

  it('keep one edit for each job', () => {
    const edited = { ...scenario, system: { ...easy, edits: [{ job: 3, nodes: 2 }] }, compare: [] };
    const { variants } = addFork(edited, 0, { edit: { job: 3, estimate_s: 60 } });
    expect(variants[1]?.edits).toEqual([{ job: 3, nodes: 2, estimate_s: 60 }]);
    expect(forkedJob(variants[1] ?? easy, variants[0] ?? easy)).toBe(3);
    expect(forkedJob({ ...easy, fork: { at_s: 1, local: 'fcfs' } }, easy)).toBe(null);
  });

  it('are compared with other lists of variants in any order', () => {
    expect(sameVariants([fcfs, easy], [easy, fcfs])).toBe(true);
    expect(sameVariants([fcfs, easy], [easy])).toBe(false);
    expect(variantPatches([easy])).toEqual([
      ['/system', easy],
      ['/compare', undefined],
    ]);
    expect(listVariants({ system: /** @type {any} */ (easy) })).toEqual([easy]);
  });
});

describe('the regret of starts', () => {
  it('is a study with a run for each start', () => {
    const study = createRegretStudy(scenario, [{ number: 3, start_s: 12.5 }], ({ number }) => `job ${number}`);
    expect(study.base.compare).toBe(undefined);
    expect(study.axes).toEqual([
      { name: 'job held at its start', variants: [{ name: 'none' }, { name: 'job 3', change: { system: hold } }] },
    ]);
    expect(study.measures?.[0]).toEqual({ metric: 'wait' });
    expect(study.seeds).toBe(1);
  });

  it('is that of the visible starts if there are too many', () => {
    const starts = Array.from({ length: MOST_STARTS + 1 }, (_, at) => ({ number: at + 1, start_s: MOST_STARTS - at }));
    expect(regretStarts(starts, { from_s: 10, to_s: 12 }).map(({ start_s }) => start_s)).toEqual([10, 11, 12]);
    expect(regretStarts(starts.slice(1), { from_s: 10, to_s: 12 })).toHaveLength(MOST_STARTS);
  });
});
