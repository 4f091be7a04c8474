/** @file Wasm modules, fetched and compiled once for the page and passed to each worker. */

import { cacheFetches } from '../scenario/fetch-cache.js';

/**
 * A function that returns the module at an address. A failed fetch is repeated on the next call.
 * @param {string|(() => Promise<string>)} address the address, or a function that imports it on the first call
 * @returns {() => Promise<WebAssembly.Module>}
 */
export function cacheModule(address) {
  return cacheFetches(async () => compileModule(typeof address === 'string' ? address : await address()));
}

/** Holds a module that a worker fetched, for later workers. */
export function moduleSlot() {
  /** @type {WebAssembly.Module|undefined} */
  let known;
  return { get: () => known, set: (/** @type {WebAssembly.Module} */ module) => void (known = module) };
}

/** @param {string} address */
async function compileModule(address) {
  if (typeof WebAssembly !== 'object') throw new Error('This browser has no WebAssembly, or it is switched off.');
  const response = await fetch(address);
  if (!response.ok) throw new Error(`The engine could not be fetched (${response.status} ${response.statusText}).`);
  // Some static hosts do not send application/wasm, which the streaming call requires.
  if (response.headers.get('content-type')?.startsWith('application/wasm')) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}
