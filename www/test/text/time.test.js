import { describe, expect, it } from 'vitest';
import { formatClock, formatMoment, formatTime, readCountText, timeTicks } from '../../src/text/time.js';

describe('ticks of the time axis', () => {
  it('writes each scale in its own words', () => {
    const texts = (/** @type {number} */ from, /** @type {number} */ to, /** @type {number} */ most) =>
      timeTicks(from, to, most).map(({ text }) => text);
    expect(texts(0, 1, 5)).toEqual(['0', '0.2 s', '0.4 s', '0.6 s', '0.8 s', '1.0 s']);
    expect(texts(0, 45, 4)).toEqual(['0', '15 s', '30 s', '45 s']);
    expect(texts(0, 90, 4)).toEqual(['0', '0:00:30', '0:01:00', '0:01:30']);
    expect(texts(0, 4 * 3600, 4)).toEqual(['0', '1:00', '2:00', '3:00', '4:00']);
    expect(texts(86400, 86400 + 7200, 4)).toEqual(['1 d', '1 d 0:30', '1 d 1:00', '1 d 1:30', '1 d 2:00']);
    expect(texts(0, 86400 * 4, 4)).toEqual(['0', '1 d', '2 d', '3 d', '4 d']);
    expect(texts(-120, 120, 4)).toEqual(['\u22120:02', '\u22120:01', '0', '0:01', '0:02']);
  });

  it('writes the moments of a run as its clock does, whatever part of it is seen', () => {
    const texts = (/** @type {number} */ from, /** @type {number} */ to) => timeTicks(from, to, 3, 25_000).map(({ text }) => text);
    expect(texts(0, 3600)).toEqual(['0', '0:30', '1:00']);
    expect(texts(0, 30)).toEqual(['0', '0:00:10', '0:00:20', '0:00:30']);
    expect(texts(65, 65.5)).toEqual(['0:01:05.0', '0:01:05.2', '0:01:05.4']);
    expect(formatClock(1800, 25_000)).toBe('0:30:00');
    // A minute is told in one way, by the playhead of a short run and in a sentence.
    expect([formatClock(88, 88), formatMoment(88)]).toEqual(['0:01:28', '0:01:28']);
  });

  it('marks midnights', () => {
    expect(
      timeTicks(0, 86400 * 2, 8)
        .filter(({ major }) => major)
        .map(({ time_s }) => time_s),
    ).toEqual([0, 86400, 172800]);
  });

  it('gives nothing for a window of no length', () => {
    expect(timeTicks(5, 5, 10)).toEqual([]);
    expect(timeTicks(5, NaN, 10)).toEqual([]);
  });
});

describe('times in words', () => {
  it.each([
    [0, '0 s'],
    [0.0042, '4.2 ms'],
    [4.25, '4.3 s'],
    [59.96, '1 min'],
    [150, '2 min 30 s'],
    [3599.6, '1 h'],
    [7500, '2 h 5 min'],
    [86399, '1 d'],
    [86400 * 3 + 4 * 3600, '3 d 4 h'],
    [-90, '\u22121 min 30 s'],
    [null, '\u2013'],
    [Infinity, '\u2013'],
  ])('%s s is %s', (time, text) => expect(formatTime(time)).toBe(text));

  it('shows seconds in short runs, and days where there are any', () => {
    expect([null, 12.5, 60, 3257, 90_000].map(formatMoment)).toEqual(['\u2013', '12.5 s', '0:01:00', '0:54:17', '1 d 01:00:00']);
    expect(formatClock(5, 50)).toBe('5.0 s');
    expect(formatClock(65, 5000)).toBe('0:01:05');
    expect(formatClock(65, 200_000)).toBe('0:01:05');
    expect(formatClock(90_061, 200_000)).toBe('1 d 01:01:01');
  });
});

it('what was read is counted in its own words', () => {
  const work = (/** @type {string} */ things) => /** @type {import('../../src/engine/types.js').WorkKind} */ ({ things });
  const read = [
    readCountText(1, work('absences of machines')),
    readCountText(2, work('absences of machines')),
    readCountText(1, work('tasks')),
    readCountText(5, work('jobs')),
  ];
  expect(read).toEqual(['1 absence of machines', '2 absences of machines', '1 task', '5 jobs']);
});
