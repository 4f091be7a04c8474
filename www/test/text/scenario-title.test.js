import { expect, it } from 'vitest';
import { titled } from '../../src/text/scenario-title.js';

it('a document is called by what it shows', () => {
  expect(titled('Two queues')).toBe('Two queues · Ganttlet');
  expect(titled('')).toBe('Ganttlet');
});
