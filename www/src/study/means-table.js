/**
 * @file The means of all lines of a study at one place, with their differences from the baseline, and the seeds of
 * each.
 */

import { html, nothing } from 'lit';
import { dataTable } from '../elements/data-table.js';
import { drawSample } from '../plot/svg-plot.js';
import { formatNumber, NO_VALUE, nameWithUnit } from '../text/numbers.js';
import { sentenceCase } from '../text/time.js';
import { intervalReason, REASON_WORDS } from './interval-reasons.js';
import { seedStrip, stripScale } from './seed-strip.js';
import { baselineOf, differenceAt, differenceReason, knownPoint, pointAtLevel } from './study-selection.js';
import { differenceVerdict, displayUnit, plusMinus } from './study-texts.js';

/** @import { Column } from '../elements/data-table.js' */
/** @import { Grid, Measured } from './axis-grid.js' */
/** @import { Look } from './study-selection.js' */
/** @typedef {Grid['series'][number]} Series */

/** Number of measures side by side in the table. */
const COLUMNS = 3;

/**
 * The table of means at all points of a study.
 * @param {Look} look
 * @param {(level: number) => void} go opens another place
 */
export function pointTable(look, go) {
  const { study, grid, measured, titleOf, place, points, reading, picked, seed, choose } = look;
  const { part, across, compared, series } = grid;
  const base = baselineOf(look);
  const rest = part.measures.filter((one) => one !== measured).slice(0, COLUMNS - 1);
  const values = series.map((_, one) => pointAtLevel(look, one, place)?.values ?? []);
  const scale = stripScale(values);
  const pointOf = (/** @type {number} */ line) => points[line]?.[place] ?? -1;
  const isBase = (/** @type {Series} */ { levels }) => compared >= 0 && levels[compared] === study.baseline;
  const axis = part.axes[across];
  const whole = study.work?.status === 'done';
  /** The mean and the difference of a measure. @type {(one: Measured) => (Column<Series>|false)[]} */
  const columns = (one) => {
    const { unit, factor } = displayUnit(one);
    const compare = (/** @type {number} */ line) => {
      const difference = differenceAt(look, one, pointOf(line));
      return { ...plusMinus(difference?.difference, factor, true), sense: differenceVerdict(difference, one.better) };
    };
    const text = (/** @type {unknown} */ mean, /** @type {string} */ half) => html`${mean}${half ? ` ± ${half}` : ''}`;
    return [
      {
        name: nameWithUnit(titleOf(one), unit),
        cell: (_, line) => {
          const { mean, half } = plusMinus(knownPoint(grid, one, pointOf(line))?.interval, factor);
          const reason = intervalReason(grid, one, pointOf(line));
          if (reason === 'trend') return html`${mean} <i class="grows">grows</i>`;
          return html`${text(html`<b>${mean}</b>`, half)}${grid.extremes[one.name] && !grid.single ? html` <i>${REASON_WORDS[reason || 'maximum'].short}</i>` : nothing}`;
        },
      },
      base !== '' && {
        name: `vs ${base}`,
        cell: (row, line) => {
          const { mean, half, sense } = compare(line);
          const reason = differenceReason(look, one, pointOf(line));
          if (!isBase(row) && mean === NO_VALUE && whole)
            return html`<i>${reason ? REASON_WORDS[reason].long : 'one seed, no interval'}</i>`;
          return isBase(row) ? 'baseline' : html`${text(mean, half)}${sense === 'open' ? html` <i>not significant</i>` : nothing}`;
        },
        mark: (_, line) => (compare(line).sense === 'better' ? 'better' : ''),
      },
    ];
  };
  const end = (/** @type {number} */ value) => formatNumber(Number((value * reading.factor).toPrecision(2)));
  return html`<section class="below" aria-label="Table">
    <div class="row">
      ${axis ? html`<label><b>At ${axis.name}</b> <select @change=${(/** @type {Event} */ event) => go(/** @type {HTMLSelectElement} */ (event.target).selectedIndex)}>${axis.labels.map((label, at) => html`<option ?selected=${at === place}>${label}</option>`)}</select></label>` : nothing}
      <span class="soft">${tableCaption(look)}</span>
    </div>
    ${dataTable({
      label: 'Means and differences',
      css: '',
      rows: series,
      mark: (row) => (isBase(row) ? 'base' : ''),
      columns: [
        {
          name: compared < 0 ? 'Runs' : sentenceCase(part.axes[compared]?.name ?? ''),
          cell: ({ name }, one) =>
            html`<button class="quiet" title="Show its runs" @click=${() => choose(one, place)}><svg width="26" height="12" viewBox="0 0 26 12" aria-hidden="true">${drawSample(one, false)}</svg> ${name || 'all runs'}</button>`,
        },
        ...columns(measured),
        {
          name: grid.single
            ? 'run'
            : Number.isFinite(scale.low)
              ? `seeds, ${end(scale.low)} to ${end(scale.high)}${scale.log ? ', log' : ''}`
              : 'seeds',
          css: 'strips',
          cell: (_, one) =>
            seedStrip(
              { series: one, values: values[one] ?? [] },
              picked?.series === one ? seed : -1,
              (chosen) => choose(one, place, chosen),
              scale,
            ),
        },
        ...rest.flatMap(columns),
        !grid.single && { name: 'Seeds for ± 10 %', cell: (_, line) => knownPoint(grid, measured, pointOf(line))?.wished ?? '–' },
      ],
    })}
    <p class="small soft">
      Click a point, a cell or a dot to select a run and open it in the charts.
      ${grid.single ? nothing : 'The box covers the middle half of the seeds, with median (dashed) and mean. “Seeds for ± 10 %”: number of seeds for a half-width of 10 % of the mean.'}
      ${whole ? '' : 'Partial result: the digest appears when all runs have completed.'}
    </p>
  </section>`;
}

/** The caption of the table. @param {Look} look */
export function tableCaption(look) {
  const base = baselineOf(look);
  if (look.grid.single) return `One run for each point: no interval${base ? ', no test of differences' : ''}`;
  return `Mean ± half-width of the 95 % interval${base ? '; differences are paired by seed, each comparison by itself' : ''}`;
}
