/** @file Reads a file as a task, and recognises documents. */

import { formatMegabytes, LARGEST, readStream } from './byte-streams.js';
import { beginTask } from './notices.js';

/** @import { Page } from './page.js' */
/** @import { InspectedFile, OpenedFile } from './file-opening.js' */

/**
 * Texts up to this length are recognised by their whole content; longer ones are not scenarios, studies or lessons.
 */
const RECOGNISED = 17_000_000;

/**
 * Reads a file as a task, and passes it on.
 * @template [T=OpenedFile]
 * @param {Page} page
 * @param {InspectedFile} file
 * @param {(bytes: Uint8Array<ArrayBuffer>, stop: AbortSignal) => Promise<T>} use
 * @returns {Promise<T|OpenedFile>}
 */
export async function withFile(page, file, use) {
  const { name } = file;
  const refused = (/** @type {string} */ text) => ({ name, good: false, text });
  const size = 'bytes' in file && file.bytes instanceof Uint8Array ? file.bytes.length : /** @type {File} */ (file).size;
  if (size > LARGEST) {
    return refused(
      `${name} has ${formatMegabytes(size)}; the limit of a browser tab is ${formatMegabytes(LARGEST)}. Use a shorter file, or the command line.`,
    );
  }
  const stop = new AbortController();
  const task = beginTask(page, `Reading ${name}`, () => {
    stop.abort();
    page.services.giveUp();
  });
  try {
    const bytes =
      'bytes' in file && file.bytes instanceof Uint8Array
        ? file.bytes
        : await readLocalFile(/** @type {File} */ (file), task.progress, stop.signal);
    task.progress(null);
    return await use(/** @type {Uint8Array<ArrayBuffer>} */ (bytes), stop.signal);
  } catch (error) {
    return refused(stop.signal.aborted ? '' : `${name} could not be read: ${error instanceof Error ? error.message : error}.`);
  } finally {
    task.end();
  }
}

/**
 * The text of a possible document, which begins like a JSON object.
 * @param {Uint8Array} bytes
 * @returns {string|null}
 */
export function objectText(bytes) {
  // The decoder removes a byte order mark.
  return new TextDecoder().decode(bytes.subarray(0, 64)).trimStart().startsWith('{') ? new TextDecoder().decode(bytes) : null;
}

/**
 * The kind of document of a text; undefined for other texts.
 * @param {Page} page
 * @param {string} text
 */
export function documentKind(page, text) {
  return page.services.document_kind(text.slice(0, RECOGNISED));
}

/**
 * Reads a file from disk. Browsers offer folders as files, but fail to read them.
 * @param {File} file
 * @param {(fraction: number) => void} progress
 * @param {AbortSignal} signal
 */
function readLocalFile(file, progress, signal) {
  return readStream(file.stream(), { size: file.size, progress: (read) => progress(read / file.size), signal }).catch(() => {
    throw new Error('it is a folder, or it has been moved or changed. Drop the files themselves');
  });
}
