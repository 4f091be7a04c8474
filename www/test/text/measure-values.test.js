/** @file Differences of values are those of the values that are shown. */

import { expect, test } from 'vitest';
import { deltaText, formatMeasure, formatShownDifference } from '../../src/text/measure-values.js';
import { formatMoment, formatTime } from '../../src/text/time.js';

/** Seconds of each unit of a shown time. */
const SECONDS = /** @type {Record<string, number>} */ ({ d: 86400, h: 3600, min: 60, s: 1, ms: 0.001 });

/** The seconds of a shown time or moment: `3 d 4 h`, `42 s`, `1 d 02:18:54`. @param {string} text */
function readTime(text) {
  const clock = /(\d+):(\d\d):(\d\d)$/u.exec(text);
  const units = [...text.matchAll(/([\d.]+(?:e-?\d+)?) (d|h|min|ms|s)\b/gu)];
  const sum = units.reduce((total, [, number, unit]) => total + Number(number) * (SECONDS[unit ?? ''] ?? NaN), 0);
  return sum + (clock ? Number(clock[1]) * 3600 + Number(clock[2]) * 60 + Number(clock[3]) : 0);
}

/** Pairs of values of all magnitudes, the same in each run; within each pair of the same magnitude or not. */
function pairs(/** @type {number} */ count, /** @type {number} */ most) {
  let state = 12_345;
  const random = () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
  return Array.from({ length: count }, (_, at) => {
    const first = most ** random();
    return [at % 2 === 0 ? most ** random() : first * (0.5 + random()), first];
  });
}

test('the difference of two times is that of the shown times', () => {
  for (const [value, first] of pairs(4000, 5e6)) {
    const apart = Math.abs(readTime(formatTime(value)) - readTime(formatTime(first)));
    expect(formatShownDifference(value, first, 's'), `${formatTime(value)} and ${formatTime(first)}`).toBe(formatTime(apart));
  }
});

test('the difference of two moments is that of the shown moments', () => {
  for (const [value, first] of pairs(4000, 5e6)) {
    const apart = Math.abs(readTime(formatMoment(value)) - readTime(formatMoment(first)));
    expect(formatShownDifference(value, first, 's', true), `${formatMoment(value)} and ${formatMoment(first)}`).toBe(formatTime(apart));
  }
});

test('the difference of two amounts has the digits of the shown amounts', () => {
  for (const unit of ['node-h', 'MB', 'tasks']) {
    for (const [value, first] of pairs(2000, 5e4)) {
      const read = (/** @type {number} */ one) => Number.parseFloat(formatMeasure(one, unit).replaceAll('\u202f', ''));
      const apart = Math.abs(Number((read(value) - read(first)).toPrecision(12)));
      const shown = Number.parseFloat(formatShownDifference(value, first, unit).replaceAll('\u202f', ''));
      expect(Math.abs(shown - apart), `${unit}: ${read(value)} and ${read(first)} differ by ${shown}`).toBeLessThanOrEqual(apart * 5e-4);
    }
  }
});

test('a difference is in words', () => {
  expect(deltaText(42.04, 22.36, 's', false)).toBe('19.6 s more');
  expect(deltaText(622.9, 1652.1, 's', true)).toBe('17 min 10 s earlier');
  expect(deltaText(22.44, 22.4, 's', false)).toBe('about the same');
});
