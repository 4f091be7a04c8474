import { describe, expect, it } from 'vitest';
import {
  clamp,
  correctionText,
  ignoredText,
  meaningOfZero,
  parameterValue,
  parseNumber,
  rangeText,
  SLIDER_STEPS,
  sliderPosition,
  sliderRange,
  valueAtPosition,
  valueText,
  withSetting,
} from '../../src/scenario/parameter-values.js';

/** @import { Parameter } from '../../src/scenario/types.js' */

/**
 * @param {'number' | 'integer'} type
 * @param {number} min
 * @param {number} max
 * @param {number} value
 * @returns {Parameter}
 */
const parameter = (type, min, max, value) => ({ id: 'x', name: 'X', doc: '', unit: 's', type, min, max, default: value });

describe('typed numbers', () => {
  const nodes = parameter('integer', 1, 4096, 64);

  it('are taken when allowed, however they are written', () => {
    for (const [text, value] of [
      ['12', 12],
      [' 1 024 ', 1024],
      ['4,096', 4096],
      ['1e3', 1000],
      ['2\u202f000', 2000],
    ]) {
      expect(parseNumber(nodes, String(text))).toEqual({ value, problem: '' });
    }
    expect(parseNumber(parameter('number', -5, 5, 0), '−2.5').value).toBe(-2.5);
  });

  it('become the nearest allowed value, with a sentence', () => {
    expect(parseNumber(nodes, '9999')).toEqual({ value: 4096, problem: '9\u202f999 is above 4\u202f096.' });
    expect(parseNumber(nodes, '0').value).toBe(1);
    expect(correctionText(parseNumber(nodes, '-3').problem, 1)).toBe('−3 is below 1: 1 is used.');
    expect(correctionText(parseNumber(nodes, 'many').problem, 64)).toBe('"many" is not a number: 64 is used.');
    for (const text of ['many', '', '1e999']) expect(parseNumber(nodes, text, 32).value).toBe(32);
    expect(parseNumber(nodes, '2.6')).toEqual({ value: 3, problem: 'Only whole numbers; the nearest is 3.' });
  });

  it('fall back to the default when they are none', () => {
    for (const text of ['', 'many', 'NaN', 'Infinity', '1..2']) {
      expect(parseNumber(nodes, text).value).toBe(64);
      expect(parseNumber(nodes, text).problem).not.toBe('');
    }
  });

  it('may be left empty where the catalog says what 0 stands for', () => {
    const gap = { ...parameter('number', 0, 1e9, 0), doc: 'Mean time between arrivals; 0 for automatic: what the offered load gives.' };
    expect(meaningOfZero(gap)).toBe('automatic');
    expect(parseNumber(gap, '')).toEqual({ value: 0, problem: '' });
    expect([valueText(gap, 0), valueText(gap, 30), valueText(nodes, 0)]).toEqual(['automatic', '30 s', '0 s']);
    expect(meaningOfZero({ ...gap, doc: 'The others wait. 0 for no limit. Static plans know none.' })).toBe('no limit');
    expect(meaningOfZero({ ...gap, doc: 'How much it varies: 0 for a linear speed-up.' })).toBe('');
  });

  it('are limited only where there are limits', () => {
    const { min: _, max: __, ...free } = nodes;
    expect(clamp(free, 1e12)).toBe(1e12);
    expect(rangeText(free)).toBe('');
    expect(rangeText({ ...free, min: 1 })).toBe('1 s and above');
  });
});

describe('sliders', () => {
  it('multiply where the range spans decades, add elsewhere', () => {
    expect(sliderRange(parameter('number', 0, 2, 1))?.logarithmic).toBe(false);
    expect(sliderRange(parameter('integer', 1, 1_000_000, 200))).toEqual({ low: 1, high: 1_000_000, logarithmic: true });
    expect(sliderRange(parameter('number', 0, 1e9, 10))).toEqual({ low: 1e-3, high: 1e5, logarithmic: true });
    const { max: _, ...free } = parameter('integer', 1, 2, 1);
    expect(sliderRange(free)).toBeUndefined();
  });

  it('go to both ends and back to where they came from', () => {
    for (const one of [
      parameter('integer', 1, 1_000_000, 200),
      parameter('number', 0, 2, 1),
      parameter('number', 0, 1e6, 600),
      parameter('integer', -3, 3, 0),
    ]) {
      const range = sliderRange(one);
      expect(valueAtPosition(one, 0)).toBe(one.min);
      expect(valueAtPosition(one, SLIDER_STEPS)).toBe(range?.high);
      for (let position = 0; position <= SLIDER_STEPS; position += 1) {
        const value = valueAtPosition(one, position);
        expect(value).toBe(clamp(one, value));
        // Rounding a value to what a person would write moves the slider by a few steps at most.
        expect(Math.abs(valueAtPosition(one, sliderPosition(one, value)) - value)).toBeLessThanOrEqual(Math.abs(value) * 0.12 + 0.1);
      }
    }
  });

  it('never turn back', () => {
    const one = parameter('number', 0.01, 1000, 1);
    const values = Array.from({ length: SLIDER_STEPS + 1 }, (_, at) => valueAtPosition(one, at));
    expect(values).toEqual([...values].sort((a, b) => a - b));
  });
});

describe('settings', () => {
  const list = [parameter('integer', 1, 9, 3)];

  it('hold what differs from the default', () => {
    expect(withSetting(list, {}, 'x', 5)).toEqual({ x: 5 });
    expect(withSetting(list, { x: 5, other: true }, 'x', 3)).toEqual({ other: true });
  });

  it('fall back to the default', () => {
    expect(parameterValue(/** @type {Parameter} */ (list[0]), undefined)).toBe(3);
    expect(parameterValue(/** @type {Parameter} */ (list[0]), { x: 0 })).toBe(0);
  });
});

it('says what does not count beside the rest', () => {
  const table = { id: 'kinds', name: 'Kinds of machines', doc: '', unit: '', type: 'table', default: [] };
  const choice = { id: 'application', name: 'Application', doc: '', unit: '', type: 'choice', default: 'none' };
  const all = /** @type {Parameter[]} */ ([table, choice]);
  const drawn = { when: { parameter: 'kinds', is: [] } };
  expect(ignoredText(drawn, all, {})).toBe('');
  expect(ignoredText(drawn, all, { kinds: [{}] })).toBe('No effect: the rows of kinds of machines take precedence.');
  const ccr = { when: { parameter: 'application', is: ['ccr', 'wave-chain'] } };
  expect(ignoredText(ccr, all, undefined)).toBe('No effect: used only if application is ccr or wave chain.');
  expect(ignoredText(ccr, all, { application: 'wave-chain' })).toBe('');
  expect(ignoredText({}, all, {})).toBe('');
});
