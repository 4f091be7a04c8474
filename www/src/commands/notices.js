/** @file The notice of the page, and its running tasks. */

/** @import { Page } from './page.js' */
/** @import { Notice } from '../types.js' */

/** @typedef {{progress: (fraction: number|null) => void, end: () => void}} RunningTask running work */

/**
 * Shows a notice of one sentence in place of the previous one.
 * @param {Page} page
 * @param {string} text as shown; it may begin with a file name
 * @param {Notice['kind']} [kind]
 * @param {Notice['action']} [action] the offered action
 */
export function showNotice(page, text, kind = 'info', action = null) {
  page.noticeCount += 1;
  page.store.set({ notice: { id: page.noticeCount, text, kind, action } });
}

/**
 * Removes the notice, if it is still the given one.
 * @param {Page} page
 * @param {number} id
 */
export function dismissNotice(page, id) {
  if (page.store.get().notice?.id === id) page.store.set({ notice: null });
}

/**
 * Adds a task to the list of running tasks.
 * @param {Page} page
 * @param {string} label
 * @param {(() => void)|null} [cancel]
 * @returns {RunningTask}
 */
export function beginTask(page, label, cancel = null) {
  page.noticeCount += 1;
  const id = `task-${page.noticeCount}`;
  page.store.set({ busy: [...page.store.get().busy, { id, label, fraction: null, cancel }] });
  return {
    progress: (fraction) => page.store.set({ busy: page.store.get().busy.map((task) => (task.id === id ? { ...task, fraction } : task)) }),
    end: () => page.store.set({ busy: page.store.get().busy.filter((task) => task.id !== id) }),
  };
}

/** Removes the errors of a file that could not be used. */
export function clearFileErrors(/** @type {Page} */ page) {
  const { diagnostics } = page.store.get();
  if (diagnostics.some(({ file }) => file)) page.store.set({ diagnostics: diagnostics.filter(({ file }) => !file) });
}
