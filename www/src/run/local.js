/** @file A run over the real engine, wherever it is put. */

import init, { Engine } from '../../pkg/ganttlet_wasm.js';
import { createHost } from './host.js';

/**
 * @param {(message: import('./protocol.js').FromRun, transfer?: Transferable[]) => void} post
 */
export function startRun(post) {
  return createHost(
    post,
    (module) => init({ module_or_path: module }),
    (scenario, variant, files, decisions) => new Engine(scenario, variant, files, decisions),
  );
}
