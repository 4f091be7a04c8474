/** @file A run over the real engine, wherever it is put. */

import init, { Engine, lacks, late, late_at_once } from '../../pkg/ganttlet_wasm.js';
import { readyEngine, wholeOnce } from '../engine/late.js';
import { fileReaders } from '../engine/readers.js';
import { createHost } from './host.js';
import { Readings } from './readings.js';

/**
 * @param {(message: import('./protocol.js').FromRun, transfer?: Transferable[]) => void} post
 */
export function startRun(post) {
  const readings = new Readings();
  const whole = wholeOnce(late);
  return createHost(
    post,
    readyEngine(init, late, late_at_once),
    (scenario, variant, files, decisions, read) => new Engine(scenario, variant, files, decisions, read),
    async (files) => (files.length > 0 ? readings.next(await fileReaders()) : undefined),
    (method) => (lacks(`engine_${method}`) ? whole() : undefined),
  );
}
