/** @file What came of a study as text: intervals rounded to what is known, verdicts in words, tables to copy. */

import { formatNumber, NOTHING } from '../text/numbers.js';

/** @import { Cell, FindingsTable, Interval, Plot, Target, Verdict } from '../engine/types.js' */

/** @typedef {(string|number|null)[][]} Rows the first is the head */

/** The verdicts from best to worst, then those that judge nothing: their words, and the icon whose shape says the same. */
export const VERDICTS = /** @type {const} */ ([
  { id: 'held', name: 'Held', icon: 'good', meaning: 'within the tolerance' },
  { id: 'direction-only', name: 'Direction only', icon: 'warning', meaning: 'the direction is right, the size is not' },
  { id: 'not-held', name: 'Not held', icon: 'error', meaning: 'neither the direction nor the size is right' },
  { id: 'undecided', name: 'Undecided', icon: 'undecided', meaning: 'the confidence interval lies on both sides of the bound' },
  { id: 'by-construction', name: 'By construction', icon: 'equal', meaning: 'within the tolerance, but the model was fitted to this very number; it is not counted as held' },
]);

/**
 * The words and the icon of a verdict.
 * @param {Verdict} verdict
 */
export function verdictOf(verdict) {
  return VERDICTS.find(({ id }) => id === verdict) ?? VERDICTS[2];
}

/**
 * The targets by verdict. What holds by construction is no test, so that it is not among those that could have held.
 * @template {Pick<Target, 'verdict'>} T
 * @param {readonly T[]} targets
 */
function sorted(targets) {
  const of = (/** @type {Verdict} */ verdict) => targets.filter((target) => target.verdict === verdict);
  return { of, held: of('held').length, tests: targets.length - of('by-construction').length };
}

/**
 * What came of the targets, in a sentence that names what did not hold.
 * @param {readonly Target[]} targets
 * @returns {string}
 */
export function outcomeText(targets) {
  if (targets.length === 0) return 'It has no published numbers to hold against.';
  const { of, held, tests } = sorted(targets);
  const names = (/** @type {Target[]} */ list) => [...new Set(list.map(({ id }) => id))].join(', ');
  const others = VERDICTS.slice(1).map(({ id, name }) => ({ name, list: of(id) }));
  const rest = others.filter(({ list }) => list.length > 0).map(({ name, list }) => `${name}: ${list.length} (${names(list)}).`);
  return [startText(held, tests, of('undecided').length), ...rest].filter(Boolean).join(' ');
}

/**
 * How many of the tests held, in a sentence; nothing if there was none.
 * @param {number} held
 * @param {number} tests
 * @param {number} undecided
 */
function startText(held, tests, undecided) {
  if (tests === 0) return '';
  if (tests === 1) return `The published target ${held === 1 ? 'held' : undecided === 1 ? 'is undecided' : 'did not hold'}.`;
  return held === tests ? `All ${tests} published targets held.` : `${held} of ${tests} published targets held.`;
}

/**
 * What came of the targets, in few words for a list.
 * @param {readonly Pick<Target, 'verdict'>[]} targets
 * @returns {string}
 */
export function outcomeShort(targets) {
  if (targets.length === 0) return 'no targets';
  const { of, held, tests } = sorted(targets);
  const others = VERDICTS.slice(1).map(({ id, name }) => ({ count: of(id).length, name: name.toLowerCase() }));
  const rest = others.filter(({ count }) => count > 0).map(({ count, name }) => `${count} ${name}`);
  return [...(tests > 0 ? [`${held} of ${tests} held`] : []), ...rest].join(', ');
}

/**
 * How many targets came to each verdict, for other programs.
 * @param {readonly Target[]} targets
 * @returns {Record<string, number>}
 */
export function counts(targets) {
  return Object.fromEntries(VERDICTS.map(({ id }) => [id, sorted(targets).of(id).length]));
}

/**
 * A mean and its interval, both rounded to two digits of the interval's half width.
 * @param {Interval|null|undefined} interval
 * @returns {{mean: string, range: string}} range: empty for none
 */
export function intervalText(interval) {
  if (!interval || !Number.isFinite(interval.mean)) return { mean: interval ? formatNumber(interval.mean) : NOTHING, range: '' };
  const { mean, low, high, count } = interval;
  const half = (high - low) / 2;
  if (count < 2 || !Number.isFinite(half)) return { mean: formatNumber(mean), range: '' };
  if (half <= 0) return { mean: formatNumber(mean), range: `${formatNumber(low)} to ${formatNumber(high)}` };
  const digits = Math.min(6, Math.max(0, 1 - Math.floor(Math.log10(half))));
  const text = (/** @type {number} */ value) => rounded(value, digits);
  return { mean: text(mean), range: `${text(low)} to ${text(high)}` };
}

