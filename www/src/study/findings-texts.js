/** @file Results of a study as text: intervals rounded to their precision, verdicts as text, tables to copy. */

import { formatCount, formatFixed, formatNumber, NO_VALUE } from '../text/numbers.js';

/** @import { Cell, FindingsTable, Interval, Plot, Target, Verdict } from '../engine/types.js' */

/** @typedef {(string|number|null)[][]} Rows the first is the head */

/**
 * The verdicts from best to worst, then those without a judgement: their texts, and the icon, whose shape distinguishes
 * them.
 */
export const VERDICTS = /** @type {const} */ ([
  { id: 'held', name: 'Held', icon: 'good', meaning: 'all parts are within the tolerance; the parts of an order are its steps' },
  {
    id: 'held-in-part',
    name: 'Held in part',
    icon: 'part',
    meaning: 'some parts are within the tolerance, at least one is clearly outside',
  },
  {
    id: 'direction-only',
    name: 'Direction only',
    icon: 'warning',
    meaning: 'no part is within the tolerance, but all that are clearly outside lie in the published direction',
  },
  {
    id: 'not-held',
    name: 'Not held',
    icon: 'error',
    meaning: 'no part is within the tolerance, and at least one lies clearly outside, not in the published direction, if there is one',
  },
  {
    id: 'undecided',
    name: 'Undecided',
    icon: 'undecided',
    meaning: 'no part is clearly outside the tolerance, but a confidence interval contains a bound, or a single seed gives no interval',
  },
  {
    id: 'by-construction',
    name: 'By construction',
    icon: 'equal',
    meaning: 'within the tolerance, but the model was fitted to this number; not counted as held',
  },
]);

/**
 * The words and the icon of a verdict.
 * @param {Verdict} verdict
 */
export function verdictOf(verdict) {
  return VERDICTS.find(({ id }) => id === verdict) ?? VERDICTS[2];
}

/**
 * A text of a study with signs in place of hyphens: minus before a number, and a dash between the ends of a range.
 * @param {string} text
 */
export const minusSigns = (text) =>
  groupDigits(text)
    .replaceAll(/(?<=\d) - (?=[\d−])/gu, ' – ')
    .replaceAll(/(?<![\p{L}\d.)])-(?=\d)/gu, '−');

/**
 * Separates thousands as in all numbers of the page. In a sentence, four digits may be a year; a text that is a single
 * number is not a year.
 * @param {string} text
 */
function groupDigits(text) {
  const least = /^[+\-−]?\d{4}(\.\d+)?$/u.test(text) ? 4 : 5;
  return text.replaceAll(/(?<![\p{L}\d.,/]|\p{L}-)\d+(?![\p{L}\d])/gu, (digits) =>
    digits.length < least ? digits : digits.replaceAll(/\B(?=(\d{3})+$)/gu, '\u202f'),
  );
}

/** @typedef {Pick<Target, 'verdict'|'own'> & {fitted?: boolean|undefined}} Judged */

/**
 * The targets with published values, and the checks without.
 * @template {Pick<Target, 'own'>} T
 * @param {readonly T[]} targets
 * @returns {{published: T[], own: T[]}}
 */
export function splitTargets(targets) {
  return { published: targets.filter(({ own }) => !own), own: targets.filter(({ own }) => own) };
}

/**
 * The targets by verdict. A number to which the model was fitted is not a test, with any verdict.
 * @template {Pick<Judged, 'verdict'|'fitted'>} T
 * @param {readonly T[]} targets
 */
function sortTargets(targets) {
  const missed = targets.filter(({ fitted, verdict }) => fitted && verdict !== 'by-construction');
  const of = (/** @type {Verdict} */ verdict) => targets.filter((target) => target.verdict === verdict && !missed.includes(target));
  return { of, missed, held: of('held').length, tests: targets.length - of('by-construction').length - missed.length };
}

/** The name for fitted targets that do not hold. */
const MISSED_FITS = 'fitted and not held';

/**
 * The verdict as text, with the number of parts that hold if it holds in part.
 * @param {Pick<Target, 'verdict'|'held'|'parts'>} target
 * @returns {string}
 */
export function verdictText({ verdict, held, parts }) {
  const { name } = verdictOf(verdict);
  return verdict === 'held-in-part' ? `${name}: ${formatNumber(held)} of ${formatNumber(parts)}` : name;
}

/**
 * The verdicts on the targets, in a sentence that names those that did not hold. Checks without a published result are
 * last.
 * @param {readonly Target[]} targets
 * @param {number} [all] number of published targets, if a quick run may omit some
 * @returns {string}
 */
