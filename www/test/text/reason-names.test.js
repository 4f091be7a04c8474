import { expect, test } from 'vitest';
import { reasonName } from '../../src/text/reason-names.js';

const catalog = /** @type {any} */ ({
  reasons: [{ id: 'head', name: 'Head of the queue', summary: 'The job at the head of the queue starts.' }],
  entries: [{ id: 'worst-fit', family: 'placement-policy', name: 'Worst Fit', summary: 'Places components.' }],
});

test('a reason has the name of the catalog, that of its policy, or the words of its id', () => {
  expect(reasonName('head', catalog)).toEqual({ name: 'Head of the queue', summary: 'The job at the head of the queue starts.' });
  expect(reasonName('worst-fit', catalog)).toEqual({ name: 'Worst Fit', summary: 'Places components.' });
  expect(reasonName('not-known', null)).toEqual({ name: 'not known', summary: '' });
});
