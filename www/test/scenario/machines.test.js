import { describe, expect, it } from 'vitest';
import { addCluster, editablePlatform, nodeCount, toMachineList, toNodeCount } from '../../src/scenario/clusters.js';
import { changeMachine, duplicateMachine, parseHours } from '../../src/scenario/machines.js';

const field = (/** @type {string} */ key, /** @type {unknown} */ usual) => ({ key, name: key, doc: '', default: usual });
const fields = [field('name', ''), field('speed', 1), field('load', 0), field('groups', []), field('hours', [0, 0])];

describe('machines', () => {
  it('say only what is not as usual', () => {
    expect(changeMachine(fields, { name: 'c20', speed: 2 }, { speed: 1, load: 0.5 })).toEqual({ name: 'c20', load: 0.5 });
    expect(
      changeMachine(
        fields,
        { name: 'c20', groups: ['a'], hours: [14, 10] },
        /** @type {any} */ ({ name: '', groups: [], hours: undefined }),
      ),
    ).toEqual({});
  });

  it('are copied under a name that is free', () => {
    expect(duplicateMachine([{ name: 'c09', mips: 600 }, { name: 'c10' }], 0).map(({ name }) => name)).toEqual(['c09', 'c11', 'c10']);
    expect(duplicateMachine([{ name: 'pool' }], 0)[1]).toEqual({ name: 'pool-2' });
    expect(duplicateMachine([{}], 0)).toEqual([{}, {}]);
  });

  it('have hours of the day, or none', () => {
    expect(parseHours('14-10')).toEqual([14, 10]);
    expect(parseHours(' 18.5 – 8 ')).toEqual([18.5, 8]);
    expect(parseHours(' ')).toBeUndefined();
    expect(parseHours('from nine')).toBeNull();
    expect(parseHours('9-25')).toBeNull();
  });
});

describe('a cluster', () => {
  it('has nodes that are alike, or machines', () => {
    const pool = toMachineList({ name: 'My Pool', nodes: 10, speed: 2 });
    expect(pool).toMatchObject({ name: 'My Pool', speed: 2 });
    expect(pool.machines?.map(({ name }) => name).slice(8)).toEqual(['my-pool-09', 'my-pool-10']);
    expect(nodeCount(pool)).toBe(10);
    expect(toNodeCount(pool)).toEqual({ name: 'My Pool', nodes: 10, speed: 2 });
  });

  it('takes its machines along', () => {
    const network = { bandwidth_mb_s: [[1]], latency_ms: [[1]] };
    const own = editablePlatform({
      clusters: [
        { name: 'A', nodes: 1, speed: 1, machines: [{ name: 'c20' }] },
        { name: 'B', nodes: 3, speed: 1 },
      ],
      network,
    });
    expect(own.clusters).toEqual([
      { name: 'A', speed: 1, machines: [{ name: 'c20' }] },
      { name: 'B', speed: 1, nodes: 3 },
    ]);
    const first = own.clusters[0];
    expect(first && addCluster({ clusters: [first] }).clusters[1]).toEqual({ name: 'B', speed: 1, machines: [{ name: 'c20' }] });
  });
});
