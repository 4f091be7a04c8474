import { describe, expect, it } from 'vitest';
import { objectText } from '../../src/commands/file-reading.js';

describe('the text of a document', () => {
  const text = (/** @type {string} */ content) => objectText(new TextEncoder().encode(content));

  it('begins as an object, with or without a byte order mark', () => {
    expect(text('{"version": 1}')).toBe('{"version": 1}');
    expect(text('\ufeff\n{"version": 1}')?.trimStart()).toBe('{"version": 1}');
    expect(text('{"version": 1, "name": "x", "system": {"kind"')).not.toBe(null);
    expect(text('; MaxProcs: 4\n')).toBe(null);
    expect(text('[]')).toBe(null);
  });
});
