import { expect, it } from 'vitest';
import { crc32, verifyBytes } from '../../src/engine/checksum.js';

const bytes = (/** @type {string} */ text) => new TextEncoder().encode(text);

it('the checksum is that of gzip', () => {
  expect(crc32(bytes('123456789'))).toBe(0xcbf43926);
  expect(crc32(new Uint8Array(0))).toBe(0);
});

it('bytes that are incomplete, changed in one bit or of another file are rejected', () => {
  const right = bytes('123456789');
  const built = { bytes: 9, crc32: 0xcbf43926 };
  expect(verifyBytes(right.buffer, built)).toBe(right.buffer);
  expect(() => verifyBytes(right.slice(0, 4).buffer, built)).toThrow('received 4 bytes instead of 9');
  expect(() => verifyBytes(new ArrayBuffer(0), built)).toThrow('received 0 bytes instead of 9');
  for (let bit = 0; bit < 72; bit += 1) {
    const flipped = right.map((byte, at) => (at === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));
    expect(() => verifyBytes(flipped.buffer, built)).toThrow('the received file is damaged or is another file');
  }
});
