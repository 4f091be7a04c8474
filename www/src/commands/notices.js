/** @file What the page tells: one notice at a time, and what is under way. */

/** @import { Page } from './page.js' */
/** @import { Notice } from '../types.js' */

/** @typedef {{progress: (fraction: number|null) => void, end: () => void}} Started work that is under way */

/**
 * Tells something in one sentence; the newest notice replaces the one before.
 * @param {Page} page
 * @param {string} text as it is shown: it may begin with the name of a file
 * @param {Notice['kind']} [kind]
 * @param {Notice['action']} [action] the one click that helps
 */
export function notice(page, text, kind = 'info', action = null) {
  page.told += 1;
  page.store.set({ notice: { id: page.told, text, kind, action } });
}

/**
 * Takes the notice away, if it is still that one.
 * @param {Page} page
 * @param {number} id
 */
export function dismissNotice(page, id) {
  if (page.store.get().notice?.id === id) page.store.set({ notice: null });
}

/**
 * Puts work on the list of what is under way.
 * @param {Page} page
 * @param {string} label
 * @param {(() => void)|null} [cancel]
 * @returns {Started}
 */
export function begin(page, label, cancel = null) {
  page.told += 1;
  const id = `task-${page.told}`;
  page.store.set({ busy: [...page.store.get().busy, { id, label, fraction: null, cancel }] });
  return {
    progress: (fraction) => page.store.set({ busy: page.store.get().busy.map((task) => (task.id === id ? { ...task, fraction } : task)) }),
    end: () => page.store.set({ busy: page.store.get().busy.filter((task) => task.id !== id) }),
  };
}

/** Takes away what is said of a file that could not be used. */
export function forgetFileTrouble(/** @type {Page} */ page) {
  const { diagnostics } = page.store.get();
  if (diagnostics.some(({ file }) => file)) page.store.set({ diagnostics: diagnostics.filter(({ file }) => !file) });
}
