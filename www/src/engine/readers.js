/** @file The readers of files, which are fetched with the first file. */

import address from '../../pkg-formats/ganttlet_formats_bg.wasm?url';
import { compiledOnce } from './compile.js';

/** @typedef {typeof import('../../pkg-formats/ganttlet_formats.js')} Readers */

const compiled = compiledOnce(address);

/** The compiled module of the readers. */
export const readersModule = () => compiled().catch(unavailable);

/** @param {unknown} error @returns {never} */
function unavailable(error) {
  throw new Error(`The file readers could not be fetched (${error instanceof Error ? error.message : error})`);
}

/**
 * Makes the readers ready in this thread.
 * @param {WebAssembly.Module} module
 * @returns {Promise<Readers>}
 */
export async function startedReaders(module) {
  const readers = await import('../../pkg-formats/ganttlet_formats.js').catch(unavailable);
  await readers.default({ module_or_path: module });
  return readers;
}
