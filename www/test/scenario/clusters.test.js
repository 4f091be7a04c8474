import { describe, expect, it } from 'vitest';
import {
  addCluster,
  duplicateCluster,
  editablePlatform,
  removeCluster,
  setLink,
  toMachineList,
  toMatrix,
  unusedName,
} from '../../src/scenario/clusters.js';

const platform = {
  clusters: [
    { name: 'A', nodes: 4, speed: 1 },
    { name: 'B', nodes: 8, speed: 2 },
  ],
  network: {
    bandwidth_mb_s: [
      [9, 1],
      [2, 8],
    ],
    latency_ms: 0.5,
  },
};

describe('clusters', () => {
  it('take their links with them', () => {
    const more = duplicateCluster(platform, 0);
    expect(more.clusters.map(({ name }) => name)).toEqual(['A', 'C', 'B']);
    expect(more.network).toEqual({
      bandwidth_mb_s: [
        [9, 9, 1],
        [9, 9, 1],
        [2, 2, 8],
      ],
      latency_ms: 0.5,
    });
    expect(removeCluster(more, 1).network).toEqual(platform.network);
    expect(removeCluster(platform, 0).network?.bandwidth_mb_s).toEqual([[8]]);
  });

  it('begin with one and go on like the last', () => {
    const first = addCluster({ clusters: [] });
    expect(first.clusters).toEqual([{ name: 'A', nodes: 32, speed: 1 }]);
    expect(addCluster(first).clusters[1]).toEqual({ name: 'B', nodes: 32, speed: 1 });
  });

  it('get names that are free', () => {
    const named = (/** @type {string[]} */ ...names) => names.map((name) => ({ name, nodes: 1 }));
    expect(unusedName(named('Delft', 'Delft 2'), 'Delft 2')).toBe('Delft 3');
    expect(unusedName(named('A', 'Z'), 'Z')).toBe('Z 2');
    // A scenario need not name its clusters.
    expect(duplicateCluster({ clusters: [{ nodes: 2 }] }, 0).clusters[1]).toEqual({ name: 'Cluster 2', nodes: 2 });
    expect(toMachineList({ nodes: 1 }).machines).toEqual([{ name: 'machine-1' }]);
  });
});

describe('the network', () => {
  it('is one number again where all links are equal', () => {
    const same = {
      clusters: platform.clusters,
      network: {
        bandwidth_mb_s: [
          [5, 5],
          [5, 5],
        ],
        latency_ms: [
          [0, 1],
          [1.0000000000000002, 0],
        ],
      },
    };
    expect(editablePlatform(same).network).toEqual({
      bandwidth_mb_s: 5,
      latency_ms: [
        [0, 1],
        [1, 0],
      ],
    });
  });

  it('fills what is not said', () => {
    expect(toMatrix(7, 2, 1)).toEqual([
      [7, 7],
      [7, 7],
    ]);
    expect(toMatrix([[3]], 2, 1)).toEqual([
      [3, 1],
      [1, 1],
    ]);
  });

  it('changes both ways while they are equal', () => {
    expect(
      setLink(
        [
          [0, 1],
          [1, 0],
        ],
        0,
        1,
        4,
      ),
    ).toEqual([
      [0, 4],
      [4, 0],
    ]);
    expect(
      setLink(
        [
          [0, 1],
          [2, 0],
        ],
        0,
        1,
        4,
      ),
    ).toEqual([
      [0, 4],
      [2, 0],
    ]);
  });
});
