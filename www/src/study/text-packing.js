/** @file The text of a study in a link: deflated, in letters that addresses hold. */

import { DAMAGED } from '../address/study.js';

/** A text may unfold to so many bytes. */
const MOST = 4_000_000;

/**
 * A text compressed, in base64 for addresses.
 * @param {string} text JSON; it is packed without white space
 * @returns {Promise<string>}
 */
export async function packText(text) {
  const stream = new Blob([JSON.stringify(JSON.parse(text))]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/u, '');
}

/**
 * The text in a compressed part of an address.
 * @param {string} packed
 * @returns {Promise<string>} the text; throws where it is damaged or too long
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

/** @param {string} packed @returns {Promise<Uint8Array<ArrayBuffer>[]|undefined>} nothing where it is too long */
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
