/**
 * @file The units of the axes of a picture: nodes at the left, time below. The engine draws the ticks and the names of
 * clusters.
 */

/** @import { Layout } from '../engine/types.js' */

/**
 * The rows of a drawing.
 * @typedef {{bands: Layout['bands'], first: number, count: number, folded: boolean}} PaneRows first, count: of the rows that the drawing shows
 */
/** @typedef {{y: number, words: string}} AxisMark y: below the upper edge of the bars */

/** Height of a line of the axis, pixels of the drawing. */
const LINE = 12;

/**
 * The marks of the node axis: the number of nodes of each cluster below its name, and for a single cluster the numbers
 * of the first and the last node.
 * @param {string} body of the drawing
 * @param {PaneRows} rows
 * @returns {AxisMark[]}
 */
export function nodeAxis(body, { bands, first, count, folded }) {
  // The lines around a cluster, and its name between them.
  const areas = [...body.matchAll(/<path d="M-8 (\d+)H\d+M-8 (\d+)H[^>]*>\n(?:<text x="-12" y="(\d+)"[^>]*>([^<]*)<)?/gu)];
  const [only, ...others] = bands;
  /** @type {AxisMark[]} */
  const marks = areas.flatMap(([, top, bottom, y, name]) => {
    const band = bands.find((one) => one.name.slice(0, 14) === name && !one.names);
    const fits = band && Number(bottom) - Number(top) >= 2.5 * LINE;
    return fits ? [{ y: Number(y) + LINE, words: `${band.rows} nodes` }] : [];
  });
  const [area] = areas;
  if (!only || others.length > 0 || only.names || folded || !area) return marks;
  const last = Math.min(Math.ceil(first + count), only.rows) - 1;
  return [
    { y: Number(area[1]) + LINE / 2, words: String(Math.floor(first)) },
    ...marks,
    { y: Number(area[2]) - LINE / 2, words: String(last) },
  ];
}

/**
 * The unit of the ticks of the time axis; empty if their labels have units.
 * @param {string} body of the drawing
 */
export function timeUnit(body) {
  const axis = body.slice(body.lastIndexOf('text-anchor="middle"'));
  const labels = [...axis.matchAll(/>([^<>\n]+)<\/text>/gu)].map(([, label = '']) => label);
  if (labels.some((label) => /\d:\d\d:\d\d/u.test(label))) return 'h:min:s';
  return labels.some((label) => /\d:\d\d/u.test(label)) ? 'h:min' : '';
}
