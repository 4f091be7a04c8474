import { expect, it } from 'vitest';
import {
  clusterPointer,
  editedValues,
  isEditable,
  listEdits,
  mergeEdit,
  originalValues,
  removeEdit,
  runtimeValues,
  withClusterNodes,
  withEdits,
} from '../../src/scenario/job-edits.js';

const original = { submit_s: 100, run_s: 2640, estimate_s: 3600, nodes: 15 };

it('edits of one job are merged, and values without effect are removed', () => {
  const first = mergeEdit([], 4, { run_s: 3480 }, original);
  expect(first).toEqual([{ job: 4, run_s: 3480 }]);
  const both = mergeEdit(first, 4, { nodes: 12 }, original);
  expect(both).toEqual([{ job: 4, run_s: 3480, nodes: 12 }]);
  expect(mergeEdit([{ job: 9, nodes: 1 }, ...both], 4, { run_s: 2640 }, original)).toEqual([
    { job: 9, nodes: 1 },
    { job: 4, nodes: 12 },
  ]);
  expect(mergeEdit(first, 4, { run_s: 2640 }, original)).toEqual([]);
  expect(mergeEdit([{ job: 4, absent: true }], 4, { nodes: 15 }, original)).toEqual([{ job: 4, absent: true }]);
  expect(mergeEdit([], 4, { nodes: 15 }, original)).toEqual([]);
});

it('a runtime past the requested time takes it along, and dragging back restores it', () => {
  expect(runtimeValues([], 4, 3000, original)).toEqual({ run_s: 3000, estimate_s: 3600 });
  const raised = mergeEdit([], 4, runtimeValues([], 4, 4500, original), original);
  expect(raised).toEqual([{ job: 4, run_s: 4500, estimate_s: 4500 }]);
  expect(mergeEdit(raised, 4, runtimeValues(raised, 4, 3000, original), original)).toEqual([{ job: 4, run_s: 3000 }]);
  expect(runtimeValues([{ job: 4, estimate_s: 7200 }], 4, 4500, original)).toEqual({ run_s: 4500, estimate_s: 7200 });
  expect(runtimeValues([], 4, 4500, { ...original, estimate_s: null })).toEqual({ run_s: 4500 });
});

it('the values of a job are those of its edits, else of the workload', () => {
  const edits = [{ job: 4, nodes: 12, run_s: null }];
  expect(editedValues(edits, 4, original)).toEqual({ ...original, nodes: 12 });
  expect(editedValues(edits, 5, original)).toEqual(original);
  expect(originalValues(edits, 5, original)).toEqual(original);
  expect(originalValues(edits, 4, original)).toBeNull();
});

it('edits are listed one by one, and removed one by one', () => {
  const edits = [
    { job: 4, run_s: 4500, estimate_s: 4500, nodes: 12, absent: false },
    { job: 36, absent: true },
  ];
  expect(listEdits(edits)).toEqual([
    { job: 4, property: 'run_s', value: 4500 },
    { job: 4, property: 'nodes', value: 12 },
    { job: 36, property: 'absent', value: 1 },
  ]);
  expect(removeEdit(edits, 4, 'run_s')).toEqual([
    { job: 4, nodes: 12 },
    { job: 36, absent: true },
  ]);
  expect(removeEdit(removeEdit(edits, 4, 'run_s'), 4, 'nodes')).toEqual([{ job: 36, absent: true }]);
  expect(removeEdit(edits, 36, 'absent')).toEqual([edits[0]]);
});

it('a scenario without edits has no list of them', () => {
  expect(withEdits(/** @type {any} */ ({ version: 1, edits: [{ job: 1 }] }), [])).toEqual({ version: 1 });
  expect(withEdits(/** @type {any} */ ({ version: 1 }), [{ job: 4, nodes: 2 }])).toEqual({ version: 1, edits: [{ job: 4, nodes: 2 }] });
});

it('the nodes of a cluster are a parameter of the platform, or in the list of clusters', () => {
  const platform = /** @type {any} */ ({ clusters: [{ name: 'A', nodes: 32 }] });
  const preset = { platform: { preset: 'one-cluster', parameters: { nodes: 32 } } };
  expect(clusterPointer(preset, platform, 0)).toBe('/platform/parameters/nodes');
  expect(withClusterNodes(preset, '/platform/parameters/nodes', 36).platform.parameters.nodes).toBe(36);
  expect(clusterPointer({ platform: { clusters: [{ nodes: 3 }, { nodes: 4 }] } }, platform, 1)).toBe('/platform/clusters/1/nodes');
  expect(clusterPointer({ platform: { clusters: [{ machines: [{}] }] } }, platform, 0)).toBe('');
  expect(clusterPointer({ platform: { preset: 'das3' } }, platform, 0)).toBe('');
});

it('jobs are edited where all variants are batch queues', () => {
  expect(isEditable({ system: { kind: 'batch' }, compare: [{ kind: 'batch' }] })).toBe(true);
  expect([isEditable({ system: { kind: 'batch' }, compare: [{ kind: 'mix' }] }), isEditable(null)]).toEqual([false, false]);
});
