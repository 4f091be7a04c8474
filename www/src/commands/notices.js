/** @file What the page tells: one notice at a time, and what is under way. */

import { store } from '../state/store.js';

/** @import { Notice } from '../types.js' */

let next = 0;

/**
 * Tells something in one sentence; the newest notice replaces the one before.
 * @param {string} text as it is shown: it may begin with the name of a file
 * @param {Notice['kind']} [kind]
 * @param {Notice['action']} [action] the one click that helps
 */
export function notice(text, kind = 'info', action = null) {
  next += 1;
  store.set({ notice: { id: next, text, kind, action } });
}

/**
 * Takes the notice away, if it is still that one.
 * @param {number} id
 */
export function dismissNotice(id) {
  if (store.get().notice?.id === id) store.set({ notice: null });
}

/**
 * Puts work on the list of what is under way.
 * @param {string} label
 * @param {(() => void)|null} [cancel]
 * @returns {{progress: (fraction: number|null) => void, end: () => void}}
 */
export function begin(label, cancel = null) {
  next += 1;
  const id = `task-${next}`;
  store.set({ busy: [...store.get().busy, { id, label, fraction: null, cancel }] });
  return {
    progress: (fraction) => store.set({ busy: store.get().busy.map((task) => (task.id === id ? { ...task, fraction } : task)) }),
    end: () => store.set({ busy: store.get().busy.filter((task) => task.id !== id) }),
  };
}
