/** @file The data of the charts of a study: lines with bands, boxes, or the distribution over the seeds. */

import { html, nothing } from 'lit';
import { canBeLogarithmic, spansDecades } from '../plot/study-plot.js';
import { formatCount, nameWithUnit } from '../text/numbers.js';
import { growsWithLength, REASON_WORDS } from './interval-reasons.js';
import { pointAtLevel } from './study-selection.js';
import { heldText, meanText, placeText } from './study-texts.js';

/** @import { Look } from './study-selection.js' */
/** @import { Shown } from './study-chart.js' */

/** Maximum ratio of means on a linear axis; often one line is far above the others, which are compared. */
const DECADE = 10;

/** Metrics with values below 0. */
const SIGNED = new Set(['start-gain', 'run-time-error', 'wait-error', 'bound-error']);

/**
 * The series of a chart of a study.
 * @param {Look} look
 * @param {Shown['kind']} kind
 * @param {boolean} [log] whether the axis of values is logarithmic; by default, if means span more than a decade
 * @returns {Shown}
 */
export function createChartData(look, kind, log) {
  return kind === 'distribution' ? distribution(look) : overAxis(look, kind, log);
}

/**
 * The number of seeds with a value that is not larger.
 * @param {Look} look
 * @returns {Shown}
 */
function distribution(look) {
  const { grid, place, reading, title } = look;
  const where = placeText(grid, place);
  const lines = grid.series.map(({ name }, one) => {
    const values = (pointAtLevel(look, one, place)?.values ?? []).filter((value) => value !== null).sort((a, b) => a - b);
    // Steps: a corner before and after each value.
    const x = values.flatMap((value) => [value * reading.factor, value * reading.factor]);
    return {
      name,
      x,
      y: values.flatMap((_, rank) => [(rank / values.length) * 100, ((rank + 1) / values.length) * 100]),
      low: [],
      high: [],
    };
  });
  const plot = {
    title: `Distribution over seeds${where ? ` at ${where}` : ''}`,
    x: [title, reading.unit].filter(Boolean).join(', '),
    y: 'Cumulative share of seeds, %',
    lines,
  };
  return { kind: 'distribution', plot, values: [], logarithmic: false, floor: false, positive: false, growing: [], ends: [] };
}

/**
 * Means and their bands, or boxes, over the horizontal axis.
 * @param {Look} look
 * @param {'lines'|'boxes'} kind
 * @param {boolean} [log]
 * @returns {Shown}
 */
function overAxis(look, kind, log) {
  const {
    grid,
    measured,
    points,
    title,
    reading: { factor, unit },
  } = look;
  const { part, across, series } = grid;
  const axis = part.axes[across];
  const x = /** @type {number[]} */ (axis?.values ?? []);
  const values = series.map((_, one) =>
    x.map((_, level) => (pointAtLevel(look, one, level)?.values ?? []).map((value) => (value === null ? null : value * factor))),
  );
  const of = (/** @type {number} */ one, /** @type {'mean'|'low'|'high'} */ end) =>
    x.map((_, level) => (pointAtLevel(look, one, level)?.interval?.[end] ?? NaN) * factor);
  const ends = (/** @type {number} */ one, /** @type {boolean} */ high) =>
    x.map((_, level) => {
      const made = (values[one]?.[level] ?? []).filter((value) => value !== null);
      return made.length > 0 ? (high ? Math.max(...made) : Math.min(...made)) : NaN;
    });
  const lines = series.map(({ name }, one) =>
    kind === 'boxes'
      ? { name, x, y: of(one, 'mean'), low: ends(one, false), high: ends(one, true) }
      : { name, x, y: of(one, 'mean'), low: of(one, 'low'), high: of(one, 'high') },
  );
  const where = heldText(grid);
  const positive = canBeLogarithmic(lines);
  const logarithmic = positive && (log ?? spansDecades(lines, DECADE));
  const name = axis ? nameWithUnit(axis.name, axis.unit) : '';
  return {
    kind,
    plot: { title: `${title} over ${axis?.name ?? ''}${where ? ` at ${where}` : ''}`, x: name, y: nameWithUnit(title, unit), lines },
    values,
    logarithmic,
    floor: !SIGNED.has(measured.metric) && values.flat(2).every((value) => value === null || value >= 0),
    growing: series.map((_, one) => x.map((__, level) => growsWithLength(grid, measured, points[one]?.[level] ?? -1))),
    positive,
    ends: kind === 'lines' ? series.map((_, one) => meanText(pointAtLevel(look, one, x.length - 1)?.interval, { factor, unit: '' })) : [],
  };
}

/**
 * The explanation below a plot.
 * @param {Look} look
 * @param {Pick<Shown, 'kind'|'logarithmic'|'floor'|'growing'|'plot'>} shown
 */
export function legendText(look, shown) {
  const { title } = look;
  return `${title}: ${keyTexts(look, shown).join('; ')}.`;
}

/**
 * The key of a plot, sign by sign.
 * @param {Look} look
 * @param {Pick<Shown, 'kind'|'logarithmic'|'floor'|'growing'|'plot'>} shown
 * @returns {string[]}
 */
export function keyTexts({ grid, measured }, { kind, logarithmic, floor, growing, plot }) {
  const counts = measured.points.flatMap(({ interval }) => (interval ? [interval.count] : []));
  const [least, most] = [Math.min(...counts), Math.max(0, ...counts)];
  const over = grid.single || most < 2 ? 'one run for each point' : `${least < most ? 'up to ' : ''}${formatCount(most, 'seeds')}`;
  const extreme = grid.extremes[measured.name];
  const cut = kind === 'lines' && !logarithmic && floor && plot.lines.some(({ low }) => low.some((value) => value < 0));
  const scale = logarithmic ? ['logarithmic axis'] : [];
  if (kind === 'distribution') return [`cumulative share of ${over} (ECDF)`];
  if (kind === 'boxes')
    return [`boxes from the first to the third quartile of ${over}, with the median; whiskers to minimum and maximum`, ...scale];
  const arrow = growing.some((line) => line.some(Boolean)) ? ['arrow: no steady state, no interval'] : [];
  const band = extreme ? REASON_WORDS[extreme].short : 'band or bar: 95 % confidence interval of the mean';
  const bands = grid.single || most < 2 ? ['no interval'] : [band];
  return [
    grid.single || most < 2 ? over : `mean of ${over}`,
    ...bands,
    ...(cut && !extreme ? ['bands below 0 are cut off at the axis'] : []),
    ...scale,
    ...arrow,
  ];
}

/**
 * The switch of the axis of values; empty if it cannot be logarithmic.
 * @param {Pick<Shown, 'positive'|'logarithmic'>} shown
 * @param {(log: boolean) => void} change
 */
export function logSwitch({ positive, logarithmic }, change) {
  if (!positive) return nothing;
  return html`<label class="row"><input type="checkbox" .checked=${logarithmic} @change=${(/** @type {Event} */ event) => change(/** @type {HTMLInputElement} */ (event.target).checked)} /> Logarithmic axis</label>`;
}
