/** @file Loads the engine of one thread, and its deferred part, which a first view does without, on first use. */

import { DEFERRED } from '../../pkg/ganttlet_wasm.js';
import address from '../../pkg/ganttlet_wasm_deferred.wasm?url';
import { cacheFetches } from '../scenario/fetch-cache.js';
import { checked } from './checksum.js';
import { missingPart, noRoom } from './errors.js';

/** @typedef {typeof import('../../pkg/ganttlet_wasm.js')} Glue of the engine, in this thread */

/** A connection that has brought nothing for so long is given up, ms. */
const ANSWER_MS = 30_000;
/** Memory for an engine that does not fit is asked for again for so long, first after about so long, then ever more seldom, ms. */
const ROOM_MS = 120_000;
const AGAIN_MS = 200;
const SELDOM_MS = 3000;

/** Whether code that waits holds up nobody: a worker has no document. */
const ALONE = typeof document === 'undefined';

const noAnswer = (/** @type {unknown} */ error) =>
  new Error(error instanceof Error && error.name === 'TimeoutError' ? `no answer for ${ANSWER_MS / 1000} s` : 'no answer');
const refused = (/** @type {number} */ status) => new Error(`the server answered ${status}`);

const fetched = cacheFetches(async () => {
  const response = await fetch(address, { signal: AbortSignal.timeout(ANSWER_MS) }).catch((error) => Promise.reject(noAnswer(error)));
  if (!response.ok) throw refused(response.status);
  const bytes = await response.arrayBuffer().catch((error) => Promise.reject(noAnswer(error)));
  return WebAssembly.compile(checked(bytes, DEFERRED));
});

/**
 * A function that loads the deferred part, for calls that are known to need it.
 * @param {Glue['load_deferred']} loadDeferred
 * @param {boolean} [trap] whether the engine is of no use without it
 */
export function wholeOnce(loadDeferred, trap = false) {
  return cacheFetches(async () => {
    try {
      await loadDeferred(await fetched());
    } catch (error) {
      throw missingPart(error, trap);
    }
  });
}

/**
 * Says to the page how this worker does; the main thread need not be told.
 * @param {import('./port.js').EngineMessage['state']} state
 * @param {WebAssembly.Module} [rest]
 */
function tell(state, rest) {
  if (ALONE) /** @type {DedicatedWorkerGlobalScope} */ (/** @type {unknown} */ (self)).postMessage({ type: 'engine', state, rest });
}

/**
 * A function that makes the engine ready. A worker fetches the rest when a call turns out to need it; on the main thread,
 * which must not wait, it is there from the beginning.
 * @param {Glue['default']} init
 * @param {Glue['load_deferred']} loadDeferred
 * @param {Glue['load_deferred_on_use']} loadOnUse
 * @param {boolean} [all] whether it is there from the beginning
 */
export function readyEngine(init, loadDeferred, loadOnUse, all = !ALONE) {
  const whole = wholeOnce(loadDeferred, true);
  return async (/** @type {WebAssembly.Module} */ module, /** @type {WebAssembly.Module|undefined} */ rest) => {
    const exports = await withRoom(() => init({ module_or_path: module }));
    if (rest) await loadDeferred(rest);
    else if (all) await whole();
    else loadOnUse(fetchedAtOnce);
    tell('ready');
    return exports;
  };
}

/**
 * Makes an engine as soon as there is memory for it. Browsers have room for about a hundred engines in all pages of a site
 * together; other charts give theirs back when their runs are over.
 * @template T
 * @param {() => Promise<T>} make
 * @returns {Promise<T>}
 */
async function withRoom(make) {
  const begun = performance.now();
  for (let wait = AGAIN_MS; ; wait = Math.min(SELDOM_MS, 1.5 * wait)) {
    try {
      return await make();
    } catch (error) {
      if (!/memory/iu.test(String(error))) throw error;
      if (performance.now() - begun > ROOM_MS) throw noRoom();
    }
    tell('room');
    // Those that wait together do not ask together; browsers look for garbage each time.
    await new Promise((next) => setTimeout(next, wait * (0.5 + Math.random())));
  }
}

/** The module, while all else in this thread waits. */
function fetchedAtOnce() {
  tell('fetching');
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
      throw noAnswer(error);
    }
    if (request.status !== 200) throw refused(request.status);
    module = new WebAssembly.Module(checked(request.response, DEFERRED));
    return module;
  } catch (error) {
    throw missingPart(error, true);
  } finally {
    tell('ready', module);
  }
}
