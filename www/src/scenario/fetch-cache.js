/** @file A cache of files of the site, which do not change while the page is open. */

/**
 * Caches the result of `fetch` by key. A failed fetch is repeated on the next call.
 * @template T
 * @param {(key: string) => Promise<T>} fetch
 * @returns {(key?: string) => Promise<T>}
 */
export function cacheFetches(fetch) {
  /** @type {Map<string, Promise<T>>} */
  const known = new Map();
  return (key = '') => {
    const found =
      known.get(key) ??
      fetch(key).catch((error) => {
        known.delete(key);
        throw error;
      });
    known.set(key, found);
    return found;
  };
}
