import { describe, expect, it } from 'vitest';
import { hasChance, withoutCopies, withoutRecordedStarts } from '../../src/scenario/sound-study.js';

/** All published studies. @type {Record<string, any>} */
const papers = import.meta.glob('../../../static/papers/*.json', { import: 'default', eager: true });

const log = { file: { name: 'log.swf', sha256: '0', format: 'swf' } };
const system = (/** @type {string} */ local) => ({ kind: 'batch', policies: { local } });
/** @type {any} */
const base = { version: 1, platform: { preset: 'one-cluster' }, workload: [log], system: system('fcfs') };
const factor = { name: 'load factor', knob: '/workload/0/parameters/load_factor', values: [0.5, 1, 2] };
const compared = { name: 'system', compare: true };
const studyOf = (/** @type {any} */ changes = {}) => ({ base, axes: [], seeds: 3, measures: [{ metric: 'wait' }], ...changes });

describe('a study without chance', () => {
  const poisson = [{ generator: 'poisson' }];
  /** Each kind of place that can bring chance in. @type {[string, any][]} */
  const drawn = [
    ['a generator', { base: { ...base, workload: poisson } }],
    ['a generator beside a log', { base: { ...base, workload: [log, ...poisson] } }],
    ['generated background', { base: { ...base, background: poisson } }],
    [
      'a variant with a generator',
      { axes: [{ name: 'work', variants: [{ name: 'log' }, { name: 'drawn', change: { workload: poisson } }] }] },
    ],
    ['a part with a generator', { parts: [{ name: 'drawn', change: { workload: poisson } }] }],
    ['a parameter that grows with the seed', { with_seed: ['draw'] }],
    ['a system that may draw', { base: { ...base, system: { kind: 'koala' } } }],
    ['a compared system that may draw', { base: { ...base, compare: [{ kind: 'koala' }] } }],
  ];
  it.each(drawn)('is none with %s', (_, changes) => {
    expect(hasChance(studyOf(changes))).toBe(true);
    expect(withoutCopies(studyOf(changes))).toEqual(studyOf(changes));
  });

  it.each([
    ['a log', {}],
    ['jobs that are listed', { base: { ...base, workload: [{ jobs: { submit_s: [0], run_s: [1] } }] } }],
    ['compared systems', { base: { ...base, compare: [system('easy')] }, axes: [compared] }],
  ])('has one run for each point: %s', (_, changes) => {
    const once = withoutCopies(studyOf({ quick_seeds: 2, parts: [{ name: 'other', seeds: 4 }], ...changes }));
    expect([once.seeds, once.quick_seeds, once.parts?.[0]?.seeds]).toEqual([1, undefined, 1]);
    expect(withoutCopies(once)).toBe(once);
  });

  it('is no published study with several seeds', () => {
    expect(Object.keys(papers).length).toBeGreaterThan(40);
    for (const [name, doc] of Object.entries(papers)) {
      const several = [doc, ...(doc.parts ?? [])].some(({ seeds = 1 }) => seeds > 1);
      if (several) expect(hasChance(doc), name).toBe(true);
    }
  });
});

describe('recorded starts', () => {
  const recorded = { ...base, compare: [system('easy'), system('as-recorded')] };

  it('are left out where a log runs at other loads, with a note', () => {
    const doc = withoutRecordedStarts(
      studyOf({ name: 'Log: FCFS, EASY and As recorded: load factor', base: recorded, axes: [factor, compared] }),
    );
    expect(doc.base.compare).toEqual([system('easy')]);
    expect(doc.notes).toEqual(['“As recorded” is left out: recorded starts do not exist at another load.']);
    expect(doc.name).toBe('Log: FCFS and EASY: load factor');
    expect(withoutRecordedStarts(doc)).toBe(doc);
  });

  it('are left out of variants, and of the base of compared systems', () => {
    const variants = [
      { name: 'EASY', set: { local: 'easy' } },
      { name: 'Log', set: { local: 'as-recorded' } },
    ];
    const doc = withoutRecordedStarts(
      studyOf({
        axes: [
          { ...factor, knob: 'load_factor' },
          { name: 'policy', variants, quick: ['Log'] },
        ],
      }),
    );
    expect(doc.axes?.[1]).toEqual({ name: 'policy', variants: [variants[0]], quick: undefined });
    const swapped = withoutRecordedStarts(
      studyOf({ base: { ...base, system: system('as-recorded'), compare: [system('easy')] }, axes: [factor, compared] }),
    );
    expect([swapped.base.system, swapped.axes]).toEqual([system('easy'), [factor]]);
  });

  it('stay at the load of the log', () => {
    for (const axes of [
      [compared],
      [{ ...factor, values: [1] }, compared],
      [{ name: 'nodes', knob: 'nodes', values: [8, 16] }, compared],
    ]) {
      const doc = studyOf({ base: recorded, axes });
      expect(withoutRecordedStarts(doc)).toBe(doc);
    }
  });
});
