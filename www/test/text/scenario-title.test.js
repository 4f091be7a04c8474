import { expect, it } from 'vitest';
import { documentTitle, scenarioTitle } from '../../src/text/scenario-title.js';

it('a document is called by what it shows', () => {
  expect(documentTitle('Two queues')).toBe('Two queues · Ganttlet');
  expect(documentTitle('')).toBe('Ganttlet');
});

it('forks are counted in a title, and names with commas are separated', () => {
  const fork = { kind: 'batch', fork: { at_s: 60, hold: [3] } };
  const title = (/** @type {[string, object][]} */ ...variants) =>
    scenarioTitle(/** @type {any} */ ({ title: '', scenario: null, variants: variants.map(([name, system]) => ({ name, system })) }));
  expect(title(['EASY', {}], ['EASY, job 3 held at 0:01:00', fork], ['FCFS', {}])).toBe('EASY beside FCFS with a fork');
  expect(title(['EASY', {}], ['EASY, job 3 held', fork], ['Shortest job first from 0:31:55', fork])).toBe('EASY with 2 forks');
  expect(title(['EASY', {}], ['EASY, node-exact', {}], ['FCFS', {}])).toBe('EASY; EASY, node-exact; FCFS');
});
