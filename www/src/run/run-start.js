/** @file Starts a run with the real engine. */

import init, { Engine, is_deferred, load_deferred, load_deferred_on_use } from '../../pkg/ganttlet_wasm.js';
import { createDeferredLoader, createEngineLoader } from '../engine/deferred-loading.js';
import { createRunLoop } from './run-loop.js';

/**
 * Creates the loop of a run.
 * @param {(message: import('./run-protocol.js').FromRun, transfer?: Transferable[]) => void} post
 */
export function startRun(post) {
  const whole = createDeferredLoader(load_deferred);
  return createRunLoop(
    post,
    createEngineLoader(init, load_deferred, load_deferred_on_use),
    (...args) => new Engine(...args),
    (method) => (is_deferred(`engine_${method}`) ? whole() : undefined),
  );
}
