/** @file The list of ready-made scenarios that the site serves, and what came of each. */

import { once } from './fetch-cache.js';
import { fetched } from './site-json.js';

/**
 * @typedef {{id: string, title: string, about: string}} Group
 * @typedef {{id: string, group: string, level: number, title: string, question: string, measure: string, word: string}} Example word: what its number is called
 * @typedef {{groups: Group[], examples: Example[]}} Gallery
 * @typedef {{unit: string, from: number|null, to: number|null, digests: string[]}} Shown a measure of the first and of the last system
 */

/** The examples, fetched once. */
export const galleryList = once(() => /** @type {Promise<Gallery>} */ (fetched('gallery/index.json')));

/** What came of each example at its own seed, fetched once. */
export const galleryShown = once(() => /** @type {Promise<Record<string, Shown>>} */ (fetched('thumbnails/shown.json')));
