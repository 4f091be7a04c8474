/** @file The list of ready-made scenarios that the site serves. */

import { once } from './once.js';

/** @typedef {{id: string, name: string, summary: string}} Example */

/** The examples, fetched once. */
export const galleryList = once(fetchList);

/** @returns {Promise<Example[]>} */
async function fetchList() {
  const response = await fetch(new URL('gallery/index.json', document.baseURI));
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  const found = await response.json();
  const entries = Array.isArray(found) ? found : (found.examples ?? []);
  return entries.map((/** @type {any} */ { id, name, title, summary, question, asks }) => ({
    id: String(id),
    name: String(name ?? title ?? id),
    summary: String(question ?? summary ?? ''),
  }));
}
