/** @file The text of a study in a link: compressed, in characters that are valid in addresses. */

import { DAMAGED } from '../address/study.js';

/** Maximum size of a text after decompression, bytes. */
const MOST = 4_000_000;

/**
 * Compresses a text, in base64 for addresses.
 * @param {string} text JSON; its white space is removed
 * @returns {Promise<string>}
 */
export async function packText(text) {
  const stream = new Blob([JSON.stringify(JSON.parse(text))]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/u, '');
}

/**
 * Decompresses a part of an address.
 * @param {string} packed
 * @returns {Promise<string>} the text; throws if the part is damaged or too long
 */
export async function unpackText(packed) {
  let pieces;
  try {
    pieces = await unpackBytes(packed);
  } catch {
    throw new Error(DAMAGED);
  }
  if (!pieces) throw new Error('it is too long');
  return new Blob(pieces).text();
}

/** @param {string} packed @returns {Promise<Uint8Array<ArrayBuffer>[]|undefined>} undefined if it is too long */
async function unpackBytes(packed) {
  const letters = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
  const stream = new Blob([Uint8Array.from(letters, (letter) => letter.charCodeAt(0))])
    .stream()
    .pipeThrough(new DecompressionStream('deflate-raw'));
  const reader = stream.getReader();
  const pieces = [];
  let length = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    length += next.value.length;
    if (length > MOST) return undefined;
    pieces.push(next.value);
  }
  return pieces;
}
