/** @file The readers of files behind messages, in a separate worker or on the main thread. */

import { createCallHandler } from '../engine/call-handler.js';
import { initReaders } from '../engine/file-readers.js';
import { loadParquetReaders } from '../engine/parquet-readers.js';

/** @import { Readers } from '../engine/file-readers.js' */

/** The first bytes of a Parquet file, and those of packed files, which may contain one. */
const PARQUET = [0x50, 0x41, 0x52, 0x31];
const PACKED = [
  [0x1f, 0x8b],
  [0x28, 0xb5, 0x2f, 0xfd],
  [0x50, 0x4b, 0x03, 0x04],
];

/** @param {ArrayLike<number>} bytes @param {readonly number[]} start */
const beginsWith = (bytes, start) => start.every((byte, at) => bytes[at] === byte);

/** The readers of a file: the package with Parquet is fetched only for such a file. */
class ReaderPackages {
  /** @type {Readers|undefined} */
  #plainReaders;
  /** @type {Promise<Readers>|undefined} */
  #parquet;

  /** Initialises the readers without Parquet. @param {WebAssembly.Module} module */
  async init(module) {
    this.#plainReaders = await initReaders(module);
  }

  /** The readers without Parquet. */
  get plainReaders() {
    return /** @type {Readers} */ (this.#plainReaders);
  }

  /** The readers for some bytes: with Parquet only if they need it. @param {Parameters<Readers['is_parquet']>[0]} bytes of the file @returns {Promise<Readers>} */
  async of(bytes) {
    // A query to the package copies the file into its memory, so it is made only for packed files.
    const parquet = beginsWith(bytes, PARQUET) || (PACKED.some((start) => beginsWith(bytes, start)) && this.plainReaders.is_parquet(bytes));
    if (!parquet) return this.plainReaders;
    this.#parquet ??= loadParquetReaders();
    // A failed fetch is repeated with the next file.
    this.#parquet.catch(() => (this.#parquet = undefined));
    return this.#parquet;
  }
}

/** The functions that the page can call in the worker of the readers. @param {ReaderPackages} packages */
const createReaderMethods = (packages) => ({
  /** @param {Parameters<Readers['inspect']>} args */
  inspect: async (...args) => (await packages.of(args[1])).inspect(...args),
  /** @param {Parameters<Readers['guess_columns']>} args */
  guess_columns: async (...args) => (await packages.of(args[0])).guess_columns(...args),
  /** @param {Parameters<Readers['preview_columns']>} args */
  preview_columns: async (...args) => (await packages.of(args[1])).preview_columns(...args),
  /** @param {Parameters<Readers['inspect_platform']>} args */
  inspect_platform: async (...args) => packages.plainReaders.inspect_platform(...args),
  /** @param {Parameters<Readers['open_archive']>} args */
  open_archive: async (...args) => packages.plainReaders.open_archive(...args),
  /** @param {Parameters<Readers['write_simgrid']>} args */
  write_simgrid: async (...args) => packages.plainReaders.write_simgrid(...args),
  /**
   * The work in a file as bytes for the engine, and the SHA-256 of the file. @param {Parameters<Readers['read']>} args
   */
  read: async (...args) => {
    const readers = await packages.of(args[1]);
    return { found: readers.sha256(args[1]), work: readers.read(...args) };
  },
});

/** The interface for callers: all answers are asynchronous. */
/** @typedef {Pick<Readers, 'inspect'|'guess_columns'|'preview_columns'|'inspect_platform'|'open_archive'|'write_simgrid'> & {read: (...args: Parameters<Readers['read']>) => {found: string, work: Uint8Array}}} ReaderMethods */

/** Answers the calls of the page with the readers of files. @param {import('../engine/call-handler.js').Post} post */
export function startReaders(post) {
  const packages = new ReaderPackages();
  return createCallHandler(post, (/** @type {WebAssembly.Module} */ module) => packages.init(module), createReaderMethods(packages));
}