/**
 * @param {number} value
 * @param {number} digits behind the point
 */
function rounded(value, digits) {
  // Not -0, which reads as a sign.
  const near = Number(value.toFixed(digits)) + 0;
  const text = Math.abs(near).toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return `${near < 0 ? '−' : ''}${text.replaceAll(',', '\u202f')}`;
}

/**
 * The targets as rows.
 * @param {readonly Target[]} targets
 * @returns {Rows}
 */
export function targetRows(targets) {
  const head = ['Target', 'Claim', 'Published', 'Ours', 'Tolerance', 'Verdict', 'Note'];
  return [head, ...targets.map(({ id, claim, published, ours, tolerance, verdict, note }) => [id, claim, published, ours, tolerance, verdictOf(verdict).name, note])];
}

/**
 * Which columns of a table hold what: published and ours side by side only where both are.
 * @param {FindingsTable} table
 * @returns {{name: string, published: boolean, ours: boolean}[]} without the column of heads
 */
export function columnsOf({ columns, rows }) {
  return columns.slice(1).map((name, at) => {
    const cells = rows.flatMap(([, list]) => list[at] ?? []);
    const published = cells.some((cell) => typeof cell.published === 'string');
    return { name, published, ours: !published || cells.some((cell) => Boolean(cell.ours) || cell.text !== '') };
  });
}

/**
 * A table as rows: the ends of each interval stand in columns of their own.
 * @param {FindingsTable} table
 * @returns {Rows}
 */
export function tableRows(table) {
  const columns = columnsOf(table);
  const bounded = columns.map((_, at) => table.rows.some(([, cells]) => intervalText(cells[at]?.ours).range !== ''));
  const head = columns.flatMap(({ name, published, ours }, at) => [
    ...(published ? [`${name}, published`] : []),
    ...(ours ? [published ? `${name}, ours` : name, ...(bounded[at] ? [`${name}, low`, `${name}, high`] : [])] : []),
  ]);
  const values = (/** @type {Cell|undefined} */ cell, /** @type {number} */ at) => {
    const { published, ours } = columns[at] ?? { published: false, ours: true };
    const range = cell?.ours && bounded[at] ? [number(cell.ours.low), number(cell.ours.high)] : [null, null];
    return [
      ...(published ? [plainNumber(cell?.published)] : []),
      ...(ours ? [cell?.ours ? number(cell.ours.mean) : (cell?.text ?? null), ...(bounded[at] ? range : [])] : []),
    ];
  };
  return [[table.columns[0] ?? '', ...head], ...table.rows.map(([name, cells]) => [name, ...columns.flatMap((_, at) => values(cells[at], at))])];
}

/**
 * A plot as rows: one for each place on the x axis.
 * @param {Plot} plot
 * @returns {Rows}
 */
export function plotRows({ x, y, lines }) {
  const places = [...new Set(lines.flatMap((line) => line.x))].sort((a, b) => a - b);
  const bounded = (/** @type {Plot['lines'][number]} */ line) => line.low.some((value) => Number.isFinite(value));
  const head = lines.flatMap((line) => [`${line.name}, ${y}`, ...(bounded(line) ? [`${line.name}, low`, `${line.name}, high`] : [])]);
  const body = places.map((place) => [
    place,
    ...lines.flatMap((line) => {
      const at = line.x.indexOf(place);
      return [number(line.y[at]), ...(bounded(line) ? [number(line.low[at]), number(line.high[at])] : [])];
    }),
  ]);
  return [[x, ...head], ...body];
}

/**
 * The lines of all plots that are not published ones, each once.
 * @param {readonly Plot[]} plots
 * @returns {string[]}
 */
export function lineNames(plots) {
  const names = plots.flatMap(({ lines }) => lines.map(({ name }) => name));
  return [...new Set(names.filter((name) => !/\bpublished\b/iu.test(name)))];
}

/**
 * A published value as a number where it is no more than that.
 * @param {string|null|undefined} text
 * @returns {string|number|null}
 */
function plainNumber(text) {
  if (text === null || text === undefined) return null;
  const plain = text.trim().replace('−', '-');
  return /^[+-]?\d+(\.\d+)?$/u.test(plain) ? Number(plain) : text;
}

/** @param {number|undefined} value */
function number(value) {
  return value === undefined || !Number.isFinite(value) ? null : value;
}
