/** @file The notice about an example that does not exist. */

import { fetchGallery } from '../scenario/gallery-list.js';
import { showNotice } from './notices.js';

/** @import { Page } from './page.js' */

/** Maximum number of proposed examples. */
const MOST_PROPOSED = 3;

/**
 * Reports an unknown example, and similar ones.
 * @param {Page} page
 * @param {string} id
 */
export async function reportUnknownExample(page, id) {
  const list = await fetchGallery().then(
    ({ examples }) => examples,
    () => [],
  );
  const similar = similarIds(
    id,
    list.map((entry) => entry.id),
  );
  const advice = similar.length > 0 ? `Did you mean ${similar.join(', ')}?` : 'The list of examples has all ids.';
  showNotice(page, `Unknown example "${id.replace(/^(.{40}).+$/su, '$1…')}". ${advice}`, 'error');
}

/**
 * The ids that share the most words or parts of words with an id.
 * @param {string} id
 * @param {readonly string[]} known
 * @returns {string[]} at most three, the most similar first
 */
export function similarIds(id, known) {
  const words = id
    .toLowerCase()
    .split(/[^a-z0-9]+/u)
    .filter(Boolean);
  // Pairs of letters match even with a typing error.
  const pairs = (/** @type {string} */ text) => new Set(Array.from({ length: text.length - 1 }, (_, at) => text.slice(at, at + 2)));
  const wanted = pairs(words.join('-'));
  const scored = known.map((one) => {
    const shared = [...pairs(one)].filter((pair) => wanted.has(pair)).length;
    return { one, score: shared / Math.max(wanted.size, 1) + words.filter((word) => one.split('-').includes(word)).length };
  });
  return scored
    .filter(({ score }) => score >= 0.5)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MOST_PROPOSED)
    .map(({ one }) => one);
}
