/**
 * @file The engine's free functions behind messages: catalog, check, inspect, links. Runs in a worker, or on the main thread.
 */

import * as wasm from '../../pkg/ganttlet_wasm.js';
import { answering } from '../engine/answers.js';

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

/** @param {import('../engine/answers.js').Post} post */
export function startServices(post) {
  return answering(post, (module) => wasm.default({ module_or_path: module }), methods);
}
