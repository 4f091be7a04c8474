/** @file The page's access to the functions of the engine that need no run, and to the readers of files. */

import { createCaller } from '../engine/engine-caller.js';
import { engineModule } from '../engine/engine-module.js';
import { readersModule } from '../engine/file-readers.js';
import { LINKS, METHODS } from './method-names.js';

/** @import { Caller } from '../engine/engine-caller.js' */
/** @import { Methods } from './method-names.js' */
/** @import { ReaderMethods } from './readers-worker.js' */

/** @typedef {{[M in keyof Methods]: (...args: Parameters<Methods[M]>) => Promise<Awaited<ReturnType<Methods[M]>>>}} Promised */

/** Time limit of quick calls, ms; hashing a large text has none. */
const PATIENCE_MS = 15_000;
/** The time limit of a call, ms. */
const timeLimit = (/** @type {string} */ method) => (method === 'sha256' ? Infinity : PATIENCE_MS);

/**
 * The engine of the page for everything but runs: checks, texts, links, files.
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
  const promised = [...METHODS, ...LINKS].map((name) => [
    name,
    (/** @type {any[]} */ ...args) => call(name, .../** @type {Parameters<Methods[typeof name]>} */ (args)),
  ]);
  /** @type {Set<Caller<ReaderMethods>>} */
  const readings = new Set();
  /**
   * Each file is read in a separate worker, which ends with it: it delays no other calls, and its memory is released.
   * @template {keyof ReaderMethods} M
   * @param {M} method
   * @param {Parameters<ReaderMethods[M]>} args
   * @param {AbortSignal} [signal]
   */
  const readFile = async (method, args, signal) => {
    /** @type {Caller<ReaderMethods>} */
    const reader = createCaller({
      module: readersModule,
      makeWorker: () => new Worker(new URL('../worker.js', import.meta.url), { type: 'module', name: 'readers' }),
      loadLocal: async () => (await import('./readers-worker.js')).startReaders,
    });
    readings.add(reader);
    signal?.addEventListener('abort', reader.giveUp);
    try {
      return await reader.call(method, ...args);
    } finally {
      reader.giveUp();
      readings.delete(reader);
    }
  };
  return {
    .../** @type {Promised} */ (Object.fromEntries(promised)),
    inspect: (/** @type {Parameters<ReaderMethods['inspect']>} */ ...args) => readFile('inspect', args),
    guess_columns: (/** @type {Parameters<ReaderMethods['guess_columns']>} */ ...args) => readFile('guess_columns', args),
    preview_columns: (/** @type {Parameters<ReaderMethods['preview_columns']>} */ ...args) => readFile('preview_columns', args),
    inspect_platform: (/** @type {Parameters<ReaderMethods['inspect_platform']>} */ ...args) => readFile('inspect_platform', args),
    open_archive: (/** @type {Parameters<ReaderMethods['open_archive']>} */ ...args) => readFile('open_archive', args),
    write_simgrid: (/** @type {Parameters<ReaderMethods['write_simgrid']>} */ ...args) => readFile('write_simgrid', args),
    read: (/** @type {AbortSignal} */ signal, /** @type {Parameters<ReaderMethods['read']>} */ ...args) => readFile('read', args, signal),
    /** Cancels calls in progress: the workers are closed, the next call starts a new one. */
    giveUp: () => {
      for (const one of [...readings, { giveUp }]) one.giveUp();
    },
    /** Releases the memory if no call is in progress. */
    rest,
  };
}

/** @typedef {ReturnType<typeof createServices>} Services */
