/** @file What was read in files is kept for the next run, so that a changed policy does not read them again. */

/** @import { RunFile } from '../engine/types.js' */
/** @typedef {(file: RunFile, format: string, settings: string) => Uint8Array} Read what a file holds, as bytes for the engine */

/** What one worker has read. */
export class Readings {
  /** @type {Map<string, Uint8Array>} */
  #known = new Map();

  /**
   * A way to read for the next run: what the last one has read is there already, what neither asks for is forgotten.
   * @param {import('../engine/readers.js').Readers} readers
   * @returns {Read}
   */
  next(readers) {
    const before = this.#known;
    const known = (this.#known = new Map());
    return (file, format, settings) => {
      const key = JSON.stringify([file.sha256, file.name, format, settings]);
      const bytes = known.get(key) ?? before.get(key) ?? readers.read(file.name, file.bytes, format, settings);
      known.set(key, bytes);
      return bytes;
    };
  }
}
