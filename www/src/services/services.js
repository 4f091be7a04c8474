/** @file The page's access to the functions of the engine that need no run. */

import { createCaller } from '../engine/caller.js';
import { engineModule } from '../engine/module.js';
import { LINKS, METHODS, READERS } from './method-names.js';

/** @import { Caller } from '../engine/caller.js' */
/** @import { Methods } from './method-names.js' */

/** @typedef {{[M in keyof Methods]: (...args: Parameters<Methods[M]>) => Promise<Awaited<ReturnType<Methods[M]>>>}} Promised */

/** Time limit of quick calls, ms; reading a large file has none, and can be cancelled. */
const PATIENCE_MS = 15_000;
/** The time limit of a call, ms. */
const timeLimit = (/** @type {string} */ method) => (method === 'inspect' || method === 'sha256' ? Infinity : PATIENCE_MS);

/**
 * @param {{module?: () => Promise<WebAssembly.Module>, makeWorker?: () => Worker}} [parts] replaced in tests
 */
export function createServices({
  module = engineModule,
  makeWorker = () => new Worker(new URL('../worker.js', import.meta.url), { type: 'module', name: 'services' }),
} = {}) {
  /** @type {Caller<Methods>} */
  const { call, giveUp, rest } = createCaller({
    module,
    makeWorker,
    patience: timeLimit,
    loadLocal: async () => (await import('./services-worker.js')).startServices,
  });
  const promised = [...METHODS, ...LINKS, ...READERS].map((name) => [
    name,
    (/** @type {any[]} */ ...args) => call(name, .../** @type {Parameters<Methods[typeof name]>} */ (args)),
  ]);
  return {
    .../** @type {Promised} */ (Object.fromEntries(promised)),
    /** Ends what is under way: the worker is closed, the next call starts a fresh one. */
    giveUp,
    /** Gives the memory back while nothing is under way. */
    rest,
  };
}

/** @typedef {ReturnType<typeof createServices>} Services */
