/** @file The list of examples and their results. */

import { cacheFetches } from './fetch-cache.js';
import { fetchSiteJson } from './site-json.js';

/**
 * @typedef {{id: string, title: string, about: string}} Group
 * @typedef {{window?: {from_s: number, to_s: number}, folded?: number[], colour?: import('../engine/types.js').Colour}} ExampleView
 *   window: the visible time; folded: the variants whose charts are strips; colour: the meaning of colours
 * @typedef {{id: string, group: string, level: number, title: string, question: string, measure: string, word: string, compare?: [number, number], statistic?: 'min'|'max', view?: ExampleView}} Example
 *   word: the name of its number; compare: the variants that answer its question, if not the first and the
 *   last; statistic: of the measure; view: the initial view, if not the whole run
 * @typedef {{groups: Group[], examples: Example[]}} Gallery
 * @typedef {{unit: string, from: number|null, to: number|null, digests: string[]}} Shown a measure of the two compared
 *   systems
 */

/** The examples, fetched once. */
export const fetchGallery = cacheFetches(() => /** @type {Promise<Gallery>} */ (fetchSiteJson('gallery/index.json')));

/** The results of each example at the seed of the example, fetched once. */
export const fetchGalleryResults = cacheFetches(
  () => /** @type {Promise<Record<string, Shown>>} */ (fetchSiteJson('thumbnails/shown.json')),
);

/** The policies of each example, for the search, fetched once. */
export const fetchGalleryPolicies = cacheFetches(
  () => /** @type {Promise<Record<string, string[]>>} */ (fetchSiteJson('gallery-policies.json')),
);
