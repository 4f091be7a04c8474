/** @file The catalog with all its texts, which the wasm package leaves out: a file that is built beside it. */

import address from '../../pkg/catalog.json?url';
import { fetched } from '../scenario/site-json.js';

/** @import { Catalog } from '../engine/types.js' */

/** @type {() => Promise<Catalog>} */
export const fetchCatalog = () => fetched(address);
