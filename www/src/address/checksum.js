/** @file The checksum of links, as in the engine. */

/**
 * The CRC-32 (ISO/IEC 8802-3) of an ASCII text, as eight hexadecimal digits.
 * @param {string} text
 */
export function checksum(text) {
  let sum = -1;
  for (const letter of text) {
    sum ^= letter.charCodeAt(0);
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return (~sum >>> 0).toString(16).padStart(8, '0');
}
