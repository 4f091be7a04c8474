/**
 * @file Stores in the tab, by address, the data that would be lost when the page is left: a scenario that is not yet in
 * the address, and the position of a playhead at rest.
 */

const KEY = 'ganttlet.unwritten';
const PLAYHEAD_KEY = 'ganttlet.playhead';

/**
 * Stores the scenario synchronously, since the page ends before asynchronous work.
 * @param {string} hash of the address
 * @param {string} text of the scenario
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
 * @returns {{text: string, edited: boolean}|null} null if there is none for this address
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

/**
 * Stores the position of a playhead at rest.
 * @param {string} hash of the address
 * @param {number} at_s
 */
export function storeTabPlayhead(hash, at_s) {
  try {
    sessionStorage.setItem(PLAYHEAD_KEY, JSON.stringify({ hash, at_s }));
  } catch {
    // Without storage, playback starts again.
  }
}

/**
 * Returns the stored position of the playhead and removes it.
 * @param {string} fragment of the address, without #
 * @returns {number|null} null if there is none for this address
 */
export function takeTabPlayhead(fragment) {
  try {
    const { hash, at_s } = JSON.parse(sessionStorage.getItem(PLAYHEAD_KEY) ?? '{}');
    sessionStorage.removeItem(PLAYHEAD_KEY);
    return hash === (fragment === '' ? '' : `#${fragment}`) && Number.isFinite(at_s) ? at_s : null;
  } catch {
    return null;
  }
}
