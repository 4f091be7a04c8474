import { expect, it } from 'vitest';
import { similarIds } from '../../src/commands/unknown-example.js';

const known = ['fcfs-vs-easy', 'one-server', 'bags-whom-first', 'bags-who-decides', 'bags-which-processor', 'das3-scavengers'];

it('an unknown example is answered with a few similar ones', () => {
  expect(similarIds('bags', known).toSorted()).toEqual(['bags-which-processor', 'bags-who-decides', 'bags-whom-first']);
  expect(similarIds('fcfs-vs-esay', known)[0]).toBe('fcfs-vs-easy');
  expect(similarIds('oneserver', known)).toEqual(['one-server']);
  expect(similarIds('zzz', known)).toEqual([]);
  expect(similarIds('', known)).toEqual([]);
});
