/** @file The search for the optimum behind messages, in a worker or on the main thread. */

import { createCallHandler } from '../engine/call-handler.js';

/** @import { OptimumMethods } from './optimum-methods.js' */

/** Answers the calls of the page. The code is loaded by the first message. @param {import('../engine/call-handler.js').Post} post */
export function startOptimum(post) {
  /** @type {OptimumMethods|undefined} */
  let methods;
  const init = async (/** @type {WebAssembly.Module} */ module) => {
    const { default: start, Optimum } = await import('../../pkg-optimum/ganttlet_optimum.js');
    const { optimumMethods } = await import('./optimum-methods.js');
    await start({ module_or_path: module });
    methods = optimumMethods(Optimum);
  };
  /** Calls a method, which exists after the code is loaded. */
  const call =
    (/** @type {keyof OptimumMethods} */ name) =>
    (/** @type {any[]} */ ...args) => {
      const method = /** @type {((...args: any[]) => any)|undefined} */ (methods?.[name]);
      return method?.(...args);
    };
  return createCallHandler(post, init, { open: call('open'), begin: call('begin'), advance: call('advance'), reports: call('reports') });
}
