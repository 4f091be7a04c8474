import { expect, it } from 'vitest';
import { appendRow, areDefaultRows, defaultRows, removeRow, setCell, tableRows } from '../../src/scenario/table-parameters.js';

/** @import { Parameter } from '../../src/scenario/types.js' */

const table = /** @type {Parameter} */ ({
  id: 'queues',
  name: 'Queues',
  doc: '',
  unit: '',
  type: 'table',
  min: 1,
  max: 3,
  default: [['short', 4], ['long']],
  columns: [
    { id: 'name', name: 'Name', doc: '', unit: '', type: 'choice', default: 'short' },
    { id: 'weight', name: 'Weight', doc: '', unit: '', type: 'number', default: 1 },
  ],
});

it('has the usual rows where nothing is said', () => {
  const usual = [
    { name: 'short', weight: 4 },
    { name: 'long', weight: 1 },
  ];
  expect(defaultRows(table)).toEqual(usual);
  expect(tableRows(table, undefined)).toEqual(usual);
  expect(tableRows(table, table.default)).toEqual(usual);
  expect(tableRows(table, [{ weight: 2 }])).toEqual([{ weight: 2 }]);
});

it('knows usual rows however much of them is written', () => {
  expect(areDefaultRows(table, [{ weight: 4 }, { name: 'long' }])).toBe(true);
  expect(areDefaultRows(table, [{ weight: 4 }, { name: 'long', weight: 2 }])).toBe(false);
  expect(areDefaultRows(table, [{ weight: 4 }])).toBe(false);
});

it('changes one cell, and leaves out what is as usual in its column', () => {
  const rows = /** @type {import('../../src/scenario/types.js').TableRow[]} */ ([{ name: 'short', weight: 4 }, { name: 'long' }]);
  expect(setCell(table, rows, 0, 'weight', 1)).toEqual([{ name: 'short' }, { name: 'long' }]);
  expect(setCell(table, rows, 1, 'weight', 9)).toEqual([
    { name: 'short', weight: 4 },
    { name: 'long', weight: 9 },
  ]);
  expect(rows[1]).toEqual({ name: 'long' });
});

it('adds rows like the last and removes any, within what is allowed', () => {
  const two = appendRow(table, [{ name: 'long', weight: 2 }]);
  expect(two).toEqual([
    { name: 'long', weight: 2 },
    { name: 'long', weight: 2 },
  ]);
  expect(two[0]).not.toBe(two[1]);
  const three = appendRow(table, two);
  expect(appendRow(table, three)).toHaveLength(3);
  expect(appendRow({ ...table, min: 0 }, [])).toEqual([{}]);
  expect(removeRow(table, [{ weight: 2 }, { weight: 3 }], 0)).toEqual([{ weight: 3 }]);
  expect(removeRow(table, [{ weight: 3 }], 0)).toEqual([{ weight: 3 }]);
});
