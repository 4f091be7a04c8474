import { expect, it } from 'vitest';
import { isDecided, runsOfSeeds, seedsOfLooks } from '../../src/study/look-runs.js';

it('looks double the number of seeds', () => {
  expect(seedsOfLooks('{"replication": {}}')).toEqual([16, 32, 64, 128, 256, 512]);
  expect(seedsOfLooks('{"replication": {"first_look": 8, "looks": 2}}')).toEqual([8, 16]);
  expect(seedsOfLooks('{"seeds": 3}')).toEqual([]);
});

it('the runs of the first seeds are in the order of the seeds', () => {
  const parts = [
    { first: 0, points: 2, seeds: 4 },
    { first: 8, points: 1, seeds: 4 },
  ];
  expect(runsOfSeeds(parts, 2)).toEqual([0, 1, 8, 2, 3, 9]);
});

it('a study is decided if no claim is open', () => {
  const of = (/** @type {unknown[]} */ targets) => isDecided(/** @type {any} */ ({ findings: { targets } }));
  expect([of([]), of([{ looks: { open: false } }, {}]), of([{ looks: { open: true } }]), isDecided(null)]).toEqual([
    true,
    true,
    false,
    true,
  ]);
});
