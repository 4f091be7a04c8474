/** @file Answers calls in a worker or on the main thread. */

import { toPlainError } from './engine-errors.js';
import { transferableBuffers } from './transferred-buffers.js';

/** @typedef {{module?: WebAssembly.Module, rest?: WebAssembly.Module, id: number, method: string, args: any[]}} Question */
/** @typedef {(message: {id: number, value?: any, error?: import('./engine-errors.js').PlainError}, transfer?: Transferable[]) => void} Post */

/**
 * Creates the handler of incoming messages: first `{module, rest}`, then `{id, method, args}`.
 * @param {Post} post
 * @param {(module: WebAssembly.Module, rest?: WebAssembly.Module) => Promise<unknown>} init initialises the code of the
 *   engine
 * @param {Record<string, (...args: any[]) => any>} methods
 */
export function createCallHandler(post, init, methods) {
  /** @type {Promise<unknown>} */
  let ready = Promise.reject(new Error('The engine was not sent.'));
  ready.catch(() => undefined);
  return async (/** @type {Question} */ { module, rest, id, method, args }) => {
    if (module) {
      ready = init(module, rest);
      ready.catch(() => undefined);
      return;
    }
    try {
      await ready;
      const call = Object.hasOwn(methods, method) ? methods[method] : undefined;
      if (!call) throw new Error(`There is no method ${method}.`);
      const value = await call(...args);
      post({ id, value }, transferableBuffers([value, value?.work]));
    } catch (error) {
      post({ id, error: toPlainError(error) });
    }
  };
}
