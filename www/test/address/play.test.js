import { expect, test } from 'vitest';
import { isUndamaged } from '../../src/address/fragments.js';
import { parsePlayFragment, playFragment } from '../../src/address/play.js';

test('the board of a scenario has its packed text and the choices in its address', () => {
  const place = { board: '', scenario: '1.aB-9_x', choices: '12', beat: '' };
  const fragment = playFragment(place);
  expect(fragment).toBe('play&s=1.aB-9_x&d=12');
  expect(isUndamaged(fragment)).toBe(true);
  expect(parsePlayFragment(fragment)).toEqual(place);
  // Choices of several deciders, and beyond the letters.
  const choices = '1(62)|0';
  expect(parsePlayFragment(playFragment({ ...place, choices }))).toEqual({ ...place, choices });
});

test('a board of this site has no scenario in its address', () => {
  expect(parsePlayFragment('play=six-jobs&s=1.abc&d=1')).toEqual({ board: 'six-jobs', scenario: '', choices: '1', beat: '' });
  expect(playFragment({ board: '' })).toBe('play');
});
