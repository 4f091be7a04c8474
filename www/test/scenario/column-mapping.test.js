// The mapping of a table as its dialog edits it.
import { expect, it } from 'vitest';
import { changeColumn, chosenColumns, columnRows, settingsWithColumns } from '../../src/scenario/column-mapping.js';

const COLUMNS = [
  { reference: '1', name: '', samples: ['r1'] },
  { reference: 'When', name: 'When', samples: ['0', '5'] },
  { reference: 'took', name: 'took', samples: ['1'] },
];

it('columns get what the rows of a mapping say of them, by name or number', () => {
  const chosen = chosenColumns(COLUMNS, [
    { column: 'when', meaning: 'submit' },
    { column: 'When', meaning: 'start', unit: 'min' },
    { column: '3', meaning: 'run', unit: 'h' },
    { column: 'absent', meaning: 'user' },
  ]);
  expect(chosen.map(({ rows }) => rows)).toEqual([
    [],
    [
      { meaning: 'submit', unit: 'as-written' },
      { meaning: 'start', unit: 'min' },
    ],
    [{ meaning: 'run', unit: 'h' }],
  ]);
  expect(columnRows(chosen)).toEqual([
    { column: 'When', meaning: 'submit' },
    { column: 'When', meaning: 'start', unit: 'min' },
    { column: 'took', meaning: 'run', unit: 'h' },
  ]);
});

it('a meaning belongs to one column, and a column without one is not named', () => {
  const first = chosenColumns(COLUMNS, [{ column: 'When', meaning: 'submit', unit: 'ms' }]);
  const moved = changeColumn(first, 2, { meaning: 'submit' });
  expect(columnRows(moved)).toEqual([{ column: 'took', meaning: 'submit' }]);
  expect(columnRows(changeColumn(moved, 2, { unit: 'h' }))).toEqual([{ column: 'took', meaning: 'submit', unit: 'h' }]);
  expect(columnRows(changeColumn(moved, 2, { meaning: 'unused' }))).toEqual([]);
});

it('settings omit defaults and keep what the dialog does not show', () => {
  const parameters = /** @type {any} */ ([
    { id: 'columns', default: [] },
    { id: 'separator', default: 'detect' },
    { id: 'first_jobs', default: 0 },
  ]);
  const chosen = chosenColumns(COLUMNS, [{ column: 'When', meaning: 'submit' }]);
  expect(settingsWithColumns(parameters, { separator: 'detect', first_jobs: 7 }, chosen)).toEqual({
    columns: [{ column: 'When', meaning: 'submit' }],
    first_jobs: 7,
  });
});
