/** @file Advice on policies and their pseudo-code: a file beside the wasm package, loaded when a help opens. */

import address from '../../pkg/advice.json?url';
import { once } from '../scenario/fetch-cache.js';
import { fetched } from '../scenario/site-json.js';

/** @typedef {{when_to_use?: string, pseudocode?: string}} Advice */

/** The advice by family and id, fetched once. */
export const fetchAdvice = once(() => /** @type {Promise<Record<string, Advice>>} */ (fetched(address)));
