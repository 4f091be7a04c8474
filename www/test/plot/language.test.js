import { expect, it } from 'vitest';
import { mendLanguage } from '../../src/plot/language.js';

it('a language that Intl refuses becomes one it takes', () => {
  const told = (/** @type {string} */ language) => {
    const browser = { language };
    mendLanguage(browser);
    return [browser.language, new Intl.NumberFormat(browser.language).format(1.5)];
  };
  expect(() => new Intl.NumberFormat('c')).toThrow(RangeError);
  expect(told('c')).toEqual(['en', '1.5']);
  expect(told('')).toEqual(['en', '1.5']);
  expect(told('de-DE')).toEqual(['de-DE', '1,5']);
});
