/** @file Stores the scenario of a page that is left before its address was updated, in the tab, for that address. */

const KEY = 'ganttlet.unwritten';

/**
 * Stores the scenario synchronously, since the page ends before asynchronous work.
 * @param {string} hash of the address
 *
 * @param {string} text of the scenario
 *
 * @param {boolean} edited whether its name may not fit it
 */
export function storeTabDraft(hash, text, edited) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ hash, text, edited }));
  } catch {
    // Without storage, or with a scenario too long for it, the page opens its address.
  }
}

/**
 * Returns the stored scenario and removes it.
 * @param {string} fragment of the address, without #
 *
 * @returns {{text: string, edited: boolean}|null} nothing if there is none, or it is of another address
 */
export function takeTabDraft(fragment) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    sessionStorage.removeItem(KEY);
    return kept?.hash === (fragment === '' ? '' : `#${fragment}`) && typeof kept.text === 'string'
      ? { text: kept.text, edited: kept.edited === true }
      : null;
  } catch {
    return null;
  }
}
