/** @file Answers calls of the engine's functions that need no run: catalog, check, links. Runs in a worker, or on the main thread. */

import * as wasm from '../../pkg/ganttlet_wasm.js';
import { answering } from '../engine/answers.js';
import { readyEngine } from '../engine/deferred.js';
import * as links from './link-codec.js';
import { LINKS, METHODS } from './method-names.js';

const methods = Object.fromEntries([...METHODS.map((name) => [name, wasm[name]]), ...LINKS.map((name) => [name, links[name]])]);

/**
 * Starts answering calls of the functions that need no run.
 * @param {import('../engine/answers.js').Post} post
 */
export function startServices(post) {
  return answering(post, readyEngine(wasm.default, wasm.load_deferred, wasm.load_deferred_on_use), methods);
}
