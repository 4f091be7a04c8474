/** @file A run over the real engine, wherever it is put. */

import init, { Engine, is_deferred, load_deferred, load_deferred_on_use } from '../../pkg/ganttlet_wasm.js';
import { readyEngine, wholeOnce } from '../engine/deferred.js';
import { fileReaders } from '../engine/readers.js';
import { createHost } from './host.js';
import { Readings } from './readings.js';

/**
 * @param {(message: import('./protocol.js').FromRun, transfer?: Transferable[]) => void} post
 */
export function startRun(post) {
  const readings = new Readings();
  const whole = wholeOnce(load_deferred);
  return createHost(
    post,
    readyEngine(init, load_deferred, load_deferred_on_use),
    (scenario, variant, files, decisions, read) => new Engine(scenario, variant, files, decisions, read),
    async (files) => (files.length > 0 ? readings.next(await fileReaders()) : undefined),
    (method) => (is_deferred(`engine_${method}`) ? whole() : undefined),
  );
}
