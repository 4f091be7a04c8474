import { expect, it } from 'vitest';
import { wrapText } from '../../src/share/wrapped-text.js';

it('no line ends inside a time', () => {
  expect(wrapText('it takes 7 h 9 min and more', 14)).toEqual(['it takes', '7 h 9 min and', 'more']);
});
