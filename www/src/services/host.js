/**
 * @file The engine's free functions behind messages: catalog, check, links. Runs in a worker, or on the main thread.
 */

import * as wasm from '../../pkg/ganttlet_wasm.js';
import { answering } from '../engine/answers.js';
import { readyEngine } from '../engine/deferred.js';
import * as links from './links.js';
import { LINKS, METHODS } from './methods.js';

const methods = Object.fromEntries([...METHODS.map((name) => [name, wasm[name]]), ...LINKS.map((name) => [name, links[name]])]);

/** @param {import('../engine/answers.js').Post} post */
export function startServices(post) {
  return answering(post, readyEngine(wasm.default, wasm.load_deferred, wasm.load_deferred_on_use), methods);
}
