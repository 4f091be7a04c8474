import { describe, expect, it } from 'vitest';
import { lineStart, locatePointer } from '../../src/scenario/text-position.js';

const text = `{
  "version": 1,
  "we/ird~name": [10, {"a": "}\\"]", "b": [1, [2, 3]]}, true],
  "system": {"kind": "batch", "policies": {"local": "esay"}}
}`;

/** What is marked for a pointer. @param {string} pointer */
const marked = (pointer) => {
  const { from, to } = locatePointer(text, pointer);
  return text.slice(from, to);
};

describe('locate', () => {
  it('marks values, and the names of objects and lists', () => {
    expect(marked('/version')).toBe('1');
    expect(marked('/system/policies/local')).toBe('"esay"');
    expect(marked('/system/policies')).toBe('"policies"');
    expect(marked('/we~1ird~0name/1/b')).toBe('"b"');
    expect(marked('/we~1ird~0name/1/b/1/1')).toBe('3');
    expect(marked('/we~1ird~0name/2')).toBe('true');
    expect(marked('/we~1ird~0name/1')).toBe('{');
  });

  it('is not misled by brackets and quotes in strings', () => {
    expect(marked('/we~1ird~0name/1/a')).toBe('"}\\"]"');
  });

  it('marks the nearest thing around what is not there', () => {
    expect(marked('/system/parameters/speed')).toBe('"system"');
    expect(locatePointer(text, '/system/parameters/speed').exact).toBe(false);
    expect(marked('/we~1ird~0name/9')).toBe('"we/ird~name"');
    expect(marked('/nothing')).toBe('{');
    expect(marked('')).toBe('{');
  });

  it('answers for broken and hostile texts', () => {
    for (const broken of ['', '{', '{"a"', '{"a":', '{"a": [1, 2', '[1 2 3]', '{"a": "x', '\\', '{"a"::1}']) {
      const { from, to } = locatePointer(broken, '/a/1');
      expect(from).toBeLessThanOrEqual(to);
      expect(to).toBeLessThanOrEqual(broken.length);
    }
    expect(locatePointer('['.repeat(1_000_000), '/0/1').exact).toBe(false);
  });
});

it('finds the start of a line', () => {
  expect([1, 2, 99].map((line) => lineStart(text, line))).toEqual([0, 2, text.length]);
});
