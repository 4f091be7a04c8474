/** @file What is fetched of the site once, for all pages of a document: it does not change while it is open. */

/**
 * Remembers what came of each key. What failed is tried again on the next call.
 * @template T
 * @param {(key: string) => Promise<T>} fetch
 * @returns {(key?: string) => Promise<T>}
 */
export function once(fetch) {
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
