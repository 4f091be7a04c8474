/** @file The catalog with all its texts: a file beside the wasm package, which omits them. */

import address from '../../pkg/catalog.json?url';
import { fetchSiteJson } from '../scenario/site-json.js';

/** @import { Catalog } from '../engine/types.js' */

/**
 * Fetches the catalog.
 * @type {() => Promise<Catalog>}
 */
export const fetchCatalog = () => fetchSiteJson(address);
