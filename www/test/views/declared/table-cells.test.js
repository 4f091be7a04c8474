import { describe, expect, it } from 'vitest';
import { columnLine, formatCell, isPlottable, sortedPlaces } from '../../../src/views/declared/table-cells.js';

/** @import { Column } from '../../../src/views/declared/table-cells.js' */

const column = (/** @type {string} */ id, /** @type {Column['cells']} */ cells, unit = '') => ({ id, name: id, unit, cells });
const table = {
  id: 'looks',
  name: 'Looks',
  rows: 3,
  is_part: false,
  columns: [column('job', 'subject'), column('at', 'time'), column('took', 'span'), column('ok', 'flag'), column('free', 'count', 'nodes')],
};
const rows = {
  columns: {
    job: Float64Array.of(4, 2, 9),
    at: Float64Array.of(7200, 60, NaN),
    took: Float64Array.of(90, NaN, 1),
    ok: Float64Array.of(1, 0, 1),
    free: Float64Array.of(3, 5, 4000),
  },
  names: { job: ['job 4', 'job 2', ''] },
  because: [],
};

it('the cells of a declared table read as what they are', () => {
  const lines = [0, 1, 2].map((place) => table.columns.map((one) => formatCell(one, rows, place)));
  expect(lines).toEqual([
    ['job 4', '2:00:00', '1 min 30 s', 'yes', '3'],
    ['job 2', '0:01:00', '–', 'no', '5'],
    ['–', '–', '1 s', 'yes', '4\u202f000'],
  ]);
  expect(table.columns.filter(isPlottable).map(({ id }) => id)).toEqual(['took', 'free']);
});

it('rows are put in order by numbers or words, what is not known last', () => {
  expect(sortedPlaces(rows.columns.took, false)).toEqual([2, 0, 1]);
  expect(sortedPlaces(rows.columns.took, true)).toEqual([0, 2, 1]);
  expect(sortedPlaces(['b', 'a', 'b'], true)).toEqual([0, 2, 1]);
});

describe('a column as a line', () => {
  it('is over time where there are times', () => {
    expect(columnLine(table, rows, 'free')).toEqual({ x: [60, 7200], values: [5, 3], overTime: true });
    expect(columnLine(table, rows, 'took')).toEqual({ x: [60, 7200], values: [null, 90], overTime: true });
  });
  it('is over the rows where there are none', () => {
    expect(columnLine({ ...table, columns: table.columns.slice(2) }, rows, 'free')).toEqual({
      x: [1, 2, 3],
      values: [3, 5, 4000],
      overTime: false,
    });
  });
});
