/** @file Advice on policies and their pseudo-code: a file beside the wasm package, loaded when a help opens. */

import address from '../../pkg/advice.json?url';
import { cacheFetches } from '../scenario/fetch-cache.js';
import { fetchSiteJson } from '../scenario/site-json.js';

/** @typedef {{when_to_use?: string, pseudocode?: string}} Advice */

/** The advice by family and id, fetched once. */
export const fetchAdvice = cacheFetches(() => /** @type {Promise<Record<string, Advice>>} */ (fetchSiteJson(address)));
