/** @file Plots that can be added to a study: the distribution of a metric over the jobs of each run, and its development over time. */

/** @import { StudyBlock, StudyDocument } from './new-study.js' */

/** Number of steps of a distribution. */
const BOUNDS = 60;
/**
 * End of a distribution, as a multiple of the largest mean: of exponentially distributed waits, all but 2 % are below.
 */
const REACH = 4;

/** Number of intervals of a run in plots over time. */
const INTERVALS = 40;

/**
 * The subject of a plot.
 * @typedef {object} PlotRequest
 * @property {string} part the name of the part; empty for the main runs
 * @property {string} metric
 * @property {string} title of the metric
 * @property {string} unit
 * @property {string} where the axis values that all lines share, as text
 * @property {number} most the largest known mean
 * @property {{name: string, at: Record<string, unknown>}[]} lines
 */

/**
 * The next larger step of 1, 2 or 5 times a power of ten.
 * @param {number} wanted more than 0
 */
export function roundStep(wanted) {
  const power = 10 ** Math.floor(Math.log10(wanted));
  return Number((([1, 2, 5].find((step) => step * power >= wanted * 0.999) ?? 10) * power).toPrecision(3));
}

/**
 * The study with a measure added to a part, unless it has it.
 * @param {StudyDocument} doc
 * @param {string} part
 * @param {import('./new-study.js').StudyMeasure & {name: string}} measure
 * @returns {StudyDocument}
 */
function addMeasure(doc, part, measure) {
  const add = (/** @type {StudyBlock} */ block) => {
    const { measures = [] } = block;
    return measures.some(({ name }) => name === measure.name) ? block : { ...block, measures: [...measures, measure] };
  };
  if (!part) return { ...doc, ...add(doc) };
  return { ...doc, parts: (doc.parts ?? []).map((one) => (one.name === part ? { ...one, ...add(one) } : one)) };
}

/**
 * The study with a plot of a measure that has many numbers per run, and with the quantity that evaluates it.
 * @param {StudyDocument} doc
 * @param {string} part
 * @param {import('./new-study.js').StudyMeasure & {name: string}} measure
 * @param {string} unit
 * @param {{title: string, x: string, y: string}} said
 * @param {PlotRequest['lines']} lines
 * @returns {StudyDocument}
 */
function addPlot(doc, part, measure, unit, said, lines) {
  const quantity = [measure.name, part].filter(Boolean).join(', ');
  const plot = {
    ...said,
    lines: lines.map(({ name, at }) => ({ name: name || 'all runs', quantity, ...(Object.keys(at).length > 0 ? { at } : {}) })),
  };
  const plots = (doc.plots ?? []).filter((one) => /** @type {{title?: string}} */ (one).title !== said.title);
  return {
    ...addMeasure(doc, part, measure),
    quantities: {
      ...doc.quantities,
      [quantity]: { value: 'numbers', unit, ...(part ? { part } : {}), with: { numbers: { measure: measure.name } } },
    },
    plots: [...plots, plot],
  };
}

/**
 * The study with the distribution of a metric over the jobs of each run: the mean over the seeds at each step, with its interval.
 * @param {StudyDocument} doc
 * @param {PlotRequest} wanted
 * @returns {StudyDocument}
 */
export function addDistributionPlot(doc, { part, metric, title, unit, where, most, lines }) {
  const step = roundStep((most * REACH) / BOUNDS);
  const measure = { metric, name: `${metric} distribution`, statistic: { distribution: { step, count: BOUNDS + 1 } } };
  const name = [title, unit].filter(Boolean).join(', ');
  return addPlot(
    doc,
    part,
    measure,
    '%',
    { title: `${title}, distribution over jobs${where ? ` at ${where}` : ''}`, x: name, y: 'Cumulative share, %' },
    lines,
  );
}

/**
 * The study with the development of a metric over time, by the arrivals of each interval, from the start regardless of warm-up: from the
 * mean over the seeds, a warm-up is chosen (Welch 1983).
 * @param {StudyDocument} doc
 * @param {PlotRequest & {until_s: number}} wanted until_s: the end of the plot
 * @returns {StudyDocument}
 */
export function addTimePlot(doc, { part, metric, title, unit, where, until_s, lines }) {
  const measure = { metric, name: `${metric} over time`, from_s: 0, series: { step_s: roundStep(until_s / INTERVALS), count: INTERVALS } };
  const name = [title, unit].filter(Boolean).join(', ');
  return addPlot(doc, part, measure, unit, { title: `${title} over time${where ? ` at ${where}` : ''}`, x: 'time, s', y: name }, lines);
}

/**
 * The titles of the plots of a study over time.
 * @param {StudyDocument} doc
 * @returns {string[]}
 */
export function timePlotTitles({ measures = [], parts = [], plots = [], quantities = {} }) {
  const series = new Set(
    [...measures, ...parts.flatMap((part) => part.measures ?? [])].flatMap((measure) =>
      measure.series && measure.name ? [measure.name] : [],
    ),
  );
  const over = (/** @type {string} */ name) => {
    const { value = '', with: fields = {} } = /** @type {{value?: string, with?: Record<string, {measure?: string}>}} */ (
      quantities[name] ?? {}
    );
    return series.has(value) || Object.values(fields).some(({ measure }) => series.has(measure ?? ''));
  };
  return /** @type {{title?: string, lines?: {quantity: string}[]}[]} */ (plots).flatMap(({ title = '', lines = [] }) =>
    lines.some(({ quantity }) => over(quantity)) ? [title] : [],
  );
}

/**
 * A moving average over `span` values on either side, with fewer values near the ends.
 * @param {readonly number[]} values NaN for missing ones
 * @param {number} span
 * @returns {number[]}
 */
export function movingAverage(values, span) {
  return values.map((_, at) => {
    const reach = Math.min(span, at, values.length - 1 - at);
    const known = values.slice(at - reach, at + reach + 1).filter((value) => Number.isFinite(value));
    return known.length > 0 ? known.reduce((sum, value) => sum + value, 0) / known.length : NaN;
  });
}
