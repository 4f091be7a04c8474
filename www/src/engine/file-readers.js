/** @file The readers of files, fetched with the first file. */

import { cacheModule } from './wasm-modules.js';

/** @typedef {typeof import('../../pkg-formats/ganttlet_formats.js')} Readers */

/**
 * Compiles the module. Its address is imported on demand, so that the code of pages without files does not contain it.
 */
const compiled = cacheModule(async () => (await import('../../pkg-formats/ganttlet_formats_bg.wasm?url')).default);

/** The compiled module of the readers. */
export const readersModule = () => compiled().catch(readersError);

/** @param {unknown} error @returns {never} */
function readersError(error) {
  throw new Error(`The file readers could not be fetched (${error instanceof Error ? error.message : error})`);
}

/**
 * Initialises the readers in this thread.
 * @param {WebAssembly.Module} module
 * @returns {Promise<Readers>}
 */
export async function initReaders(module) {
  const readers = await import('../../pkg-formats/ganttlet_formats.js').catch(readersError);
  await readers.default({ module_or_path: module });
  return readers;
}
