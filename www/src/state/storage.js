/**
 * @file The only access to the browser's storage: preferences, and the database, which is loaded on first use. Both are
 * unavailable in sandboxed frames and private windows, so every failure is tolerated: without storage the page works,
 * but does not remember.
 */

/** @typedef {ReturnType<typeof import('./database.js').createDatabase>} Database */

/** Creates the access to drafts, files and runs of studies of earlier visits. */
export function createStorage() {
  /** @type {Promise<Database|undefined>|undefined} */
  let opened;
  /** @type {Set<() => void>} */
  const watchers = new Set();
  const openOnce = () =>
    (opened ??= import('./database.js').then(
      ({ createDatabase }) => createDatabase(() => watchers.forEach((watcher) => watcher())),
      () => (opened = undefined),
    ));
  /**
   * Returns a method of the database, which is loaded on first use.
   * @template {keyof Database} Name
   * @param {Name} name
   * @returns {(...values: Parameters<Database[Name]>) => Promise<any>}
   */
  const databaseMethod =
    (name) =>
    async (...values) =>
      /** @type {any} */ ((await openOnce())?.[name])?.(...values);

  return {
    storeStudyRuns: databaseMethod('storeStudyRuns'),
    /** @type {Database['loadStudyRuns']} */
    loadStudyRuns: databaseMethod('loadStudyRuns'),
    storeDraft: databaseMethod('storeDraft'),
    /** @type {Database['loadDraft']} */
    loadDraft: databaseMethod('loadDraft'),
    storeFile: databaseMethod('storeFile'),
    /** @type {Database['loadFile']} */
    loadFile: databaseMethod('loadFile'),
    /** @type {Database['listFiles']} */
    listFiles: async () => (await databaseMethod('listFiles')()) ?? [],
    deleteFiles: databaseMethod('deleteFiles'),
    /**
     * Calls `watcher` after each change of the stored files.
     * @param {() => void} watcher
     * @returns {() => void} a function that stops it
     */
    watchFiles(watcher) {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
  };
}

/** @typedef {ReturnType<typeof createStorage>} Storage */

/**
 * Stores a small preference.
 * @param {string} name
 * @param {string} value
 */
export function storePreference(name, value) {
  try {
    localStorage.setItem(`ganttlet.${name}`, value);
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
}

/**
 * A stored preference; null without one.
 * @param {string} name
 * @returns {string|null}
 */
export function loadPreference(name) {
  try {
    return localStorage.getItem(`ganttlet.${name}`);
  } catch {
    return null;
  }
}
