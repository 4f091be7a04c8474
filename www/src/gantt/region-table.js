/** @file The statistics of a region, as lines of a table and as cells of a file. */

import { formatNumber } from '../text/numbers.js';

/** @import { Inside, Layout, Region } from '../engine/types.js' */

/**
 * @typedef {object} InsideLine
 * @property {string} name
 * @property {string} title description, one sentence
 * @property {string} unit as for metrics
 * @property {'lower'|'higher'|null} better
 * @property {(number|null)[]} values one per variant
 */

/**
 * The lines of the table.
 * @param {readonly (Inside|null)[]} list
 * @param {string} things the units of the work
 * @returns {InsideLine[]}
 */
export function regionLines(list, things) {
  const wait = list.find((one) => one)?.wait.toLowerCase() ?? 'wait';
  /**
   * @param {string} name
   * @param {string} title
   * @param {(one: Inside) => number|null|undefined} of
   * @param {string} [unit]
   * @param {'lower'|'higher'|null} [better]
   */
  const line = (name, title, of, unit = '', better = null) => ({
    name,
    title,
    unit,
    better,
    values: list.map((one) => (one ? (of(one) ?? null) : null)),
  });
  return [
    line(things, `Number of ${things} that used at least one of the selected nodes in the selected period`, ({ jobs }) => jobs),
    line('started', 'Of these, the number that received their first nodes in the selected period', ({ started }) => started),
    line('ended', 'Of these, the number that ended in the selected period', ({ ended }) => ended),
    line(
      'entirely inside',
      'Of these, the number that started and ended in the selected period and used no other nodes',
      ({ whole }) => whole,
    ),
    line('utilisation', 'Share of the selected node time in use', ({ utilisation }) => utilisation, '%', 'higher'),
    line('busy', 'Selected node time in use, in node-hours', ({ busy_node_h }) => busy_node_h, 'node-h'),
    line('mean wait', `Mean ${wait} of the ${things} that started in the selected period`, ({ waits }) => waits?.mean, 's', 'lower'),
    line(
      'median wait',
      `Median ${wait} (nearest rank) of the ${things} that started in the selected period`,
      ({ waits }) => waits?.median,
      's',
      'lower',
    ),
    line('maximum wait', `Maximum ${wait} of the ${things} that started in the selected period`, ({ waits }) => waits?.max, 's', 'lower'),
  ];
}

/**
 * The rows of a region as text: `nodes 4 to 11 of Cluster`.
 * @param {Region} region
 * @param {Layout|null} layout
 */
export function rowsText({ first_row, rows }, layout) {
  const end = first_row + rows;
  const parts = (layout?.bands ?? []).flatMap((band) => {
    const [low, high] = [Math.max(first_row - band.first_row, 0), Math.min(end - band.first_row, band.rows) - 1];
    if (low > high) return [];
    if (low === 0 && high === band.rows - 1)
      return [band.rows === 1 ? `all of ${band.name}` : `all ${formatNumber(band.rows)} nodes of ${band.name}`];
    return [low === high ? `node ${low} of ${band.name}` : `nodes ${low} to ${high} of ${band.name}`];
  });
  return parts.join(', ');
}

/**
 * The table as cells: a row per variant and measure, with the region.
 * @param {{region: Region, list: readonly (Inside|null)[]}} found
 * @param {readonly InsideLine[]} lines
 * @param {readonly string[]} names of the variants
 * @param {Layout|null} layout
 * @returns {(string|number|null)[][]}
 */
export function regionCells({ region, list }, lines, names, layout) {
  const where = [region.from_s, region.to_s, rowsText(region, layout)];
  const units = /** @type {Record<string, string>} */ ({ '': 'count' });
  const rows = list.flatMap((one, at) => {
    if (!one) return [];
    const head = [names[at] ?? '', ...where, one.until_s];
    return [
      ...lines.map(({ name, unit, values }) => [...head, name, units[unit] ?? unit, values[at] ?? null]),
      ...one.users.flatMap(({ user, jobs, node_h }) => [
        [...head, `busy of user ${user}`, 'node-h', node_h],
        [...head, `${lines[0].name} of user ${user}`, 'count', jobs],
      ]),
    ];
  });
  return [['variant', 'from_s', 'to_s', 'nodes', 'until_s', 'measure', 'unit', 'value'], ...rows];
}
