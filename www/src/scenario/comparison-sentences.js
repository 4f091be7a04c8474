/** @file The sentences that the site can say of comparisons, each with what must be true for it. */

import { once } from './fetch-cache.js';

/** The text of `sentences.json`, fetched once. */
export const sentences = once(async () => {
  const response = await fetch(new URL('sentences.json', document.baseURI));
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  return response.text();
});
