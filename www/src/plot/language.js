/** @file A language that numbers can be written in: some browsers name one that their own `Intl` refuses. */

/** The language used instead, that of the page. */
const USUAL = 'en';

/**
 * Makes `navigator.language` one that `Intl` takes: libraries hand it on as they load, and would not load at all.
 * @param {{language?: string}} browser
 */
export function mendLanguage(browser) {
  try {
    new Intl.NumberFormat(browser.language);
  } catch {
    Object.defineProperty(browser, 'language', { value: USUAL, configurable: true });
  }
}

if (typeof navigator !== 'undefined') mendLanguage(navigator);
