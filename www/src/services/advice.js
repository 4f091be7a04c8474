/**
 * @file Advice on policies, their pseudo-code, and descriptions of tables: a file beside the wasm package, loaded when
 * a help or a table opens.
 */

import address from '../../pkg/advice.json?url';
import { cacheFetches } from '../scenario/fetch-cache.js';
import { fetchSiteJson } from '../scenario/site-json.js';

/**
 * @typedef {{when_to_use?: string, pseudocode?: string, doc?: string, columns?: Record<string, string>}} Advice on a
 *   policy, or descriptions of a table and its columns
 */

/** The advice by family and id, and by `table/` and the id of a table, fetched once. */
export const fetchAdvice = cacheFetches(() => /** @type {Promise<Record<string, Advice>>} */ (fetchSiteJson(address)));
