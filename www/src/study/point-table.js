/** @file The means of all lines of a study at one place, with their differences to the baseline, and the seeds of each. */

import { html, nothing } from 'lit';
import { sample } from '../plot/plot-drawing.js';
import { formatNumber } from '../text/numbers.js';
import { sentenceCase } from '../text/time.js';
import { baselineOf, differenceAt, foundAt } from './look.js';
import { seedStrip, stripScale } from './seed-strip.js';
import { plusMinus, readingOf, senseOf } from './texts.js';

/** @import { Measured } from './grid.js' */
/** @import { Look } from './look.js' */

/** Measures beside each other in the table. */
const COLUMNS = 3;

/**
 * @param {Look} look
 * @param {(level: number) => void} go to another place
 */
export function pointTable(look, go) {
  const { study, grid, measured, titleOf, place, points, reading, picked, seed, choose } = look;
  const { part, across, compared, series } = grid;
  const base = baselineOf(look);
  const rest = part.measures.filter((one) => one !== measured).slice(0, COLUMNS - 1);
  const values = series.map((_, one) => foundAt(look, one, place)?.values ?? []);
  const scale = stripScale(values);
  const axis = part.axes[across];
  const head = (/** @type {Measured} */ one) =>
    html`<th scope="col">${[titleOf(one), readingOf(one).unit].filter(Boolean).join(', ')}</th>${base ? html`<th scope="col">vs ${base}</th>` : nothing}`;
  const end = (/** @type {number} */ value) => formatNumber(Number((value * reading.factor).toPrecision(2)));
  const whole = study.work?.status === 'done';
  return html`<section class="below" aria-label="Table">
    <div class="row">
      ${axis ? html`<label><b>At ${axis.name}</b> <select @change=${(/** @type {Event} */ event) => go(/** @type {HTMLSelectElement} */ (event.target).selectedIndex)}>${axis.labels.map((label, at) => html`<option ?selected=${at === place}>${label}</option>`)}</select></label>` : nothing}
      <span class="soft">mean ± half-width of the 95 % interval${base ? '; differences are paired by seed' : ''}</span>
    </div>
    <div class="scroll" tabindex="0" role="group" aria-label="Means and differences">
      <table>
        <thead>
          <tr>
            <th scope="col">${compared < 0 ? 'Runs' : sentenceCase(part.axes[compared]?.name ?? '')}</th>
            ${head(measured)}
            <th scope="col">${Number.isFinite(scale.low) ? `seeds, ${end(scale.low)} to ${end(scale.high)}${scale.log ? ', log' : ''}` : 'seeds'}</th>
            ${rest.map(head)}
            <th scope="col">Seeds for ± 10 %</th>
          </tr>
        </thead>
        <tbody>
          ${series.map(({ name, levels }, one) => {
            const point = points[one]?.[place] ?? -1;
            const isBase = compared >= 0 && levels[compared] === study.baseline;
            return html`<tr class=${isBase ? 'base' : ''}>
              <th scope="row"><button class="quiet" title="Show its runs" @click=${() => choose(one, place)}><svg width="26" height="12" viewBox="0 0 26 12" aria-hidden="true">${sample(one, false)}</svg> ${name || 'all runs'}</button></th>
              ${cells(look, measured, point, isBase, base)}
              <td class="strips">${seedStrip({ series: one, values: values[one] ?? [] }, picked?.series === one ? seed : -1, (chosen) => choose(one, place, chosen), scale)}</td>
              ${rest.map((other) => cells(look, other, point, isBase, base))}
              <td>${measured.points[point]?.wished ?? '–'}</td>
            </tr>`;
          })}
        </tbody>
      </table>
    </div>
    <p class="small soft">
      Click a point, a cell or a dot to select a run and open it in the charts. The box covers the middle half of the seeds, with median (dashed) and mean. “Seeds for ± 10 %”: number of seeds for a half-width of 10 % of the mean.
      ${whole ? '' : 'Partial result: the digest appears when all runs have completed.'}
    </p>
  </section>`;
}

/**
 * Mean and difference of one measure at a point.
 * @param {Look} look
 * @param {Measured} measured
 * @param {number} point
 * @param {boolean} isBase
 * @param {string} base
 */
function cells(look, measured, point, isBase, base) {
  const reading = readingOf(measured);
  const { mean, half } = plusMinus(measured.points[point]?.interval, reading.factor);
  const difference = differenceAt(look, measured, point);
  const sense = senseOf(difference, measured.better);
  const told = plusMinus(difference?.difference, reading.factor, true);
  return html`<td><b>${mean}</b>${half ? ` ± ${half}` : ''}</td>
    ${base ? html`<td class=${sense === 'better' ? 'better' : ''}>${isBase ? 'baseline' : html`${told.mean}${told.half ? ` ± ${told.half}` : ''}${sense === 'open' ? html` <i>not significant</i>` : nothing}`}</td>` : nothing}`;
}
