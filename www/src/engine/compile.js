/** @file Compiled wasm, fetched and compiled once for the page and handed to each worker. */

import { once } from '../scenario/once.js';

/**
 * A function that gives the module at an address. A failed fetch is tried again on the next call.
 * @param {string} address
 * @param {(bytes: number, done: boolean) => void} [heard] told how much has come, and when all has
 * @returns {() => Promise<WebAssembly.Module>}
 */
export function compiledOnce(address, heard) {
  return once(() => compile(address, heard));
}

/**
 * @param {string} address
 * @param {(bytes: number, done: boolean) => void} [heard]
 */
async function compile(address, heard) {
  if (typeof WebAssembly !== 'object') throw new Error('This browser has no WebAssembly, or it is switched off.');
  const response = await fetch(address);
  if (!response.ok) throw new Error(`The engine could not be fetched (${response.status} ${response.statusText}).`);
  // A copy is counted: only what was fetched itself is kept compiled by the browser.
  if (heard) void count(response.clone(), heard).catch(() => undefined);
  // Some static hosts do not send application/wasm, which the streaming call insists on.
  if (response.headers.get('content-type')?.startsWith('application/wasm')) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

/**
 * @param {Response} response
 * @param {(bytes: number, done: boolean) => void} heard
 */
async function count(response, heard) {
  const reader = response.body?.getReader();
  let bytes = 0;
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    bytes += part.value.length;
    heard(bytes, false);
  }
  heard(bytes, true);
}
