/** @file The readers of files behind messages, in a worker of their own or on the main thread. */

import { createCallHandler } from '../engine/call-handler.js';
import { initReaders } from '../engine/file-readers.js';

/** @import { Readers } from '../engine/file-readers.js' */

/** @param {() => Readers} readers */
const createReaderMethods = (readers) => ({
  /** @type {Readers['inspect']} */
  inspect: (...args) => readers().inspect(...args),
  /** @type {Readers['guess_columns']} */
  guess_columns: (...args) => readers().guess_columns(...args),
  /** @type {Readers['preview_columns']} */
  preview_columns: (...args) => readers().preview_columns(...args),
  /** @type {Readers['inspect_platform']} */
  inspect_platform: (...args) => readers().inspect_platform(...args),
  /** @type {Readers['open_archive']} */
  open_archive: (...args) => readers().open_archive(...args),
  /** @type {Readers['write_simgrid']} */
  write_simgrid: (...args) => readers().write_simgrid(...args),
  /** The work in a file as bytes for the engine, and the SHA-256 of what was read. */
  read: (/** @type {Parameters<Readers['read']>} */ ...args) => ({ found: readers().sha256(args[1]), work: readers().read(...args) }),
});

/** @typedef {ReturnType<typeof createReaderMethods>} ReaderMethods */

/** @param {import('../engine/call-handler.js').Post} post */
export function startReaders(post) {
  /** @type {Readers} */
  let readers;
  const init = async (/** @type {WebAssembly.Module} */ module) => void (readers = await initReaders(module));
  return createCallHandler(
    post,
    init,
    createReaderMethods(() => readers),
  );
}
