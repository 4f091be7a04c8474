/**
 * @file The work in files: one worker reads it once per format and settings, and all workers that run it get the
 * result.
 */

/** @import { FileInput, RunFile } from '../engine/types.js' */

/** @typedef {{sha256: string, name: string, bytes: Uint8Array}} SourceFile the bytes of a file */

/** The work that was read from files, while it is needed. */
export class FileWork {
  /** By file, format and settings. @type {Map<string, {file: Promise<RunFile>, stop: AbortController}>} */
  #readings = new Map();
  /** The keys of needed readings, by user. @type {Map<string, Set<string>>} */
  #needs = new Map();
  #read;

  /** @param {import('./services.js').Services['read']} read */
  constructor(read) {
    this.#read = read;
  }

  /**
   * The work in files. Readings without users are dropped, and cancelled if still in progress.
   * @param {'charts'|'study'|'optimum'} user the user of these files
   * @param {readonly FileInput[]} inputs
   * @param {readonly SourceFile[]} sources
   * @param {boolean} [more] whether the user still needs its earlier files
   * @returns {Promise<RunFile[]>}
   */
  take(user, inputs, sources, more = false) {
    const keys = inputs.map(({ sha256, name, format, settings }) => JSON.stringify([sha256, name, format, settings]));
    this.#needs.set(user, new Set([...((more && this.#needs.get(user)) || []), ...keys]));
    const needs = [...this.#needs.values()];
    for (const [key, { stop }] of this.#readings) {
      if (needs.some((needed) => needed.has(key))) continue;
      this.#readings.delete(key);
      stop.abort();
    }
    const files = inputs.map((input, at) => {
      const source = sources.find(({ sha256 }) => sha256 === input.sha256);
      // The engine reports the missing file.
      return source ? [this.#file(/** @type {string} */ (keys[at]), input, source)] : [];
    });
    return Promise.all(files.flat());
  }

  /**
   * The work of one input, read unless that is in progress or done.
   * @param {string} key
   * @param {FileInput} input
   * @param {SourceFile} source
   */
  #file(key, input, { bytes }) {
    const known = this.#readings.get(key);
    if (known) return known.file;
    const stop = new AbortController();
    const file = this.#read(stop.signal, input.name, bytes, input.format, input.settings).then(({ found, work }) => ({
      ...input,
      found,
      work: shareable(work),
    }));
    const entry = { file, stop };
    this.#readings.set(key, entry);
    // A failed reading is repeated on the next call.
    file.catch(() => this.#readings.get(key) === entry && this.#readings.delete(key));
    return file;
  }
}

/** Bytes that workers need not copy, where the browser allows it. @param {Uint8Array} bytes */
function shareable(bytes) {
  if (!globalThis.crossOriginIsolated) return bytes;
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
  shared.set(bytes);
  return shared;
}
