/** @file The part of the engine that a first view does without, fetched with its first use. */

import address from '../../pkg/ganttlet_wasm_late.wasm?url';
import { once } from '../scenario/once.js';
import { compiledOnce } from './compile.js';
import { MissingPart } from './errors.js';

/** @typedef {typeof import('../../pkg/ganttlet_wasm.js')} Glue of the engine, in this thread */

const fetched = compiledOnce(address);

/** Whether code that waits holds up nobody: a worker has no document. */
const ALONE = typeof document === 'undefined';

/**
 * A function that takes in the whole engine, for what is known to need it.
 * @param {Glue['late']} late
 */
export function wholeOnce(late) {
  return once(async () => {
    try {
      await late(await fetched());
    } catch (error) {
      throw new MissingPart(error, false);
    }
  });
}

/**
 * A function that makes the engine ready. A worker fetches the rest when a call turns out to need it; on the main thread,
 * which must not wait, it is there from the beginning.
 * @param {Glue['default']} init
 * @param {Glue['late']} late
 * @param {Glue['late_at_once']} lateAtOnce
 * @param {boolean} [all] whether it is there from the beginning
 */
export function readyEngine(init, late, lateAtOnce, all = !ALONE) {
  const whole = wholeOnce(late);
  return async (/** @type {WebAssembly.Module} */ module, /** @type {WebAssembly.Module|undefined} */ rest) => {
    const exports = await init({ module_or_path: module });
    if (rest) await late(rest);
    else if (all) await whole();
    else lateAtOnce(fetchedAtOnce);
    return exports;
  };
}

/** The module, while all else in this thread waits. */
function fetchedAtOnce() {
  const tell = (/** @type {boolean} */ wanted, /** @type {WebAssembly.Module|undefined} */ module) => /** @type {DedicatedWorkerGlobalScope} */ (/** @type {unknown} */ (self)).postMessage({ type: 'rest', wanted, module });
  tell(true, undefined);
  /** @type {WebAssembly.Module|undefined} */
  let module;
  try {
    const request = new XMLHttpRequest();
    request.open('GET', address, false);
    request.responseType = 'arraybuffer';
    try {
      request.send();
    } catch {
      throw new Error('no answer');
    }
    if (request.status !== 200) throw new Error(`${request.status} ${request.statusText}`);
    module = new WebAssembly.Module(request.response);
    return module;
  } catch (error) {
    throw new MissingPart(error, true);
  } finally {
    tell(false, module);
  }
}
