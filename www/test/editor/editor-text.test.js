import { describe, expect, it } from 'vitest';
import { formatted, marks, smallestChange } from '../../src/editor/editor-text.js';

describe('the smallest change', () => {
  it('makes one text the other, and touches nothing else', () => {
    const pairs = [['abc', 'abc'], ['', 'x'], ['x', ''], ['aaa', 'aaaa'], ['abcabc', 'abc'], ['{"a": 1}', '{"a": 12}'], ['same end', 'other end']];
    for (const [before, after] of /** @type {[string, string][]} */ (pairs)) {
      const change = smallestChange(before, after);
      if (!change) expect(before).toBe(after);
      else expect(before.slice(0, change.from) + change.insert + before.slice(change.to)).toBe(after);
    }
    expect(smallestChange('{"a": 1, "b": 2}', '{"a": 1, "b": 3}')).toEqual({ from: 14, to: 15, insert: '3' });
  });
});

describe('marks', () => {
  const text = '{\n  "seed": -1,\n  "system": {"kind": "x"}\n}';

  it('lie where the diagnostics point, in the order of the text', () => {
    const told = marks(text, [
      { severity: 'note', place: '/system/kind', message: 'b', hint: 'c' },
      { severity: 'error', place: '/seed', message: 'a' },
      { severity: 'warning', file: 'log.swf', line: 2, message: 'not here' },
    ]);
    expect(told.map(({ from, to, severity, message }) => [text.slice(from, to), severity, message])).toEqual([
      ['-1', 'error', 'a'],
      ['"x"', 'info', 'b\nc'],
    ]);
  });

  it('cover the line where there is no place', () => {
    const [told] = marks(text, [{ severity: 'error', line: 2, message: 'broken' }]);
    expect(text.slice(told?.from, told?.to)).toBe('  "seed": -1,');
  });
});

it('lays out only what is JSON', () => {
  expect(formatted('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}');
  expect(formatted('{"a":')).toBeUndefined();
});
