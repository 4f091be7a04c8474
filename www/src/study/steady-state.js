/**
 * @file The steady-state test of the waits of a study: the warning, the waits by tenth of the run, and proposals for
 * other runs.
 */

import { html, nothing, svg } from 'lit';
import { formatCount, formatNumber } from '../text/numbers.js';
import { formatTime } from '../text/time.js';
import { levelsOf, pointsOf } from './axis-grid.js';
import { hasTrend } from './interval-reasons.js';

/** @import { SteadyState } from '../engine/types.js' */
/** @import { StudyDocument } from '../scenario/new-study.js' */
/** @import { Grid } from './axis-grid.js' */

/** Width, gap and height of the bars by tenth, CSS pixels. */
const [BAR, GAP, HEIGHT] = [4, 1, 32];
/** The factor for the proposed number of jobs if runs are too short, and the maximum number of jobs. */
const [MORE_JOBS, MOST_JOBS] = [10, 100_000];
/** Number of values of a proposed axis. */
const PROPOSED_VALUES = 6;

/**
 * A point with its name and its test.
 * @typedef {{series: number, level: number, name: string, state: SteadyState}} TestedPoint series: -1 for points that are not on screen
 */

/**
 * All points of the part that have waits, series by series; those that are not on screen last.
 * @param {Grid} grid
 * @returns {TestedPoint[]}
 */
export function testedPoints(grid) {
  const { part, across, words } = grid;
  const places = new Map(grid.series.flatMap((_, series) => pointsOf(grid, series).map((point, level) => [point, { series, level }])));
  const others = part.steady.flatMap((_, point) => (places.has(point) ? [] : [point]));
  return [...places.keys(), ...others].flatMap((point) => {
    const state = part.steady[point];
    if (!state) return [];
    const levels = levelsOf(part, point);
    const label = (/** @type {number} */ place) => part.axes[place]?.labels[levels[place] ?? 0] ?? '';
    const numbers = part.axes.flatMap(({ name }, place) => (words.includes(place) ? [] : [`${name} ${label(place)}`]));
    const name = [...words.map(label), ...numbers].filter(Boolean).join(', ') || 'all runs';
    const { series, level } = places.get(point) ?? { series: -1, level: levels[across] ?? 0 };
    return [{ series, level, name, state }];
  });
}

/**
 * The proposed runs: only values of the axis up to the last at which all lines are steady, or a warm-up.
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
 * The study with ten times as many jobs, for runs that are too short; undefined if the jobs are not those of one
 * generator.
 * @param {StudyDocument} doc
 * @returns {{label: string, doc: StudyDocument}|undefined}
 */
export function longerRuns(doc) {
  const { workload } = doc.base;
  /** @type {any} */
  const part = Array.isArray(workload) && workload.length === 1 ? workload[0] : undefined;
  const jobs = part?.parameters?.jobs;
  if (!Number.isInteger(jobs) || doc.base.horizon_s !== undefined || jobs * MORE_JOBS > MOST_JOBS) return undefined;
  const longer = [{ ...part, parameters: { ...part.parameters, jobs: jobs * MORE_JOBS } }];
  return { label: `Use ${formatNumber(jobs * MORE_JOBS)} jobs a run`, doc: { ...doc, base: { ...doc.base, workload: longer } } };
}

/**
 * The warning above the charts, about all points; nothing if the waits rise at no point, or if the runs have no
 * randomness.
 * @param {Grid} grid
 * @param {StudyDocument} doc
 * @param {(doc: StudyDocument) => void} edit
 */
export function steadyWarning(grid, doc, edit) {
  if (grid.single) return nothing;
  const all = testedPoints(grid);
  const tested = all.filter(({ state }) => state.verdict !== 'too-short');
  const bad = tested.filter(({ state }) => hasTrend(state));
  const worst = bad.reduce(
    (/** @type {TestedPoint|undefined} */ most, point) => (rise(point) > (most ? rise(most) : 0) ? point : most),
    undefined,
  );
  if (bad.length === 0 || !worst) return nothing;
  const [first, last] = [worst.state.tenths[0] ?? 0, worst.state.tenths.at(-1) ?? 0];
  const count = (/** @type {SteadyState['verdict']} */ verdict) => bad.filter(({ state }) => state.verdict === verdict).length;
  const [overloaded, rising, warm] = [count('overloaded'), count('grows'), count('warm-up')];
  const proposals = [steadyProposal(grid, doc), rising > 0 ? longerRuns(doc) : undefined].flatMap((one) => one ?? []);
  const short = all.length - tested.length;
  return html`<section class="steady" role="status" aria-label="Steady state">
    <p>
      <b>No steady state at ${formatNumber(bad.length)} of ${formatCount(tested.length, 'points')}${short > 0 ? ' tested' : ''}.</b>
      Mean waits grow ${warm === bad.length ? 'in the first fifth of the jobs' : 'from the empty start'} (${worst.name}: ${formatTime(first)} in the first tenth of the jobs, ${formatTime(last)} in the last), so they have no interval.
      ${overloaded > 0 ? html`<b>Overloaded at ${formatCount(overloaded, 'points')}:</b> waits grow in proportion to the length of the run, or the realised load is at least 1. A longer run does not help there.` : nothing}
      ${rising > 0 ? html`<b>Too short at ${formatCount(rising, 'points')}:</b> waits still rise from the empty start, more slowly than in an overload. More jobs show a steady state there, or an overload; a warm-up then leaves out the start.` : nothing}
      ${warm > 0 && warm < bad.length ? html`At ${formatCount(warm, 'points')} a warm-up of a fifth of the jobs helps.` : nothing}
      ${short > 0 ? html`${formatCount(short, 'points')} ${short === 1 ? 'is' : 'are'} too short to test.` : nothing}
    </p>
    ${proposals.map(({ label, doc: changed }, at) => html`<button class=${at === 0 ? 'primary' : ''} @click=${() => edit(changed)}>${label}</button>`)}
  </section>`;
}

