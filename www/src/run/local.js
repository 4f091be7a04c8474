/** @file A run over the real engine, wherever it is put. */

import init, { Engine, is_deferred, load_deferred, load_deferred_on_use } from '../../pkg/ganttlet_wasm.js';
import { readyEngine, wholeOnce } from '../engine/deferred.js';
import { createHost } from './host.js';

/**
 * @param {(message: import('./protocol.js').FromRun, transfer?: Transferable[]) => void} post
 */
export function startRun(post) {
  const whole = wholeOnce(load_deferred);
  return createHost(
    post,
    readyEngine(init, load_deferred, load_deferred_on_use),
    (...args) => new Engine(...args),
    (method) => (is_deferred(`engine_${method}`) ? whole() : undefined),
  );
}
