/** @file The notice about an example that does not exist. */

import { fetchGallery } from '../scenario/gallery-list.js';
import { showNotice } from './notices.js';

/** @import { Page } from './page.js' */

/**
 * Reports that there is no such example, and which there are.
 * @param {Page} page
 *
 * @param {string} id
 */
export async function reportUnknownExample(page, id) {
  const list = await fetchGallery().then(
    ({ examples }) => examples,
    () => [],
  );
  const there = list.length > 0 ? ` Available: ${list.map((entry) => entry.id).join(', ')}.` : '';
  showNotice(page, `Unknown example "${id.replace(/^(.{40}).+$/su, '$1…')}".${there}`, 'error');
}
