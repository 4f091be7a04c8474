/** @file Links packed and unpacked by the browser's own deflate, which the wasm package leaves out. */

import { link_fragment, link_text, most_unpacked, packed_in_link, unpacked_link } from '../../pkg/ganttlet_wasm.js';

/** @import { Decoded, Digest } from '../engine/types.js' */

/**
 * The part of a link behind the `#`, with the digests of the variants so far known.
 * @param {string} text of the scenario
 * @param {Digest[]} results
 * @returns {Promise<string>}
 */
export async function encode_link(text, results) {
  const packed = new Blob([link_text(text)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return link_fragment(new Uint8Array(await new Response(packed).arrayBuffer()), results);
}

/**
 * What the part of a link behind the `#` says. Never throws because of the link.
 * @param {string} fragment
 * @returns {Promise<Decoded>}
 */
export async function decode_link(fragment) {
  /** @type {Awaited<ReturnType<typeof inflate>>[]} */
  const unpacked = [];
  let most = most_unpacked();
  for (const packed of packed_in_link(fragment)) {
    const bytes = await inflate(packed, most);
    if (typeof bytes !== 'string') most -= bytes.length;
    unpacked.push(bytes);
  }
  return unpacked_link(fragment, unpacked);
}

/** How much is unpacked at once, bytes: a thousand times as much may come of it. */
const PIECE = 1024;

/**
 * The bytes that were packed, or what is wrong.
 * @param {Uint8Array<ArrayBuffer>} packed
 * @param {number} most bytes that may come of it
 * @returns {Promise<Uint8Array|'short'|'damaged'|'long'>}
 */
async function inflate(packed, most) {
  const { bytes, taken } = await unpack(packed, most, packed.length);
  if (bytes) return bytes;
  if (taken === packed.length) return 'short';
  // What stands behind the end is no part of it.
  const good = await unpack(packed, most, taken);
  return (await unpack(packed.subarray(0, good.taken), most, good.taken)).bytes ?? 'damaged';
}

/**
 * What comes of packed bytes, and how many of them were taken before one was wrong.
 * @param {Uint8Array<ArrayBuffer>} packed
 * @param {number} most
 * @param {number} certain up to there in pieces, from there on byte by byte
 * @returns {Promise<{bytes: Uint8Array|'long'|null, taken: number}>}
 */
async function unpack(packed, most, certain) {
  const { readable, writable } = new DecompressionStream('deflate-raw');
  const writer = writable.getWriter();
  let taken = 0;
  const write = async () => {
    while (taken < packed.length) {
      const end = Math.min(taken + (taken < certain ? PIECE : 1), packed.length);
      await writer.write(packed.subarray(taken, end));
      taken = end;
    }
    await writer.close();
  };
  // Whoever reads is told what is wrong, too.
  write().catch(() => undefined);
  const reader = readable.getReader();
  const chunks = [];
  let left = most;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      chunks.push(next.value);
      left -= next.value.length;
      if (left < 0) {
        void reader.cancel();
        return { bytes: 'long', taken };
      }
    }
    return { bytes: new Uint8Array(await new Blob(chunks).arrayBuffer()), taken };
  } catch {
    return { bytes: null, taken };
  }
}
