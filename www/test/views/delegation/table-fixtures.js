/** @file Tables of a run with launchers, as the engine gives them. */

/** @import { TableRows } from '../../../src/engine/types.js' */

/**
 * A table of these rows; names of what is not a number.
 * @param {readonly Record<string, number|string>[]} rows
 * @param {Record<string, TableRows>} [parts]
 * @returns {TableRows}
 */
export function tableOf(rows, parts) {
  const ids = Object.keys(rows[0] ?? {});
  const words = ids.filter((id) => typeof rows[0]?.[id] === 'string');
  return {
    columns: Object.fromEntries(ids.map((id) => [id, Float64Array.from(rows, (row) => Number(row[id]))])),
    names: {
      id: rows.map(({ id }) => String(Number(id) + 1)),
      ...Object.fromEntries(words.map((id) => [id, rows.map((row) => String(row[id]))])),
    },
    because: [],
    ...(parts ? { parts } : {}),
  };
}

/**
 * A table of views: each with its steps.
 * @param {readonly {time: number, id: number, cluster: number, steps: readonly (readonly [number, number])[]}[]} views
 */
export function viewsOf(views) {
  const steps = views.flatMap(({ steps }) => steps.map(([from, busy]) => ({ from, busy })));
  return tableOf(
    views.map(({ steps, ...view }) => ({ ...view, steps: steps.length })),
    { steps: tableOf(steps) },
  );
}

export const CLUSTERS = [
  { name: 'A', hosts: 8, speed: 1 },
  { name: 'B', hosts: 8, speed: 1.5 },
];
