/** @file Advice on policies, their pseudo-code, and what tables say: a file beside the wasm package, loaded when a help or a table opens. */

import address from '../../pkg/advice.json?url';
import { cacheFetches } from '../scenario/fetch-cache.js';
import { fetchSiteJson } from '../scenario/site-json.js';

/** @typedef {{when_to_use?: string, pseudocode?: string, doc?: string, columns?: Record<string, string>}} Advice of a policy, or of a table: what it and its columns say */

/** The advice by family and id, and by `table/` and the id of a table, fetched once. */
export const fetchAdvice = cacheFetches(() => /** @type {Promise<Record<string, Advice>>} */ (fetchSiteJson(address)));
