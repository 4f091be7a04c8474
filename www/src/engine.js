/**
 * @file The compiled engine, fetched and compiled once for the page and handed to each worker.
 */

import address from '../pkg/ganttlet_wasm_bg.wasm?url';

/** @type {Promise<WebAssembly.Module>|undefined} */
let compiled;

/**
 * The engine's module. A failed fetch is tried again on the next call.
 * @returns {Promise<WebAssembly.Module>}
 */
export function engineModule() {
  compiled ??= compile().catch((error) => {
    compiled = undefined;
    throw error;
  });
  return compiled;
}

async function compile() {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`The engine could not be fetched (${response.status} ${response.statusText}).`);
  // Some static hosts do not send application/wasm, which the streaming call insists on.
  if (response.headers.get('content-type')?.startsWith('application/wasm')) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}
