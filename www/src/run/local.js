/** @file A run over the real engine, wherever it is put. */

import init, { Engine, lacks, late } from '../../pkg/ganttlet_wasm.js';
import { lateOnce } from '../engine/late.js';
import { fileReaders } from '../engine/readers.js';
import { createHost } from './host.js';
import { Readings } from './readings.js';

/**
 * @param {(message: import('./protocol.js').FromRun, transfer?: Transferable[]) => void} post
 */
export function startRun(post) {
  const readings = new Readings();
  const rest = lateOnce(late);
  return createHost(
    post,
    (module) => init({ module_or_path: module }),
    (scenario, variant, files, decisions, read) => new Engine(scenario, variant, files, decisions, read),
    async (files) => (files.length > 0 ? readings.next(await fileReaders()) : undefined),
    (method) => (lacks(`engine_${method}`) ? rest() : undefined),
  );
}
