/** @file The other side of a caller: methods behind messages, in a worker or on the main thread. */

import { plainError } from './errors.js';

/** @typedef {{module?: WebAssembly.Module, rest?: WebAssembly.Module, id: number, method: string, args: any[]}} Question */
/** @typedef {(message: {id: number, value?: any, error?: import('./errors.js').PlainError}) => void} Post */

/**
 * Makes the handler of incoming messages: first `{module, rest}`, then `{id, method, args}`.
 * @param {Post} post
 * @param {(module: WebAssembly.Module, rest?: WebAssembly.Module) => Promise<unknown>} init makes the engine's code ready
 * @param {Record<string, (...args: any[]) => any>} methods
 * @param {() => void} [trapped] called after a trap: the instance's memory means nothing then
 */
export function answering(post, init, methods, trapped = () => undefined) {
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
      post({ id, value: await call(...args) });
    } catch (error) {
      const plain = plainError(error);
      if (plain.trap) trapped();
      post({ id, error: plain });
    }
  };
}
