/** @file Whether the waits of a study have a steady state: the warning, the waits by tenth of the run, and what to run instead. */

import { html, nothing, svg } from 'lit';
import { formatCount, formatNumber } from '../text/numbers.js';
import { formatTime } from '../text/time.js';
import { pointsOf } from './axis-grid.js';

/** @import { SteadyState } from '../engine/types.js' */
/** @import { StudyDocument } from '../scenario/new-study.js' */
/** @import { Grid, Measured } from './axis-grid.js' */

/** Metrics that grow with the length of a run if its waits do. */
const GROWING = new Set(['wait', 'response', 'bounded-slowdown', 'slowdown', 'queue-length']);
/** Bars by tenth, CSS pixels. */
const [BAR, GAP, HEIGHT] = [6, 2, 32];
/** Number of values of a proposed axis. */
const PROPOSED_VALUES = 6;

/** @param {SteadyState|null|undefined} state whether intervals of its waits describe the length of the run only */
const hasTrend = (state) => state?.verdict === 'grows' || state?.verdict === 'overloaded' || state?.verdict === 'warm-up';

/**
 * Whether a measure has no interval at a point, as it grows with the length of the run.
 * @param {Grid} grid
 * @param {Measured} measured
 * @param {number} point
 */
export function growsWithLength({ part }, { metric }, point) {
  return GROWING.has(metric) && hasTrend(part.steady[point]);
}

/**
 * A point with its name and its test.
 * @typedef {{series: number, level: number, name: string, state: SteadyState}} TestedPoint
 */

/**
 * All tested points on screen, series by series.
 * @param {Grid} grid
 * @returns {TestedPoint[]}
 */
export function testedPoints(grid) {
  const { part, across, series } = grid;
  const axis = part.axes[across];
  return series.flatMap(({ name }, at) =>
    pointsOf(grid, at).flatMap((point, level) => {
      const state = part.steady[point];
      if (!state) return [];
      const place = axis ? `${axis.name} ${axis.labels[level]}` : '';
      return [{ series: at, level, name: [name, place].filter(Boolean).join(', ') || 'all runs', state }];
    }),
  );
}

/**
 * What can be run instead: only values of the axis up to the last at which all lines are steady, or a warm-up.
 * @param {Grid} grid
 * @param {StudyDocument} doc
 * @returns {{label: string, doc: StudyDocument}|undefined}
 */
export function steadyProposal(grid, doc) {
  const tested = testedPoints(grid);
  const bad = tested.filter(({ state }) => hasTrend(state));
  if (bad.every(({ state }) => state.verdict === 'warm-up')) {
    const fifth = Math.ceil(Math.max(...bad.map(({ state }) => state.fifth_s ?? 0)));
    if (!(fifth > 0) || doc.base.horizon_s !== undefined) return undefined;
    return { label: `Use a warm-up of ${formatTime(fifth)}`, doc: { ...doc, base: { ...doc.base, warm_up_s: fifth } } };
  }
  const { part, across } = grid;
  const axis = part.axes[across];
  const place = doc.axes?.findIndex(({ name }) => name === axis?.name) ?? -1;
  if (!axis || part.name !== '' || place < 0) return undefined;
  const values = /** @type {number[]} */ (axis.values);
  const rising = values.every((value, at) => at === 0 || value > (values[at - 1] ?? NaN));
  const first = Math.min(...bad.map(({ level }) => level));
  const [low = NaN, high = NaN] = [values[0], values[first - 1]];
  if (!rising || first < 2) return undefined;
  const step = (high - low) / (PROPOSED_VALUES - 1);
  const whole = values.every(Number.isInteger);
  const proposed = Array.from({ length: PROPOSED_VALUES }, (_, at) => low + at * step).map((value) =>
    whole ? Math.round(value) : Number(value.toPrecision(3)),
  );
  const axes = (doc.axes ?? []).map((one, at) => (at === place ? { ...one, values: [...new Set(proposed)] } : one));
  return { label: `Use ${axis.name} ${formatNumber(low)} to ${formatNumber(high)}`, doc: { ...doc, axes } };
}

/**
 * The warning above the charts; nothing where all tested points are steady.
 * @param {Grid} grid
 * @param {StudyDocument} doc
 * @param {(doc: StudyDocument) => void} edit
 */
