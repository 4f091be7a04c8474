/** @file Buffers that are transferred with a message instead of being copied. */

/**
 * The buffers that are transferred with a message: the sender loses them.
 * @param {readonly unknown[]} values
 * @returns {ArrayBuffer[]}
 */
export function transferableBuffers(values) {
  return values.filter((value) => ArrayBuffer.isView(value)).map(({ buffer }) => /** @type {ArrayBuffer} */ (buffer));
}
