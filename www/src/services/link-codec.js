/** @file Packs and unpacks links with the deflate of the browser, which the wasm package does not have. */

import { link_fragment, link_text, most_unpacked, packed_in_link, unpacked_link } from '../../pkg/ganttlet_wasm.js';

/** @import { Decoded, Digest } from '../engine/types.js' */

/**
 * The fragment of a link, with the digests of the completed variants.
 * @param {string} text of the scenario
 * @param {Digest[]} results
 * @returns {Promise<string>}
 */
export async function encode_link(text, results) {
  const packed = new Blob([link_text(text)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return link_fragment(new Uint8Array(await new Response(packed).arrayBuffer()), results);
}

/**
 * The content of a link's fragment. Never throws because of the link.
 * @param {string} fragment
 * @returns {Promise<Decoded>}
 */
export async function decode_link(fragment) {
  /** @type {Awaited<ReturnType<typeof inflateWithTail>>[]} */
  const unpacked = [];
  let most = most_unpacked();
  for (const packed of packed_in_link(fragment)) {
    const bytes = await inflateWithTail(packed, most);
    if (typeof bytes !== 'string') most -= bytes.length;
    unpacked.push(bytes);
  }
  return unpacked_link(fragment, unpacked);
}

/**
 * Unpacks bytes that may be followed by foreign characters; `short` if the end is missing.
 * @param {Uint8Array<ArrayBuffer>} packed
 * @param {number} most maximum number of unpacked bytes
 * @returns {Promise<Uint8Array|'short'|'damaged'|'long'>}
 */
async function inflateWithTail(packed, most) {
  const whole = await inflateExactly(packed, most);
  if (whole !== 'damaged') return whole;
  // Characters after the end are not part of the data: with fewer bytes the end is missing, with more bytes unpacking
  // fails.
  let [short, wrong] = [0, packed.length];
  while (wrong - short > 1) {
    const end = (short + wrong) >> 1;
    const part = await inflateExactly(packed.subarray(0, end), most);
    if (part === 'short') short = end;
    else if (part === 'damaged') wrong = end;
    else return part;
  }
  return 'damaged';
}

/**
 * Unpacks bytes, or returns the error.
 * @param {Uint8Array<ArrayBuffer>} packed
 * @param {number} most
 * @returns {Promise<Uint8Array|'short'|'damaged'|'long'>}
 */
async function inflateExactly(packed, most) {
  const { readable, writable } = new DecompressionStream('deflate-raw');
  const writer = writable.getWriter();
  // Invalid bytes are rejected; if the end is missing, all are accepted and only closing fails.
  const taken = writer.write(packed).then(
    () => true,
    () => false,
  );
  writer.close().catch(() => undefined);
  const chunks = [];
  let left = most;
  try {
    const reader = readable.getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      chunks.push(next.value);
      left -= next.value.length;
      if (left >= 0) continue;
      void reader.cancel();
      return 'long';
    }
    return new Uint8Array(await new Blob(chunks).arrayBuffer());
  } catch {
    return (await taken) ? 'short' : 'damaged';
  }
}
