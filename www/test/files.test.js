import { describe, expect, it } from 'vitest';
import { objectText, patchesFor } from '../src/commands/files.js';

/** @import { Catalog } from '../src/engine/types.js' */
/** @import { ScenarioDocument } from '../src/scenario/types.js' */

const entry = (/** @type {string} */ family, /** @type {string} */ id, more = {}) => ({ family, id, parameters: [], ...more });
const catalog = /** @type {Catalog} */ (
  /** @type {unknown} */ ({
    kinds: [
      { id: 'jobs', key: 'jobs', word: 'jobs' },
      { id: 'grid-jobs', key: 'grid_jobs', word: 'grid jobs' },
      { id: 'workflows', key: 'workflow', word: 'workflows' },
      { id: 'master-worker', key: 'applications', word: 'master-worker applications' },
      { id: 'absences', key: 'absences', word: 'absences of machines' },
    ],
    entries: [
      entry('system', 'batch', {
        accepts: 'jobs',
        takes: ['jobs'],
        roles: [{ id: 'local', default: 'easy', baseline: { policy: 'fcfs', always: true } }],
      }),
      entry('system', 'workflow', {
        accepts: 'workflows',
        takes: ['workflows'],
        roles: [{ id: 'mapping', default: 'heft', baseline: { policy: 'round-robin', always: false } }],
      }),
      entry('system', 'koala', { accepts: 'grid-jobs', takes: ['jobs', 'grid-jobs'], beside: ['jobs'] }),
      entry('system', 'pool', {
        accepts: 'master-worker',
        takes: ['master-worker'],
        beside: ['absences'],
        roles: [{ id: 'order', default: 'longest' }],
      }),
      entry('generator', 'batches', { makes: 'master-worker' }),
      entry('generator', 'poisson', { makes: 'jobs' }),
      entry('format', 'log', { makes: 'jobs' }),
      entry('format', 'dag', { makes: 'workflows' }),
      entry('metric', 'wait', { name: 'Wait time', of: ['jobs'] }),
      entry('metric', 'makespan', { name: 'Makespan' }),
      entry('format', 'times', { makes: 'master-worker' }),
      entry('format', 'events', { makes: 'absences' }),
    ],
  })
);
const scenario = (/** @type {string} */ kind, more = {}) =>
  /** @type {ScenarioDocument} */ (
    /** @type {unknown} */ ({
      version: 1,
      platform: { clusters: [] },
      workload: [{ generator: 'poisson' }],
      background: [],
      system: { kind },
      compare: [],
      ...more,
    })
  );
const file = (/** @type {string} */ format) => ({ name: 'f', sha256: 'a', format });
const patches = (/** @type {ScenarioDocument|null} */ before, /** @type {string} */ format, /** @type {any} */ makes, processors = null) =>
  Object.fromEntries(patchesFor(before, file(format), { makes, processors, sites: null }, catalog).patches);

describe('the text of a document', () => {
  const text = (/** @type {string} */ content) => objectText(new TextEncoder().encode(content));

  it('begins as an object, with or without a byte order mark', () => {
    expect(text('{"version": 1}')).toBe('{"version": 1}');
    expect(text('\ufeff\n{"version": 1}')?.trimStart()).toBe('{"version": 1}');
    expect(text('{"version": 1, "name": "x", "system": {"kind"')).not.toBe(null);
    expect(text('; MaxProcs: 4\n')).toBe(null);
    expect(text('[]')).toBe(null);
  });
});

