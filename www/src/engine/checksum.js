/** @file Checks that fetched bytes belong to the build. */

/** The table of the CRC-32 (reflected). */
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  return sum;
});

/**
 * The CRC-32 of some bytes, as in gzip.
 * @param {Uint8Array} bytes
 */
export function crc32(bytes) {
  let sum = -1;
  for (const byte of bytes) sum = (sum >>> 8) ^ /** @type {number} */ (TABLE[(sum ^ byte) & 255]);
  return ~sum >>> 0;
}

/**
 * Returns the bytes; throws if they differ from those of the build.
 * @param {ArrayBuffer} bytes
 * @param {{bytes: number, crc32: number}} built
 */
export function verifyBytes(bytes, built) {
  if (bytes.byteLength !== built.bytes) throw new Error(`received ${bytes.byteLength} bytes instead of ${built.bytes}`);
  if (crc32(new Uint8Array(bytes)) !== built.crc32) throw new Error('the received file is damaged or is another file');
  return bytes;
}
