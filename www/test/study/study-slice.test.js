import { expect, it } from 'vitest';
import { createGrid } from '../../src/study/axis-grid.js';
import { parseSlice, sliceText, WHOLE } from '../../src/study/study-slice.js';

it('what is chosen of a study is read back as it was written, each choice by itself and all together', () => {
  const choices = [
    { part: 2 },
    { baseline: 0 },
    { baseline: 3 },
    { level: 0 },
    { level: 7 },
    { held: [0, 0, 2] },
    { measure: 'longest wait' },
    { measure: 'a.b-c.%&=' },
  ];
  for (const choice of [...choices, Object.assign({}, ...choices)]) {
    const text = sliceText({ ...WHOLE, ...choice });
    expect(text).toMatch(/^[\w.-]*$/u);
    expect(parseSlice(text), text).toEqual({ ...WHOLE, ...choice });
    // It survives being a field of an address.
    expect(parseSlice(new URLSearchParams(`slice=${encodeURIComponent(text)}`).get('slice') ?? '')).toEqual({ ...WHOLE, ...choice });
  }
});

it('nothing chosen is an empty word, and what cannot be read is nothing chosen', () => {
  expect([sliceText(WHOLE), sliceText({ ...WHOLE, held: [0, 0] })]).toEqual(['', '']);
  for (const text of ['', '-1.x.1e9.a-b._E0', '....'])
    expect(parseSlice(text)).toMatchObject({ part: 0, baseline: -1, level: -1, measure: '' });
});

it('a place beyond the end of an axis is the last one', () => {
  const axis = (/** @type {string} */ name) => ({ name, unit: '', labels: ['1', '2'], values: [1, 2] });
  const part = { name: '', axes: [axis('load'), axis('nodes')], seeds: 1, first: 0, points: 4, measures: [], steady: [] };
  expect(createGrid(part, [0, 9]).series[0]?.levels).toEqual([0, 1]);
});
