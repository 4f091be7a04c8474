import { expect, it } from 'vitest';
import { documentTitle } from '../../src/text/scenario-title.js';

it('a document is called by what it shows', () => {
  expect(documentTitle('Two queues')).toBe('Two queues · Ganttlet');
  expect(documentTitle('')).toBe('Ganttlet');
});
