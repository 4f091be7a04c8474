import { expect, it } from 'vitest';
import { embedOptions, unknownWords } from '../../src/address/embed-options.js';

it('what an embed is asked for in vain is listed with what there is', () => {
  const told = (/** @type {string} */ search) => unknownWords(embedOptions(search, '', []).unknown);
  const known = ' There are show, theme (auto, light, dark, projector), autoplay and lock (0 or 1), t and window (in seconds).';
  expect(told('?lock=all')).toBe(`The embed's address asks for lock=all, which does not exist.${known}`);
  expect(told('?show=foo&question=Hello')).toBe(`The embed's address asks for show=foo and question=Hello, which do not exist.${known}`);
  expect(told('?a=1&b=2&c=3&d=4&e=5')).toBe(`The embed's address asks for a=1, b=2, c=3 and 2 more, which do not exist.${known}`);
});
