import { expect, it } from 'vitest';
import { toCsv, toMarkdown } from '../../src/text/table-text.js';

it('quotes what needs quotes in CSV, and keeps formulas from running', () => {
  expect(
    toCsv([
      ['a', 'b,c', 'd"e', 'f\ng'],
      [1.5, null, -2, '=SUM(A1)'],
    ]),
  ).toBe('a,"b,c","d""e","f\ng"\n1.5,,-2,\'=SUM(A1)\n');
});

it('writes Markdown tables with numbers to the right', () => {
  expect(
    toMarkdown([
      ['Metric', 'a|b'],
      ['Wait\nlong', 12],
    ]),
  ).toBe('| Metric | a\\|b |\n| --- | ---: |\n| Wait long | 12 |\n');
  expect(toMarkdown([])).toBe('');
});
