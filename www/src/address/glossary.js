/**
 * @file The address of the glossary: `#glossary`, `#glossary=easy`, or, if several terms have the same id,
 * `#glossary=metric/wait`.
 */

import { fragmentFields } from './fragments.js';

/**
 * The glossary term that a fragment names: empty for the whole glossary, undefined for other fragments.
 * @param {string} fragment with or without #
 * @returns {string|undefined}
 */
export function parseTermFragment(fragment) {
  return fragmentFields(fragment).get('glossary')?.trim();
}

/**
 * The fragment of a term, with #.
 * @param {string} term
 */
export function termFragment(term) {
  return term === '' ? '#glossary' : `#glossary=${encodeURIComponent(term).replaceAll('%2F', '/')}`;
}

/**
 * The whole address of a term on this page, for links.
 * @param {string} term
 */
export function termAddress(term) {
  return `${location.href.replace(/#.*$/u, '')}${termFragment(term)}`;
}

/**
 * The address of an entry of the reference page.
 * @param {string} [anchor] empty for the whole page
 */
export function referenceAddress(anchor = '') {
  return new URL(anchor === '' ? 'docs.html' : `docs.html#${anchor}`, document.baseURI).href;
}
