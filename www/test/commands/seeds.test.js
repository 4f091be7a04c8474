import { expect, it } from 'vitest';
import { nextSeed } from '../../src/commands/seeds.js';

it('a new seed is the next small integer; after a random one it is 1', () => {
  expect([nextSeed(), nextSeed(8), nextSeed(0), nextSeed(734_829_101)]).toEqual([2, 9, 1, 1]);
});
