import { expect, it } from 'vitest';
import { spreadNames } from '../../src/plot/label-placement.js';

const at = (/** @type {number[]} */ ...heights) =>
  spreadNames(
    heights.map((y) => ({ y })),
    10,
    100,
    13,
  ).map((name) => name.at);

it('names with room stay at their heights, others move apart as little as needed', () => {
  expect(at(20, 60)).toEqual([20, 60]);
  expect(at(60, 20)).toEqual([20, 60]);
  expect(at(50, 50, 55)).toEqual([50, 63, 76]);
  expect(at(98, 99, 100)).toEqual([74, 87, 100]);
  expect(at(0)).toEqual([10]);
});
