/** @file Compiled wasm, fetched and compiled once for the page and handed to each worker. */

import { cacheFetches } from '../scenario/fetch-cache.js';

/**
 * A function that gives the module at an address. A failed fetch is tried again on the next call.
 * @param {string} address
 * @returns {() => Promise<WebAssembly.Module>}
 */
export function compiledOnce(address) {
  return cacheFetches(() => compile(address));
}

/**
 * A module that a worker fetched, for those that start after it.
 */
export function handedOn() {
  /** @type {WebAssembly.Module|undefined} */
  let known;
  return { get: () => known, set: (/** @type {WebAssembly.Module} */ module) => void (known = module) };
}

/** @param {string} address */
async function compile(address) {
  if (typeof WebAssembly !== 'object') throw new Error('This browser has no WebAssembly, or it is switched off.');
  const response = await fetch(address);
  if (!response.ok) throw new Error(`The engine could not be fetched (${response.status} ${response.statusText}).`);
  // Some static hosts do not send application/wasm, which the streaming call insists on.
  if (response.headers.get('content-type')?.startsWith('application/wasm')) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}
