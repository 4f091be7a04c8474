/** @file Loads the engine of one thread, and, on first use, its deferred part, which the first view does not need. */

import { DEFERRED } from '../../pkg/ganttlet_wasm.js';
import address from '../../pkg/ganttlet_wasm_deferred.wasm?url';
import { cacheFetches } from '../scenario/fetch-cache.js';
import { verifyBytes } from './checksum.js';
import { missingPartError, noMemoryError } from './engine-errors.js';

/** @typedef {typeof import('../../pkg/ganttlet_wasm.js')} Glue of the engine, in this thread */

/** A connection without data for this time is cancelled, ms. */
const ANSWER_MS = 30_000;
/** Time for which memory for an engine is requested, and the shortest and longest interval between requests, ms. */
const ROOM_MS = 120_000;
const AGAIN_MS = 200;
const SELDOM_MS = 3000;

/** Whether blocking is allowed: only in workers, which have no document. */
const IS_WORKER = typeof document === 'undefined';

const noAnswerError = (/** @type {unknown} */ error) =>
  new Error(error instanceof Error && error.name === 'TimeoutError' ? `no answer for ${ANSWER_MS / 1000} s` : 'no answer');
/** The error of a refused request. */
const refusedError = (/** @type {number} */ status) => new Error(`the server answered ${status}`);

const fetchDeferred = cacheFetches(async () => {
  const response = await fetch(address, { signal: AbortSignal.timeout(ANSWER_MS) }).catch((error) => Promise.reject(noAnswerError(error)));
  if (!response.ok) throw refusedError(response.status);
  const bytes = await response.arrayBuffer().catch((error) => Promise.reject(noAnswerError(error)));
  return WebAssembly.compile(verifyBytes(bytes, DEFERRED));
});

/**
 * A function that loads the deferred part, for calls that need it.
 * @param {Glue['load_deferred']} loadDeferred
 * @param {boolean} [trap] whether the engine is unusable after a failure
 */
export function createDeferredLoader(loadDeferred, trap = false) {
  return cacheFetches(async () => {
    try {
      await loadDeferred(await fetchDeferred());
    } catch (error) {
      throw missingPartError(error, trap);
    }
  });
}

/**
 * Reports the state of this worker to the page; the main thread need not.
 * @param {import('./engine-port.js').EngineMessage['state']} state
 * @param {WebAssembly.Module} [rest]
 */
function reportState(state, rest) {
  if (IS_WORKER) /** @type {DedicatedWorkerGlobalScope} */ (/** @type {unknown} */ (self)).postMessage({ type: 'engine', state, rest });
}

/**
 * A function that initialises the engine. A worker loads the deferred part when a call needs it; on the main thread,
 * which must not block, it is loaded at once.
 * @param {Glue['default']} init
 * @param {Glue['load_deferred']} loadDeferred
 * @param {Glue['load_deferred_on_use']} loadOnUse
 * @param {boolean} [all] whether it is loaded from the beginning
 */
export function createEngineLoader(init, loadDeferred, loadOnUse, all = !IS_WORKER) {
  const whole = createDeferredLoader(loadDeferred, true);
  return async (/** @type {WebAssembly.Module} */ module, /** @type {WebAssembly.Module|undefined} */ rest) => {
    const exports = await retryForMemory(() => init({ module_or_path: module }));
    if (rest) await loadDeferred(rest);
    else if (all) await whole();
    else loadOnUse(fetchDeferredSync);
    reportState('ready');
    return exports;
  };
}

/**
 * Creates an engine as soon as memory is available. Browsers have room for about a hundred engines in all pages of a
 * site; other charts release theirs when their runs are complete.
 * @template T
 * @param {() => Promise<T>} make
 * @returns {Promise<T>}
 */
async function retryForMemory(make) {
  const begun = performance.now();
  for (let wait = AGAIN_MS; ; wait = Math.min(SELDOM_MS, 1.5 * wait)) {
    try {
      return await make();
    } catch (error) {
      if (!/memory/iu.test(String(error))) throw error;
      if (performance.now() - begun > ROOM_MS) throw noMemoryError();
    }
    reportState('room');
    // Random delays, so that waiting engines do not request memory together; browsers collect garbage each time.
    await new Promise((next) => setTimeout(next, wait * (0.5 + Math.random())));
  }
}

/** The deferred module, fetched synchronously. */
function fetchDeferredSync() {
  reportState('fetching');
  /** @type {WebAssembly.Module|undefined} */
  let module;
  try {
    const request = new XMLHttpRequest();
    request.open('GET', address, false);
    request.responseType = 'arraybuffer';
    request.timeout = ANSWER_MS;
    try {
      request.send();
    } catch (error) {
      throw noAnswerError(error);
    }
    if (request.status !== 200) throw refusedError(request.status);
    module = new WebAssembly.Module(verifyBytes(request.response, DEFERRED));
    return module;
  } catch (error) {
    throw missingPartError(error, true);
  } finally {
    reportState('ready', module);
  }
}
