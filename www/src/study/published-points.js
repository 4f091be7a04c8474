/**
 * @file Published points of plots: those of a study's tables and claims, if a plot has the same quantity at the same
 * place.
 */

import { claimNumbers } from './target-parts.js';

/** @import { Plot } from '../engine/types.js' */
/** @import { StudyDocument } from '../scenario/new-study.js' */
/** @import { Claim, Judged, Place } from './target-parts.js' */

/** @typedef {{quantity: string, at: Place, y: number, by: number}} Point by: the tolerance; NaN for none */
/** @typedef {{name: string, quantity?: string, at?: Place, place?: boolean, begins?: string}} Column */
/** @typedef {{title: string, columns?: Column[], rows?: {name: string, quantity?: string, at?: Place, published?: string[]}[]}} TableDocument */
/** @typedef {{title: string, axis?: string, divided_by?: number, lines?: {name: string, quantity: string, at?: Place, published?: {x: number, y: number}[]}[]}} PlotDocument */

/**
 * The plot with all published points of the study, and their tolerances.
 * @param {StudyDocument} doc
 * @param {Plot} plot
 * @returns {Plot}
 */
export function withPublishedPoints(doc, plot) {
  const described = /** @type {PlotDocument[]} */ (doc.plots ?? []).find(({ title }) => title === plot.title);
  const { axis, divided_by = 1, lines = [] } = described ?? {};
  if (!axis) return plot;
  const points = publishedPoints(doc);
  return {
    ...plot,
    lines: plot.lines.flatMap((line, at) => {
      const source = lines.find(({ name }) => name === line.name);
      const follower = plot.lines[at + 1];
      if (line.published || !source) return line.published ? [] : [line];
      const known = points.filter(({ quantity, at: place }) => quantity === source.quantity && samePlace(place, source.at ?? {}, axis));
      const near = (/** @type {number} */ x) => known.find(({ at: place }) => isNear(Number(place[axis]) / divided_by, x));
      const drawn = follower?.published ? follower.y : [];
      const y = line.x.map((x, index) => drawn[index] ?? near(x)?.y ?? NaN);
      if (!y.some(Number.isFinite)) return [line];
      const by = line.x.map((x) => near(x)?.by ?? NaN);
      const ends = (/** @type {number} */ sign) => y.map((value, index) => value + sign * (by[index] ?? NaN));
      return [line, { name: `${line.name}, published`, published: true, x: line.x, y, low: ends(-1), high: ends(1) }];
    }),
  };
}

/**
 * Whether a published point is at the place of a line, apart from the axis.
 * @param {Place} place
 * @param {Place} line
 * @param {string} axis
 */
function samePlace(place, line, axis) {
  if (!(axis in place)) return false;
  const names = new Set([...Object.keys(place), ...Object.keys(line)]);
  names.delete(axis);
  return [...names].every((name) => String(place[name]) === String(line[name]));
}

/** @param {number} a @param {number} b */
const isNear = (a, b) => Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(b));

/**
 * All published numbers of single quantities at single places.
 * @param {StudyDocument} doc
 * @returns {Point[]}
 */
export function publishedPoints({ tables = [], claims = [] }) {
  const all = /** @type {Claim[]} */ (claims);
  const judges = all.flatMap(({ judged = [] }) => judged);
  return [...all.flatMap(claimPoints), .../** @type {TableDocument[]} */ (tables).flatMap((table) => tablePoints(table, judges))];
}

/**
 * The published points in a table of a result.
 * @param {TableDocument} table
 * @param {readonly Judged[]} judges of all claims
 * @returns {Point[]}
 */
function tablePoints({ title, columns = [], rows = [] }, judges) {
  return rows.flatMap((row) =>
    columns.flatMap((column, index) => {
      const y = Number(row.published?.[index]?.trim() || NaN);
      if (Number.isNaN(y) || column.place || column.begins) return [];
      const judge = judges.find(
        ({ table, rows: heads = [], columns: names = [] }) =>
          table === title && (heads.length === 0 || heads.includes(row.name)) && (names.length === 0 || names.includes(column.name)),
      )?.judge;
      return [{ quantity: row.quantity || (column.quantity ?? ''), at: { ...column.at, ...row.at }, y, by: tolerance(judge, y) }];
    }),
  );
}

/**
 * @param {Claim} claim
 * @returns {Point[]}
 */
function claimPoints(claim) {
  return (claim.judged ?? []).flatMap((judged) => {
    const places = combinations(judged.over ?? {}).map((place) => ({ ...judged.at, ...place }));
    const numbers = claimNumbers(claim, judged, places.length);
    const { quantity = '' } = judged;
    return numbers && quantity
      ? places.map((at, index) => ({ quantity, at, y: numbers[index] ?? NaN, by: tolerance(judged.judge, numbers[index] ?? NaN) }))
      : [];
  });
}

/**
 * The tolerance of a published value.
 * @param {Record<string, unknown>|undefined} judge
 * @param {number} published
 */
function tolerance(judge, published) {
  const { near, near_percent, beside, beside_percent } =
    /** @type {{near?: {published: number, by: number}, near_percent?: {published: number, percent: number}, beside?: number, beside_percent?: number}} */ (
      judge ?? {}
    );
  // A judge may compare with another number than the printed one: "nearly equal" is near 0.
  if (near) return isNear(near.published, published) ? near.by : NaN;
  if (near_percent) return isNear(near_percent.published, published) ? (Math.abs(published) * near_percent.percent) / 100 : NaN;
  return beside ?? (beside_percent === undefined ? NaN : (Math.abs(published) * beside_percent) / 100);
}

/**
 * All combinations of the values of these axes, the last one first.
 * @param {Record<string, unknown[]>} over
 * @returns {Place[]}
 */
function combinations(over) {
  return Object.entries(over).reduce(
    (all, [axis, values]) => all.flatMap((place) => values.map((value) => ({ ...place, [axis]: value }))),
    [/** @type {Place} */ ({})],
  );
}

/**
 * The reading error of printed numbers: half a unit of their last digit.
 * @param {readonly string[]} printed
 * @returns {number|undefined} undefined if they have different digits, or none
 */
export function printedError(printed) {
  const digits = printed.flatMap(
    (text) => /^[+\-−]?\d+(?:\.(\d+))?$/u.exec(text.trim())?.[1]?.length ?? (/^[+\-−]?\d+$/u.test(text.trim()) ? 0 : []),
  );
  if (digits.length === 0) return undefined;
  // Tables do not keep trailing zeros: 0.4 was printed as 0.40.
  return 0.5 * 10 ** -Math.max(...digits);
}
