/** @file The catalog with all its texts, which the wasm package leaves out: a file that is built beside it. */

import address from '../../pkg/catalog.json?url';

/** @import { Catalog } from '../engine/types.js' */

/** @returns {Promise<Catalog>} */
export async function fetchCatalog() {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`the catalog cannot be fetched: ${response.status}`);
  return response.json();
}
