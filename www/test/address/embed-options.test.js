import { expect, it } from 'vitest';
import { invalidOptionsText, parseEmbedOptions } from '../../src/address/embed-options.js';

it('what an embed is asked for in vain is listed with what there is', () => {
  const told = (/** @type {string} */ search) => invalidOptionsText(parseEmbedOptions(search, '', []).unknown);
  const known =
    ' Available: show, theme (auto, light, dark, projector), autoplay (0 or 1), lock (0, 1 or controls, as in policy,seed), t and window (in seconds), height (auto).';
  expect(told('?lock=all')).toBe(`Invalid option in the address of the embed: lock=all.${known}`);
  expect(told('?show=foo&question=Hello')).toBe(`Invalid options in the address of the embed: show=foo and question=Hello.${known}`);
  expect(told('?a=1&b=2&c=3&d=4&e=5')).toBe(`Invalid options in the address of the embed: a=1, b=2, c=3 and 2 more.${known}`);
});