describe('a file', () => {
  it('becomes the work of a system that takes it', () => {
    expect(patches(scenario('koala'), 'log', 'jobs')).toEqual({ '/workload': [{ file: file('log') }] });
  });

  it('that tells clusters brings them where nobody chose any, and its jobs belong to them', () => {
    const sites = {
      home: 'last-site',
      clusters: [
        { name: 'a', nodes: 3 },
        { name: 'b', nodes: 4 },
      ],
    };
    const of = (/** @type {ScenarioDocument} */ before) =>
      Object.fromEntries(patchesFor(before, file('log'), { makes: 'jobs', processors: 9, sites }, catalog).patches);
    const own = { '/workload': [{ file: file('log'), parameters: { home: 'last-site' } }], '/platform': { clusters: sites.clusters } };
    expect(of(scenario('koala', { platform: { preset: 'one-cluster' } }))).toEqual(own);
    expect(of(scenario('koala', { platform: { preset: 'das3' } }))).toEqual({ '/workload': [{ file: file('log') }] });
  });

  it('leaves out jobs that were cancelled in the queue, where there are any', () => {
    const of = (/** @type {number} */ cancelled) =>
      Object.fromEntries(
        patchesFor(scenario('koala'), file('log'), { makes: 'jobs', processors: null, sites: null, cancelled }, catalog).patches,
      );
    expect(of(3)).toEqual({ '/workload': [{ file: file('log'), parameters: { cancelled: 'leave-out' } }] });
    expect(of(0)).toEqual({ '/workload': [{ file: file('log') }] });
  });

  it('that leaves something open is answered in the scenario', () => {
    const report = { makes: /** @type {any} */ ('jobs'), processors: null, sites: null };
    const of = (/** @type {boolean} */ answer) =>
      Object.fromEntries(
        patchesFor(scenario('koala'), file('log'), { ...report, question: { parameter: 'waits', answer } }, catalog).patches,
      );
    for (const answer of [true, false]) expect(of(answer)).toEqual({ '/workload': [{ file: file('log'), parameters: { waits: answer } }] });
  });

  it('brings a system that can run it, and what cannot move over is left', () => {
    expect(patches(scenario('koala', { background: [{ generator: 'poisson' }] }), 'times', 'master-worker')).toEqual({
      '/workload': [{ file: file('times') }],
      '/system': { kind: 'pool', policies: { order: 'longest' } },
      '/compare': [],
      '/background': [],
    });
    expect(patches(scenario('workflow'), 'log', 'jobs')['/compare']).toHaveLength(1);
  });

  it('is compared where there was a comparison, and the measures of other work go', () => {
    const before = scenario('batch', { compare: [{ kind: 'batch', policies: { local: 'fcfs' } }], measures: ['wait', 'makespan'] });
    const { patches: list, left } = patchesFor(before, file('dag'), { makes: 'workflows', processors: null, sites: null }, catalog);
    expect(Object.fromEntries(list)).toMatchObject({
      '/system': { kind: 'workflow', policies: { mapping: 'round-robin' } },
      '/compare': [{ kind: 'workflow', policies: { mapping: 'heft' } }],
      '/measures': [],
    });
    expect(left).toEqual(['variants that run other work', 'the metric Wait time']);
    expect(patches(scenario('batch'), 'dag', 'workflows')['/compare']).toEqual([]);
  });

  it('says how large the machine is where nothing else does', () => {
    expect(patches(null, 'log', 'jobs', /** @type {any} */ (64))).toMatchObject({
      '/platform': { preset: 'one-cluster', parameters: { nodes: 64 } },
      '/system': { kind: 'batch' },
    });
  });

  it('of absences goes past the system, beside what is there', () => {
    const before = scenario('pool', { workload: [{ generator: 'batches' }], background: [{ generator: 'sessions' }] });
    expect(patches(before, 'events', 'absences')).toEqual({ '/background': [{ generator: 'sessions' }, { file: file('events') }] });
  });

  it('of absences brings a system that knows of them, with work for it', () => {
    expect(patches(scenario('batch'), 'events', 'absences')).toEqual({
      '/background': [{ file: file('events') }],
      '/system': { kind: 'pool', policies: { order: 'longest' } },
      '/compare': [],
      '/workload': [{ generator: 'batches', parameters: {} }],
    });
  });
});
