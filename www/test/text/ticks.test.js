import { describe, expect, it } from 'vitest';
import cases from '../../../crate/render/tick-cases.json';
import { axisTicks } from '../../src/text/ticks.js';
import { tickText } from '../../src/text/time.js';

describe('ticks', () => {
  it('are those of the command line', () => {
    for (const { axis, kind, outward, ticks: expected } of cases.ticks) {
      const [low = NaN, high = NaN, most = NaN] = axis;
      expect(axisTicks(low, high, most, { kind: kind === 'time' ? 'time' : 'number', outward })).toEqual(expected);
    }
    for (const { time_step_end, text } of cases.texts) {
      const [time_s = NaN, step_s = NaN, end_s = NaN] = time_step_end;
      expect(tickText(time_s, step_s, end_s)).toBe(text);
    }
  });

  it('are whole where only whole numbers have a meaning', () => {
    expect(axisTicks(1, 4, 8, { kind: 'whole' })).toEqual([1, 2, 3, 4]);
  });

  it('of logarithms are as dense as fits', () => {
    const logarithmic = true;
    expect(axisTicks(1, 30, 8, { logarithmic })).toEqual([1, 2, 3, 5, 10, 20, 30]);
    expect(axisTicks(1, 30, 5, { logarithmic })).toEqual([1, 3, 10, 30]);
    expect(axisTicks(0.5, 2e6, 4, { logarithmic })).toEqual([1, 100, 1e4, 1e6]);
    expect(axisTicks(0.5, 1e5, 9, { kind: 'time', logarithmic })).toEqual([1, 10, 60, 600, 3600, 21_600, 86_400]);
  });

  it('are none on an axis of no length', () => {
    expect([axisTicks(5, 5, 3), axisTicks(5, NaN, 3), axisTicks(0, 1, 0)]).toEqual([[], [], []]);
  });
});
