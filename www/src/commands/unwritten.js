/** @file The scenario of a page that was left before its address said it: kept in the tab, for the address it had. */

const KEY = 'ganttlet.unwritten';

/**
 * Keeps it, at once: nothing that has to be waited for ends before the page does.
 * @param {string} hash of the address
 * @param {string} text of the scenario
 */
export function keepUnwritten(hash, text) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ hash, text }));
  } catch {
    // Without storage, or with a scenario too long for it, the page is opened as its address says.
  }
}

/**
 * Takes it out again.
 * @param {string} fragment of the address, without #
 * @returns {string|null} nothing if there is none, or it is of another address
 */
export function takeUnwritten(fragment) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    sessionStorage.removeItem(KEY);
    return kept?.hash === (fragment === '' ? '' : `#${fragment}`) && typeof kept.text === 'string' ? kept.text : null;
  } catch {
    return null;
  }
}
