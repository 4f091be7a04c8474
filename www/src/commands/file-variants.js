/** @file Recognises a file that another program has changed: with other line ends, or unpacked. */

/** Maximum size of the tested files, bytes. */
const MOST_BYTES = 64 * 1024 * 1024;

const [RETURN, FEED] = [13, 10];

/**
 * The variants of a file before a program changed it, with the difference.
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @returns {Promise<{bytes: Uint8Array<ArrayBuffer>, differs: string}[]>}
 */
export async function fileVariants(bytes) {
  if (bytes.length > MOST_BYTES) return [];
  const feeds = bytes.filter((byte, at) => byte !== RETURN || bytes[at + 1] !== FEED);
  const both = addCarriageReturns(feeds);
  const unpacked = bytes[0] === 0x1f && bytes[1] === 0x8b ? await unpackGzip(bytes) : undefined;
  return [
    ...(feeds.length < bytes.length ? [{ bytes: feeds, differs: 'its line endings' }] : []),
    ...(both.length > bytes.length ? [{ bytes: both, differs: 'its line endings' }] : []),
    ...(unpacked ? [{ bytes: unpacked, differs: 'compression' }] : []),
  ];
}

/** @param {Uint8Array<ArrayBuffer>} bytes */
function addCarriageReturns(bytes) {
  const count = bytes.reduce((sum, byte) => sum + (byte === FEED ? 1 : 0), 0);
  const all = new Uint8Array(bytes.length + count);
  let at = 0;
  for (const byte of bytes) {
    if (byte === FEED) all[at++] = RETURN;
    all[at++] = byte;
  }
  return all;
}

/**
 * The bytes of a file packed with gzip.
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @returns {Promise<Uint8Array<ArrayBuffer>|undefined>} undefined if they cannot be unpacked, or are too many
 */
async function unpackGzip(bytes) {
  const chunks = [];
  let length = 0;
  try {
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip')).getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      length += next.value.length;
      if (length > MOST_BYTES) return undefined;
      chunks.push(next.value);
    }
    return new Uint8Array(await new Blob(chunks).arrayBuffer());
  } catch {
    return undefined;
  }
}
