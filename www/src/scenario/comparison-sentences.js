/** @file Sentences about comparisons, each with its condition. */

import { cacheFetches } from './fetch-cache.js';

/** The text of `sentences.json`, fetched once. */
export const fetchSentences = cacheFetches(async () => {
  const response = await fetch(new URL('sentences.json', document.baseURI));
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  return response.text();
});