export function outcomeText(targets, all = 0) {
  const { published, own } = splitTargets(targets);
  const missing = Math.max(0, all - published.length);
  const { of, missed, held, tests } = sortTargets(published);
  const names = (/** @type {Target[]} */ list) => [...new Set(list.map(({ id }) => id))].join(', ');
  const others = [
    ...VERDICTS.slice(1).map(({ id, name }) => ({ name, list: of(id) })),
    { name: 'Fitted and not held, not counted', list: missed },
  ];
  const rest = others.filter(({ list }) => list.length > 0).map(({ name, list }) => `${name}: ${list.length} (${names(list)}).`);
  const start =
    published.length + missing === 0
      ? 'No published numbers to compare with.'
      : startText(held, tests + missing, of('undecided').length, missing);
  return [start, ...rest, missing > 0 ? `Not run: ${missing}.` : '', own.length > 0 ? `Our own checks: ${countsText(own)}.` : '']
    .filter(Boolean)
    .join(' ');
}

/**
 * The number of tests that held, in a sentence; empty without tests.
 * @param {number} held
 * @param {number} tests
 * @param {number} undecided
 * @param {number} missing number of targets that are not run
 */
function startText(held, tests, undecided, missing) {
  if (tests === 0) return '';
  if (tests === 1)
    return `The published target ${held === 1 ? 'held' : undecided === 1 ? 'is undecided' : missing === 1 ? 'was not run' : 'did not hold'}.`;
  return held === tests ? `All ${tests} published targets held.` : `${held} of ${tests} published targets held.`;
}

/**
 * The number of targets with each verdict: `1 of 3 held, 1 not held, 1 undecided`.
 * @param {readonly Pick<Judged, 'verdict'|'fitted'>[]} targets
 * @param {number} [missing] number of further targets that are not run
 * @returns {string}
 */
function countsText(targets, missing = 0) {
  const { of, missed, held, tests } = sortTargets(targets);
  const others = VERDICTS.slice(1).map(({ id, name }) => ({ count: of(id).length, name: name.toLowerCase() }));
  const rest = [...others, { count: missed.length, name: MISSED_FITS }, { count: missing, name: 'not run' }]
    .filter(({ count }) => count > 0)
    .map(({ count, name }) => `${count} ${name}`);
  return [...(tests + missing > 0 ? [`${held} of ${tests + missing} held`] : []), ...rest].join(', ');
}

/**
 * The number of published targets that held, with the same denominator on all pages: fitted numbers are not tests.
 * @param {readonly Pick<Judged, 'verdict'|'fitted'>[]} targets
 * @returns {string}
 */
export function heldText(targets) {
  const { of, missed, held, tests } = sortTargets(targets);
  const fitted = of('by-construction').length;
  const parts = [
    tests > 0 ? `${formatNumber(held)} of ${formatNumber(tests)} held` : '',
    fitted > 0 ? `${formatNumber(fitted)} by construction` : '',
    missed.length > 0 ? `${formatNumber(missed.length)} ${MISSED_FITS}` : '',
  ];
  return parts.filter(Boolean).join(', ');
}

/**
 * Targets with unique names outside their experiment: some have the name of another experiment.
 * @template {{id: string}} T
 * @param {readonly T[]} targets
 * @param {string|undefined} experiment its id
 * @returns {T[]}
 */
export function withExperiment(targets, experiment) {
  return targets.map((target) => (!experiment || target.id === experiment ? target : { ...target, id: `${experiment}/${target.id}` }));
}

/**
 * The verdicts on the targets, in few words for a list.
 * @param {readonly Judged[]} targets
 * @param {number} [all] number of published targets, if a quick run may omit some
 * @returns {string}
 */
export function outcomeShort(targets, all = 0) {
  const { published, own } = splitTargets(targets);
  const missing = Math.max(0, all - published.length);
  const start = published.length + missing === 0 ? 'no targets' : countsText(published, missing);
  return own.length > 0 ? `${start}; own checks: ${countsText(own)}` : start;
}

/**
 * The scope of all experiments; the totals by verdict are beside it.
 * @param {readonly Judged[]} targets of all experiments
 * @param {number} publications
 * @param {number} experiments
 * @returns {string}
 */
export function totalsText(targets, publications, experiments) {
  const { published, own } = splitTargets(targets);
  const held = heldText(published);
  const start = `${formatNumber(published.length)} published numbers and statements of ${formatCount(publications, 'publications')}, in ${formatCount(experiments, 'experiments')}: ${held}.`;
  return own.length > 0 ? `${start} Our own checks: ${countsText(own)}.` : start;
}

