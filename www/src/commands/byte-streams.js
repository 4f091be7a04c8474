/**
 * @file Reads streams of bytes piece by piece, up to a size that fits into the memory of a tab, and cancels on request.
 */

import { beginTask } from './notices.js';

/** @import { Page } from './page.js' */

/** Maximum size of a file, bytes: the memory of a tab is a few times this. */
export const LARGEST = 400 * 1024 * 1024;

/** Initial buffer for a stream of unknown size, bytes. */
const FIRST_BUFFER = 64 * 1024;

/**
 * Reads a stream to its end.
 * @param {ReadableStream<Uint8Array>} stream
 * @param {object} how
 * @param {number} [how.size] size in bytes, if certain
 * @param {number} [how.most] maximum number of bytes; reading stops beyond it
 * @param {(bytes: number) => void} [how.progress]
 * @param {AbortSignal} [how.signal]
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function readStream(stream, { size = 0, most = LARGEST, progress, signal }) {
  let bytes = new Uint8Array(size || Math.min(FIRST_BUFFER, most));
  let at = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    const problem = signal?.aborted
      ? 'cancelled'
      : value && at + value.length > most
        ? `it has more than ${formatMegabytes(most)}, the limit of a browser tab`
        : '';
    if (problem !== '') {
      await reader.cancel();
      throw new Error(problem);
    }
    if (done) break;
    if (at + value.length > bytes.length) {
      const larger = new Uint8Array(Math.min(most, Math.max(2 * bytes.length, at + value.length)));
      larger.set(bytes.subarray(0, at));
      bytes = larger;
    }
    bytes.set(value, at);
    at += value.length;
    progress?.(at);
  }
  // Transfer of a part of a buffer would transfer the whole buffer.
  return at === bytes.length ? bytes : bytes.slice(0, at);
}

/**
 * Fetches a file, as a task that can be cancelled.
 * @param {Page} page
 * @param {URL} address
 * @returns {Promise<Uint8Array<ArrayBuffer>|undefined>} undefined if cancelled
 */
export async function fetchBytes(page, address) {
  const stop = new AbortController();
  const task = beginTask(page, `Fetching ${address.host}`, () => stop.abort());
  try {
    const response = await fetch(address, { signal: stop.signal, referrerPolicy: 'no-referrer' });
    if (!response.ok) throw new Error(`the server answered ${response.status}`);
    const size = Number(response.headers.get('content-length') ?? 0);
    if (size > LARGEST) throw new Error(`it has ${formatMegabytes(size)}; the limit of a browser tab is ${formatMegabytes(LARGEST)}`);
    if (!response.body) return new Uint8Array(0);
    return await readStream(response.body, {
      signal: stop.signal,
      progress: (bytes) => task.progress(size > 0 ? Math.min(bytes / size, 1) : null),
    });
  } catch (error) {
    if (stop.signal.aborted) return undefined;
    stop.abort();
    throw error;
  } finally {
    task.end();
  }
}

/** A number of bytes in megabytes, as text. @param {number} bytes */
export function formatMegabytes(bytes) {
  return `${Math.round(bytes / 1024 / 1024)} MB`;
}
