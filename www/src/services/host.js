/**
 * @file The engine's free functions behind messages: catalog, check, inspect, links. Runs in a worker, or on the main thread.
 */

import * as wasm from '../../pkg/ganttlet_wasm.js';
import { plainError } from '../run/protocol.js';

const methods = {
  catalog: wasm.catalog,
  check: wasm.check,
  inspect: wasm.inspect,
  encode_link: wasm.encode_link,
  decode_link: wasm.decode_link,
  sha256: wasm.sha256,
  apply_overrides: wasm.apply_overrides,
  verify: wasm.verify,
  propose_seed: wasm.propose_seed,
};

/**
 * Makes the handler of incoming messages: first `{module}`, then `{id, method, args}`.
 * @param {(message: {id: number, value?: any, error?: import('../run/protocol.js').PlainError}) => void} post
 */
export function startServices(post) {
  /** @type {Promise<unknown>} */
  let ready = Promise.reject(new Error('The engine was not sent.'));
  ready.catch(() => undefined);
  return async (/** @type {{module?: WebAssembly.Module, id: number, method: keyof typeof methods, args: any[]}} */ message) => {
    if (message.module) {
      ready = wasm.default({ module_or_path: message.module });
      ready.catch(() => undefined);
      return;
    }
    const { id, method, args } = message;
    try {
      await ready;
      const call = /** @type {(...args: any[]) => any} */ (methods[method]);
      post({ id, value: call(...args) });
    } catch (error) {
      post({ id, error: plainError(error) });
    }
  };
}
