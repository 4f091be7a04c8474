/** @file Answers calls of the engine's functions that need no run: catalog, check, links. Runs in a worker, or on the main thread. */

import * as wasm from '../../pkg/ganttlet_wasm.js';
import { createCallHandler } from '../engine/call-handler.js';
import { createDeferredLoader, createEngineLoader } from '../engine/deferred-loading.js';
import * as links from './link-codec.js';
import { LINKS, METHODS } from './method-names.js';

/** The functions that can be called. Those in the deferred part load it first. */
function createMethods() {
  const loadDeferred = createDeferredLoader(wasm.load_deferred, true);
  /** Returns a function of the engine that first loads the deferred part, if it is in that part. */
  const engineFunction =
    (/** @type {typeof METHODS[number]} */ name) =>
    async (/** @type {any[]} */ ...args) => {
      if (wasm.is_deferred(name)) await loadDeferred();
      return /** @type {(...args: any[]) => any} */ (wasm[name])(...args);
    };
  return Object.fromEntries([...METHODS.map((name) => [name, engineFunction(name)]), ...LINKS.map((name) => [name, links[name]])]);
}

/**
 * Starts answering calls of the functions that need no run.
 * @param {import('../engine/call-handler.js').Post} post
 */
export function startServices(post) {
  return createCallHandler(post, createEngineLoader(wasm.default, wasm.load_deferred, wasm.load_deferred_on_use), createMethods());
}