/** The rise of the waits of a point, s. @param {TestedPoint} point */
function rise({ state: { tenths } }) {
  return (tenths.at(-1) ?? 0) - (tenths[0] ?? 0);
}

/**
 * The result of the test over all points, in sentences; empty if waits were not tested.
 * @param {Grid} grid
 */
export function steadySentence(grid) {
  if (grid.single) return '';
  const all = testedPoints(grid);
  if (all.length === 0) return '';
  const tested = all.filter(({ state }) => state.verdict !== 'too-short');
  const rule = 'the test needs at least 100 jobs a run and 5 seeds';
  if (tested.length === 0) return `Too short to test for a steady state: ${rule}.`;
  const bad = tested.filter(({ state }) => hasTrend(state)).length;
  const of =
    tested.length === all.length
      ? `${formatCount(all.length, 'points')}`
      : `${formatNumber(tested.length)} of ${formatCount(all.length, 'points')}`;
  const found =
    bad === 0
      ? 'none was found to rise, which does not prove a steady state'
      : `${formatNumber(bad)} ${bad === 1 ? 'was' : 'were'} found to rise`;
  const short = all.length - tested.length;
  return `The waits of ${of} were tested: ${found}.${short > 0 ? ` The others are too short: ${rule}.` : ''}`;
}

/**
 * The mean wait by tenth of the run at the points on screen, and the test of all points in words.
 * @param {Grid} grid
 * @param {string} where the values of the fixed axes, in words; empty if there are none
 */
export function steadyTable(grid, where = '') {
  const all = testedPoints(grid);
  if (all.length === 0) return nothing;
  if (grid.single) return html`<p class="small soft">One run for each point: not tested for a steady state.</p>`;
  const sentence = steadySentence(grid);
  const tested = all.filter(({ state }) => state.verdict !== 'too-short');
  if (tested.length === 0) return html`<p class="small soft">${sentence}</p>`;
  if (!tested.some(({ state }) => hasTrend(state))) return html`<p class="small soft">${sentence} ${METHOD}</p>`;
  const { part, across, series } = grid;
  const axis = part.axes[across];
  const shown = all.filter((point) => point.series >= 0);
  const shownTested = shown.filter(({ state }) => state.verdict !== 'too-short').length;
  const slice = where
    ? ` At ${where}, ${formatNumber(shownTested)} of ${formatCount(shown.length, 'points')} ${shown.length === 1 ? 'was' : 'were'} tested.`
    : '';
  return html`<section class="below" aria-label="Waits by tenth of the run">
    <h3>Mean wait by tenth of the jobs${where ? ` at ${where}` : ''}, in order of submission; each scaled to its largest</h3>
    <div class="wide"><table class="tenths">
      ${axis ? html`<tr><th scope="col">${axis.name}</th>${axis.labels.map((label) => html`<th scope="col">${label}</th>`)}</tr>` : nothing}
      ${series.map(({ name }, at) => html`<tr><th scope="row">${name || 'all runs'}</th>${shown.filter((point) => point.series === at).map(({ state }) => html`<td>${tenthBars(state)}</td>`)}</tr>`)}
    </table></div>
    <p class="small soft">${sentence}${slice} ${METHOD} “Still rising”: too short a run. ${OVERLOAD} Not a proof: slow trends in short runs escape the test.</p>
  </section>`;
}

/** The description of the test. */
const METHOD =
  'Kendall’s rise of ten batch means of the wait in each run (Mann 1945), tested over the seeds with Student’s t: one-sided, 1 % over all points (Holm 1979).';

/** The condition for an overloaded point. */
const OVERLOAD =
  '“Overloaded”: the waits of the second half of the jobs exceed 1.83 times those of the first (Student’s t over the seeds, one-sided, 1 %), or the 95 % interval of the realised load lies above 1. A queue at its capacity has 1.83, as its waits grow with the square root of time (Abate and Whitt 1987); growth in proportion to time has 3.';

/** @type {Record<SteadyState['verdict'], (last: string) => string>} */
const WORDS = {
  steady: () => 'no rise found',
  'warm-up': () => 'grows in the first fifth',
  grows: (last) => `still rising at ${last}`,
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
