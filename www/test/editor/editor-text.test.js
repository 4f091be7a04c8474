import { describe, expect, it } from 'vitest';
import { diagnosticMarks, fitsCodeEditor, formatText, smallestChange } from '../../src/editor/editor-text.js';

describe('the smallest change', () => {
  it('makes one text the other, and touches nothing else', () => {
    const pairs = [
      ['abc', 'abc'],
      ['', 'x'],
      ['x', ''],
      ['aaa', 'aaaa'],
      ['abcabc', 'abc'],
      ['{"a": 1}', '{"a": 12}'],
      ['same end', 'other end'],
    ];
    for (const [before, after] of /** @type {[string, string][]} */ (pairs)) {
      const change = smallestChange(before, after);
      if (!change) expect(before).toBe(after);
      else expect(before.slice(0, change.from) + change.insert + before.slice(change.to)).toBe(after);
    }
    expect(smallestChange('{"a": 1, "b": 2}', '{"a": 1, "b": 3}')).toEqual({ from: 14, to: 15, insert: '3' });
  });
});

describe('the code editor', () => {
  it('is used for texts that it shows at once: not too long, not on one long line, not too deep', () => {
    const lines = (/** @type {string} */ line) => `[\n${`${line},\n`.repeat(5000)}0]`;
    expect([lines('{"a": [1]}'), '['.repeat(128), 'x'.repeat(20_000), '', '}'.repeat(500)].map(fitsCodeEditor)).toEqual([
      true,
      true,
      true,
      true,
      true,
    ]);
    expect([lines('y'.repeat(500)), '['.repeat(129), '{"a":'.repeat(3000), `\n${'x'.repeat(20_001)}`].map(fitsCodeEditor)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});

describe('marks', () => {
  const text = '{\n  "seed": -1,\n  "system": {"kind": "x"}\n}';

  it('lie where the diagnostics point, in the order of the text', () => {
    const told = diagnosticMarks(text, [
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
    const [told] = diagnosticMarks(text, [{ severity: 'error', line: 2, message: 'broken' }]);
    expect(text.slice(told?.from, told?.to)).toBe('  "seed": -1,');
  });
});

it('lays out only what is JSON', () => {
  expect(formatText('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}');
  expect(formatText('{"a":')).toBeUndefined();
});