/**
 * The number of targets with each verdict, and that of checks without a published result, for other programs.
 * @param {readonly Judged[]} targets
 */
export function countVerdicts(targets) {
  const { published, own } = splitTargets(targets);
  const each = (/** @type {readonly Judged[]} */ list) =>
    Object.fromEntries([
      ...VERDICTS.map(({ id }) => [id, sortTargets(list).of(id).length]),
      ['missed-fits', sortTargets(list).missed.length],
    ]);
  return { ...each(published), own: each(own) };
}

/**
 * A mean and its interval, both rounded to two digits of the interval's half width.
 * @param {Interval|null|undefined} interval
 * @returns {{mean: string, range: string}} range: empty for none
 */
export function intervalText(interval) {
  if (!interval || !Number.isFinite(interval.mean)) return { mean: interval ? formatNumber(interval.mean) : NO_VALUE, range: '' };
  const { mean, low, high, count } = interval;
  // JSON has null for unknown ends.
  const half = Number.isFinite(low) && Number.isFinite(high) ? (high - low) / 2 : NaN;
  if (count < 2 || Number.isNaN(half)) return { mean: formatNumber(mean), range: '' };
  // A residue of rounding is not a width.
  if (half <= Math.abs(mean) * 1e-9) return { mean: formatNumber(mean), range: `${formatNumber(low)} to ${formatNumber(high)}` };
  const digits = Math.min(6, Math.max(0, 1 - Math.floor(Math.log10(half))));
  return { mean: formatFixed(mean, digits), range: `${formatFixed(low, digits)} to ${formatFixed(high, digits)}` };
}

/** The text in place of a published number that does not exist. */
const OWN = 'our own check';

/** The tolerance, and whether it was set after our results were known. @param {Pick<Target, 'tolerance'|'tolerance_set_after'>} target */
const toleranceText = ({ tolerance, tolerance_set_after: after }) => (after ? `${tolerance} (${SET_AFTER})` : tolerance);

/** The mark of such a tolerance. */
export const SET_AFTER = 'set after our results were known';

/**
 * The targets as rows.
 * @param {readonly Target[]} targets
 * @returns {Rows}
 */
export function targetRows(targets) {
  const head = ['Target', 'Claim', 'Published', 'Ours', 'Tolerance', 'Verdict', 'Note'];
  const row = (/** @type {Target} */ target) => [
    target.id,
    target.claim,
    target.own ? OWN : target.published,
    target.ours,
    toleranceText(target),
    verdictText(target),
    target.note,
  ];
  return [head, ...targets.map(row)];
}

/**
 * The contents of the columns of a table: published and ours side by side only if both exist.
 * @param {FindingsTable} table
 * @returns {{name: string, published: boolean, ours: boolean}[]} without the column of heads
 */
export function columnRoles({ columns, rows }) {
  return columns.slice(1).map((name, at) => {
    const cells = rows.flatMap(([, list]) => list[at] ?? []);
    const published = cells.some((cell) => typeof cell.published === 'string');
    return { name, published, ours: !published || cells.some((cell) => Boolean(cell.ours) || cell.text !== '') };
  });
}

/**
 * A table as rows: the ends of each interval are in separate columns.
 * @param {FindingsTable} table
 * @returns {Rows}
 */
export function tableRows(table) {
  const columns = columnRoles(table);
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
  return [
    [table.columns[0] ?? '', ...head],
    ...table.rows.map(([name, cells]) => [name, ...columns.flatMap((_, at) => values(cells[at], at))]),
  ];
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
 * The unpublished lines of all plots, each once.
 * @param {readonly Plot[]} plots
 * @returns {string[]}
 */
export function lineNames(plots) {
  const lines = plots.flatMap((plot) => plot.lines).filter(({ published }) => !published);
  return [...new Set(lines.map(({ name }) => name))];
}

/**
 * A published value as a number; the text if it is more than a number.
 * @param {string|null|undefined} text
 * @returns {string|number|null}
 */
function plainNumber(text) {
  if (text === null || text === undefined) return null;
  const plain = text.trim().replace('−', '-');
  return /^[+-]?\d+(\.\d+)?$/u.test(plain) ? Number(plain) : text;
}

/** Formats a number of a published table. @param {number|undefined} value */
function number(value) {
  return value === undefined || !Number.isFinite(value) ? null : value;
}
