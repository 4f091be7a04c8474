import { expect, it } from 'vitest';
import { deltaText, formatBesideName, formatMeasure, formatValue, unitSuffix } from '../../src/text/measure-values.js';
import { formatBytes, formatCount, formatDifference, formatNumber, formatShare, percentDifference } from '../../src/text/numbers.js';
import { pieceText } from '../../src/text/sentence-pieces.js';

it('rounds numbers to what is worth reading', () => {
  const shown = [0, 0.123456, 12.3456, 999.96, 1234.5, 1234567.8, -3.5, 1e-9, 1e18, Infinity, NaN, null].map(formatNumber);
  expect(shown).toEqual([
    '0',
    '0.1235',
    '12.35',
    '1\u202f000',
    '1\u202f235',
    '1\u202f234\u202f568',
    '−3.5',
    '1.00e−9',
    '1.00e+18',
    '∞',
    '–',
    '–',
  ]);
});

it('counts one in the singular', () => {
  expect(formatCount(1, 'nodes')).toBe('1 node');
  expect(formatCount(1234, 'jobs')).toBe('1\u202f234 jobs');
  expect(formatCount(0, 'unused rows')).toBe('0 unused rows');
  expect(formatCount(1, 'absences of machines')).toBe('1 absence of machines');
});

it('formats the difference of a value to the first', () => {
  expect(formatDifference(50, 100)).toBe('−50 %');
  expect(formatDifference(112.34, 100)).toBe('+12.3 %');
  expect(formatDifference(5, 5)).toBe('0 %');
  expect(formatDifference(99.97, 100)).toBe('−0.03 %');
  expect(formatDifference(5, 0)).toBe('');
  expect(formatDifference(null, 3)).toBe('');
  expect(formatDifference(1e9, 1)).toBe('> +10\u202f000 %');
  expect(percentDifference(-1, -2)).toBe(50);
});

it('shows sizes in thousands', () => {
  expect([0, 999, 1000, 123_456, 999_600, 3.5e9].map(formatBytes)).toEqual(['0 bytes', '999 bytes', '1 KB', '123 KB', '1 MB', '3.5 GB']);
});

it('tells the difference of percentages in points', () => {
  expect(formatDifference(83.65, 64.51, '%')).toBe('+19.2 points');
  // As they are shown, and where that is the same, by what they are.
  expect(formatDifference(68.56, 68.54, '%')).toBe('+0.1 points');
  expect(formatDifference(0.446, 0.5, 'share')).toBe('−5.4 points');
  expect(formatDifference(51, 50, '%')).toBe('+1 point');
  expect(formatDifference(50, 0, '%')).toBe('+50 points');
  expect(formatDifference(68.58, 68.56, '%')).toBe('+0.02 points');
  expect(formatDifference(null, 50, '%')).toBe('');
  expect(formatDifference(1160, 4730, 's')).toBe('−75.5 %');
});

it('writes a measure in one way: times in words, shares in percent', () => {
  expect([formatValue(4730, 's'), formatValue(64.512, '%'), formatValue(0.44619, 'share'), formatValue(14.7, 'workers')]).toEqual([
    '1 h 19 min',
    '64.5 %',
    '44.6 %',
    '14.7',
  ]);
  expect([formatMeasure(0.44619, 'share'), formatMeasure(14.7, 'workers'), formatMeasure(null, 'workers')]).toEqual([
    '44.6 %',
    '14.7 workers',
    '–',
  ]);
  expect([formatBesideName('Average number of workers', 14.7, 'workers'), formatBesideName('Lost work', 3, 'tasks')]).toEqual([
    '14.7',
    '3 tasks',
  ]);
  expect(['s', '%', 'share', 'jobs'].map(unitSuffix)).toEqual(['', '', '', 'jobs']);
  expect([formatShare(1), formatShare(0.005), formatShare(NaN)]).toEqual(['100 %', '0.5 %', '–']);
});

it('tells an amount alike beside its name and in a sentence', () => {
  for (const value of [0.5, 22.783, 75.14, 1234.5])
    expect(`${pieceText({ text: '', value, unit: 'node-hour|node-hours' })}`).toBe(`${formatValue(value, 'node-h')} node-hours`);
  expect([formatMeasure(75.14, 'node-h'), formatMeasure(22.783, 'node-h'), formatMeasure(NaN, 'node-h')]).toEqual([
    '75.1 node-h',
    '22.8 node-h',
    '–',
  ]);
});

it('tells few bytes in a unit of their size', () => {
  expect([0.000167, 0.0421, 0.5, 181, 0].map((value) => formatMeasure(value, 'MB'))).toEqual([
    '167 bytes',
    '42.1 KB',
    '0.5 MB',
    '181 MB',
    '0 MB',
  ]);
  expect(deltaText(0.000158, 0.000167, 'MB', false)).toBe('9 bytes less');
});
