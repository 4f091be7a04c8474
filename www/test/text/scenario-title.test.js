import { expect, it } from 'vitest';
import { documentTitle, scenarioTitle, titledScenario, titledText } from '../../src/text/scenario-title.js';

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

it('exports of a scenario without a name have its title', () => {
  expect(titledScenario({ name: 'Untitled' }, 'FCFS beside EASY').name).toBe('FCFS beside EASY');
  expect(titledScenario({ name: 'Two queues' }, 'FCFS beside EASY').name).toBe('Two queues');
  expect(titledText('{\n  "name": "Untitled",\n  "seed": 8', 'log "a"')).toBe('{\n  "name": "log \\"a\\"",\n  "seed": 8');
  expect(titledText('; Note: scenario: Untitled\n1 0', 'log: $1')).toBe('; Note: scenario: log: $1\n1 0');
});
