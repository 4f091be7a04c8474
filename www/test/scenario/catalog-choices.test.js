import { describe, expect, it } from 'vitest';
import {
  acceptsWork,
  areEqualSystems,
  backgroundKinds,
  familyEntries,
  kindIndex,
  moveItem,
  removedText,
  suggestVariants,
  systemEntries,
  withPolicy,
  workKindText,
  workOfPart,
} from '../../src/scenario/catalog-choices.js';

/** @import { Catalog } from '../../src/engine/types.js' */
/** @import { ScenarioDocument } from '../../src/scenario/types.js' */

const entry = (/** @type {string} */ family, /** @type {string} */ id, more = {}) => ({
  id,
  name: id.toUpperCase(),
  family,
  summary: '',
  source: '',
  parameters: [],
  ...more,
});
const depth = { id: 'depth', name: 'Depth', doc: '', unit: '', type: 'integer', min: 1, max: 9, default: 2 };

const catalog = /** @type {Catalog} */ (
  /** @type {unknown} */ ({
    engine: '1',
    families: [],
    entries: [
      entry('system', 'queues', { accepts: 'jobs', roles: [{ id: 'local', name: 'Local', doc: '', family: 'local', default: 'a' }] }),
      entry('system', 'flows', { accepts: 'workflows', takes: ['workflows'], roles: [] }),
      entry('system', 'grid', { accepts: 'grid-jobs', takes: ['jobs', 'grid-jobs'], beside: ['jobs'], roles: [] }),
      entry('system', 'pool', { accepts: 'master-worker', takes: ['master-worker'], beside: ['absences'], roles: [] }),
      entry('system', 'lent', { accepts: 'master-worker', takes: ['master-worker'], beside: ['jobs', 'absences'], roles: [] }),
      entry('local', 'a'),
      entry('local', 'b', { parameters: [depth] }),
      entry('local', 'c'),
      entry('generator', 'many', { makes: 'jobs' }),
      entry('generator', 'wide', { makes: 'grid-jobs' }),
      entry('generator', 'graph', { makes: 'workflows' }),
      entry('generator', 'batches', { makes: 'master-worker' }),
      entry('generator', 'owners', { makes: 'absences' }),
      entry('format', 'log', { makes: 'jobs' }),
      entry('metric', 'wait', { of: ['jobs'] }),
      entry('metric', 'span', { of: ['workflows'] }),
    ],
    kinds: [
      { id: 'jobs', key: 'jobs', word: 'jobs', past: { gone: 'the local jobs of the clusters' } },
      { id: 'grid-jobs', key: 'grid_jobs', word: 'grid jobs' },
      { id: 'workflows', key: 'workflow', word: 'workflows' },
      { id: 'master-worker', key: 'applications', word: 'master-worker applications' },
      { id: 'absences', key: 'absences', word: 'absences of machines', past: { gone: 'the owners and failures of the machines' } },
    ],
  })
);

/** @type {ScenarioDocument} */
const scenario = {
  version: 1,
  platform: { preset: 'p' },
  workload: [{ generator: 'many' }],
  system: { kind: 'queues', policies: { local: 'b' }, parameters: { depth: 5 } },
  compare: [{ kind: 'queues', policies: { local: 'a' } }],
};

describe('the catalog', () => {
  it('says what a choice is made of', () => {
    expect(systemEntries(catalog, scenario.system).map(({ id }) => id)).toEqual(['queues', 'b']);
    expect(systemEntries(catalog, { kind: 'queues' }).map(({ id }) => id)).toEqual(['queues', 'a']);
    expect(familyEntries(null, 'system')).toEqual([]);
  });

  it('says what a part of the workload makes', () => {
    expect(workOfPart(catalog, { generator: 'graph' })).toBe('workflows');
    expect(workOfPart(catalog, { file: { name: '', sha256: '', format: 'log' } })).toBe('jobs');
    expect(workOfPart(catalog, { workflow: { tasks: [] } })).toBe('workflows');
  });
});

describe('the work of a system', () => {
  it('is its own kind, and what the catalog says it takes beside', () => {
    expect(acceptsWork(catalog, 'jobs', 'jobs')).toBe(true);
    expect(acceptsWork(catalog, 'grid-jobs', 'jobs')).toBe(true);
    expect(acceptsWork(catalog, 'jobs', 'grid-jobs')).toBe(false);
    expect(acceptsWork(catalog, 'grid-jobs', 'workflows')).toBe(false);
    expect(acceptsWork(catalog, 'grid-jobs', undefined)).toBe(false);
    expect(workKindText(catalog, 'grid-jobs')).toBe('grid jobs');
    expect(workOfPart(catalog, { grid_jobs: [] })).toBe('grid-jobs');
    expect(workOfPart(catalog, { applications: [] })).toBe('master-worker');
    expect(workOfPart(catalog, { absences: [] })).toBe('absences');
    expect(acceptsWork(catalog, 'master-worker', 'absences')).toBe(false);
  });
});

it('circumstances beside a system are of several kinds, each in its place', () => {
  const kinds = backgroundKinds(catalog, { kind: 'lent' });
  expect(kinds).toEqual(['jobs', 'absences']);
  expect([kindIndex(kinds, 'absences'), kindIndex(kinds, 'jobs'), kindIndex(kinds, 'workflows'), kindIndex(kinds, undefined)]).toEqual([
    1, 0, 0, 0,
  ]);
});

it('removed parts are listed in a sentence', () => {
  expect(removedText(['all work other than jobs', 'the metric Makespan'])).toBe(
    'Removed, because the new system does not support it: all work other than jobs; the metric Makespan.',
  );
});

describe('variants', () => {
  it('drop the settings of a policy that is gone', () => {
    expect(withPolicy(catalog, scenario.system, 'local', 'c')).toEqual({ kind: 'queues', policies: { local: 'c' }, parameters: {} });
  });

  it('are the same when only defaults are spelled out', () => {
    expect(areEqualSystems(catalog, { kind: 'queues' }, { kind: 'queues', policies: { local: 'a' }, parameters: {} })).toBe(true);
    expect(
      areEqualSystems(
        catalog,
        { kind: 'queues', policies: { local: 'b' } },
        { kind: 'queues', policies: { local: 'b' }, parameters: { depth: 2 } },
      ),
    ).toBe(true);
    expect(areEqualSystems(catalog, { kind: 'queues', policies: { local: 'b' } }, scenario.system)).toBe(false);
  });

  it('are offered when they are not there yet', () => {
    expect(suggestVariants(catalog, scenario).map(({ policy }) => policy.id)).toEqual(['c']);
  });

  it('are moved within the list', () => {
    expect(moveItem(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
    expect(moveItem(['a', 'b', 'c'], 2, -5)).toEqual(['c', 'a', 'b']);
  });
});
