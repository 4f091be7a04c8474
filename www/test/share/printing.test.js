import { describe, expect, it, vi } from 'vitest';

// The sheet is an element of a browser.
vi.mock('../../src/share/print-sheet.js', () => ({}));
const { paperText, resultRows } = await import('../../src/share/printing.js');

const row = (/** @type {string} */ id, /** @type {number|null} */ value) => ({ id, name: id, value, unit: '%' });

describe('a text on paper', () => {
  it('has no instructions for a screen', () => {
    expect(paperText('EASY overtakes. Click a bar: the panel lists the jobs. It ends at 7.5 h.')).toBe('EASY overtakes. It ends at 7.5 h.');
    expect(paperText('Jobs press on. Is that so? Press play, or drag the playhead.')).toBe('Jobs press on. Is that so?');
  });
});

describe('the numbers of a printed comparison', () => {
  /** @type {any} */
  const variants = [
    { name: 'FCFS', report: { rows: [row('utilisation', 64.5), row('late', null)] } },
    { name: 'EASY', report: { rows: [row('utilisation', 83.7)] } },
  ];
  it('are those of all variants, without metrics that have no value', () => {
    expect(resultRows({ variants, replicated: null })).toEqual([
      ['', 'utilisation'],
      ['FCFS', '64.5 %'],
      ['EASY', '83.7 %'],
    ]);
  });
  it('have the means of other seeds, if they were run', () => {
    const replicated = /** @type {any} */ ({ means: { utilisation: ['56.4 ± 4.6 %', '62.2 ± 6.6 %'] } });
    expect(resultRows({ variants, replicated }).at(-1)).toEqual(['EASY, all seeds', '62.2 ± 6.6 %']);
    expect(resultRows({ variants: [], replicated: null })).toEqual([]);
  });
});
