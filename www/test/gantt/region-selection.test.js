import { describe, expect, it } from 'vitest';
import { changeRegion } from '../../src/gantt/region-selection.js';
import { regionCells, regionLines, rowsText } from '../../src/gantt/region-table.js';
import { toCsv } from '../../src/text/table-text.js';

/** @import { Inside, Layout } from '../../src/engine/types.js' */

const layout = /** @type {Layout} */ (
  /** @type {unknown} */ ({
    bands: [
      { name: 'A', first_row: 0, rows: 4 },
      { name: 'B', first_row: 4, rows: 8 },
    ],
  })
);

/**
 * @param {Partial<Inside>} parts
 * @returns {Inside}
 */
const inside = (parts) => ({
  until_s: 60,
  nodes: 4,
  jobs: 3,
  started: 2,
  ended: 1,
  whole: 1,
  busy_node_h: 1.5,
  utilisation: 50,
  wait: 'Wait time',
  users: [],
  more_users: 0,
  waits: { count: 2, mean: 30, min: 0, median: 10, p90: 50, p95: 50, p99: 50, max: 50 },
  ...parts,
});

describe('a part of the charts', () => {
  it('names its nodes', () => {
    const text = (/** @type {number} */ first_row, /** @type {number} */ rows) => rowsText({ from_s: 0, to_s: 1, first_row, rows }, layout);
    expect(text(1, 2)).toBe('nodes 1 to 2 of A');
    expect(text(3, 1)).toBe('node 3 of A');
    expect(text(2, 4)).toBe('nodes 2 to 3 of A, nodes 0 to 1 of B');
    expect(text(0, 12)).toBe('all 4 nodes of A, all 8 nodes of B');
  });

  it('is moved and resized by keys, and stays where there are rows', () => {
    const region = { from_s: 100, to_s: 200, first_row: 1, rows: 2 };
    expect(changeRegion(region, { across: 1, resize: false }, 4)).toEqual({ from_s: 110, to_s: 210, first_row: 1, rows: 2 });
    expect(changeRegion(region, { across: -1, resize: true }, 4)).toEqual({ ...region, to_s: 190 });
    expect(changeRegion({ ...region, to_s: 101 }, { across: -20, resize: true }, 4).to_s).toBeGreaterThan(100);
    expect(changeRegion(region, { down: 5, resize: false }, 4)).toEqual({ ...region, first_row: 2 });
    expect(changeRegion(region, { down: -5, resize: false }, 4)).toEqual({ ...region, first_row: 0 });
    expect(changeRegion(region, { down: 5, resize: true }, 4)).toEqual({ ...region, rows: 3 });
    expect(changeRegion(region, { down: -5, resize: true }, 4)).toEqual({ ...region, rows: 1 });
  });

  it('has a line for each measure, which is empty if nothing is known', () => {
    const lines = regionLines([inside({}), null, inside({ waits: null, utilisation: null })], 'jobs');
    const values = (/** @type {string} */ name) => lines.find((line) => line.name === name)?.values;
    expect(values('jobs')).toEqual([3, null, 3]);
    expect(values('utilisation')).toEqual([50, null, null]);
    expect(values('maximum wait')).toEqual([50, null, null]);
  });

  it('is exported as a table with its place, end and units', () => {
    const list = [inside({ users: [{ user: 7, jobs: 2, node_h: 1.25 }] })];
    const region = { from_s: 0, to_s: 90, first_row: 0, rows: 4 };
    const csv = toCsv(regionCells({ region, list }, regionLines(list, 'jobs'), ['EASY'], layout)).split('\n');
    expect(csv[0]).toBe('variant,from_s,to_s,nodes,until_s,measure,unit,value');
    expect(csv[1]).toBe('EASY,0,90,all 4 nodes of A,60,jobs,count,3');
    expect(csv).toContain('EASY,0,90,all 4 nodes of A,60,mean wait,s,30');
    expect(csv).toContain('EASY,0,90,all 4 nodes of A,60,busy of user 7,node-h,1.25');
    expect(csv).toContain('EASY,0,90,all 4 nodes of A,60,jobs of user 7,count,2');
  });
});
