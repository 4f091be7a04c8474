/** @file The readers of files behind messages, in a worker of their own or on the main thread. */

import { answering } from '../engine/answers.js';
import { startedReaders } from '../engine/readers.js';

/** @import { Readers } from '../engine/readers.js' */

/** @param {() => Readers} readers */
const readerMethods = (readers) => ({
  /** @type {Readers['inspect']} */
  inspect: (...args) => readers().inspect(...args),
  /** The work in a file as bytes for the engine, and the SHA-256 of what was read. */
  read: (/** @type {Parameters<Readers['read']>} */ ...args) => ({ found: readers().sha256(args[1]), work: readers().read(...args) }),
});

/** @typedef {ReturnType<typeof readerMethods>} ReaderMethods */

/** @param {import('../engine/answers.js').Post} post */
export function startReaders(post) {
  /** @type {Readers} */
  let readers;
  const init = async (/** @type {WebAssembly.Module} */ module) => void (readers = await startedReaders(module));
  return answering(
    post,
    init,
    readerMethods(() => readers),
  );
}
