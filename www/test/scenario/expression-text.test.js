import { expect, it } from 'vitest';
import { formulaColumns, invalidValuesText, joinExpression, splitExpression } from '../../src/scenario/expression-text.js';

it('splits a text into name, formula and reason as the engine does', () => {
  expect(splitExpression('Small first: nodes * estimate # Small jobs: they end soon.')).toEqual({
    name: 'Small first',
    formula: 'nodes * estimate',
    reason: 'Small jobs: they end soon.',
  });
  expect(splitExpression(' wait ')).toEqual({ name: '', formula: 'wait', reason: '' });
  expect(splitExpression('')).toEqual({ name: '', formula: '', reason: '' });
});

it('joins the parts again', () => {
  for (const text of ['A: wait # B', 'wait # B', 'A: wait', 'wait']) expect(joinExpression(splitExpression(text))).toBe(text);
});

it('counts columns from the start of the formula', () => {
  const message = 'unknown name "estimat" (column 9); available: nodes';
  expect(formulaColumns(message, 'estimat')).toBe(message);
  expect(formulaColumns(message, 'Fair: 1 + estimat')).toContain('(column 3)');
  expect(formulaColumns('column 8: expected ")", found the end', 'Fair: (1')).toBe('column 2: expected ")", found the end');
});

it('shortens the warning about values that are not numbers', () => {
  const message = 'Fair: the rank in the queue (0 / 0) is not a number for 100 of 100 jobs; the order of arrival is used';
  expect(invalidValuesText(message)).toBe('Not a number for 100 of 100 jobs: the order of arrival is used.');
  const infinite = 'the rank in the queue (nodes / 0) is infinite for all 100 jobs; the order of arrival is used';
  expect(invalidValuesText(infinite)).toBe('Infinite for all 100 jobs: the order of arrival is used.');
  expect(invalidValuesText('another warning')).toBe('');
});