export function steadyWarning(grid, doc, edit) {
  const tested = testedPoints(grid).filter(({ state }) => state.verdict !== 'too-short');
  const bad = tested.filter(({ state }) => hasTrend(state));
  const worst = bad.reduce(
    (/** @type {TestedPoint|undefined} */ most, point) => (rise(point) > (most ? rise(most) : 0) ? point : most),
    undefined,
  );
  if (bad.length === 0 || !worst) return nothing;
  const [first, last] = [worst.state.tenths[0] ?? 0, worst.state.tenths.at(-1) ?? 0];
  const proposal = steadyProposal(grid, doc);
  const overloaded = bad.filter(({ state }) => state.verdict === 'overloaded').length;
  const warm = bad.every(({ state }) => state.verdict === 'warm-up');
  return html`<section class="steady" role="status" aria-label="Steady state">
    <p>
      <b>No steady state at ${formatNumber(bad.length)} of ${formatCount(tested.length, 'points')}.</b>
      Mean waits grow ${warm ? 'in the first fifth of the jobs' : 'with the length of the run'} (${worst.name}: ${formatTime(first)} in the first tenth of the jobs, ${formatTime(last)} in the last), so they have no interval.
      ${overloaded > 0 ? html`At ${formatCount(overloaded, 'points')} more work is submitted than the platform can do.` : nothing}
      ${warm ? nothing : 'A longer run does not help there.'}
    </p>
    ${proposal ? html`<button class="primary" @click=${() => edit(proposal.doc)}>${proposal.label}</button>` : nothing}
  </section>`;
}

/** By how much the waits of a point rise, s. @param {TestedPoint} point */
function rise({ state: { tenths } }) {
  return (tenths.at(-1) ?? 0) - (tenths[0] ?? 0);
}

/**
 * The mean wait by tenth of the run at each point, and the test in words.
 * @param {Grid} grid
 */
export function steadyTable(grid) {
  const tested = testedPoints(grid);
  if (tested.length === 0) return nothing;
  if (tested.every(({ state }) => state.verdict === 'too-short'))
    return html`<p class="small soft">Too short to test for a steady state: the test needs at least 100 jobs a run and 5 seeds.</p>`;
  if (!tested.some(({ state }) => hasTrend(state))) return html`<p class="small soft">The waits show no trend. ${METHOD}</p>`;
  const { part, across, series } = grid;
  const axis = part.axes[across];
  return html`<section class="below" aria-label="Waits by tenth of the run">
    <h3>Mean wait by tenth of the jobs, in order of submission; each scaled to its largest</h3>
    <div class="wide"><table class="tenths">
      ${axis ? html`<tr><th scope="col">${axis.name}</th>${axis.labels.map((label) => html`<th scope="col">${label}</th>`)}</tr>` : nothing}
      ${series.map(({ name }, at) => html`<tr><th scope="row">${name || 'all runs'}</th>${tested.filter((point) => point.series === at).map(({ state }) => html`<td>${tenthBars(state)}</td>`)}</tr>`)}
    </table></div>
    <p class="small soft">${METHOD} “Grows”: no steady state. “Overloaded”: the 95 % interval of the realised load lies above 1. Not a proof: slow trends in short runs escape the test.</p>
  </section>`;
}

/** How the test is made. */
const METHOD =
  'Kendall’s rise of ten batch means of the wait in each run (Mann 1945), tested over the seeds with Student’s t: one-sided, 1 % over all points (Holm 1979).';

/** @type {Record<SteadyState['verdict'], (last: string) => string>} */
const WORDS = {
  steady: () => 'no trend',
  'warm-up': () => 'grows in the first fifth',
  grows: (last) => `grows to ${last}`,
  overloaded: () => 'overloaded',
  'too-short': () => 'too short to test',
};

/** @param {SteadyState} state */
function tenthBars(state) {
  const values = state.tenths.map((value) => value ?? 0);
  const most = Math.max(...values, Number.MIN_VALUE);
  const word = WORDS[state.verdict](formatTime(values.at(-1) ?? 0));
  const width = values.length * (BAR + GAP);
  return html`<svg class=${hasTrend(state) ? 'grows' : ''} role="img" aria-label="Mean wait by tenth: ${values.map(formatTime).join(', ')}" width=${width} height=${HEIGHT} viewBox="0 0 ${width} ${HEIGHT}">${values.map((value, at) => svg`<rect x=${at * (BAR + GAP)} y=${HEIGHT * (1 - value / most)} width=${BAR} height=${(HEIGHT * value) / most}></rect>`)}</svg><span class=${hasTrend(state) ? 'grows' : ''}>${word}</span>`;
}
