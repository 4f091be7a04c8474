/** @file The selected point: its mean, its seeds, and the button that opens a run. */

import { html, nothing } from 'lit';
import { icon } from '../elements/icons.js';
import { formatCount, formatNumber } from '../text/numbers.js';
import { runIndex } from './axis-grid.js';
import { seedStrip, stripScale } from './seed-strip.js';
import { pointAtLevel } from './study-selection.js';
import { meanText, placeText } from './study-texts.js';

/** @import { Look } from './study-selection.js' */

/**
 * The card of a chosen point: its seeds, and the button that opens the run of one of them.
 * @param {Look} look
 * @param {{series: number, level: number}} picked
 * @param {{close: () => void, open: ((run: number) => void)|undefined}} ways open: shows a run in the charts, if there
 *   are charts
 */
export function pointCard(look, { series, level }, { close, open }) {
  const { study, grid, reading, points, seed, choose } = look;
  const found = pointAtLevel(look, series, level);
  const name = [grid.series[series]?.name, placeText(grid, level)].filter(Boolean).join(' at ');
  const first = study.firstSeed;
  const values = found?.values ?? [];
  const shown = (/** @type {number|null|undefined} */ one) =>
    one === null || one === undefined ? 'not run yet' : `${formatNumber(one * reading.factor)}${reading.unit ? ` ${reading.unit}` : ''}`;
  return html`<div class="card" role="group" aria-label=${name}>
    <div class="row"><b>${name}</b><span class="small soft">${grid.single ? 'one run' : formatCount(found?.interval?.count ?? 0, 'seeds')}</span><button class="icon-only" aria-label="Close" @click=${close}>${icon('close')}</button></div>
    <span class="number">mean ${meanText(found?.interval, reading)}${found?.median === null || found?.median === undefined ? '' : `, median ${shown(found.median)}`}</span>
    ${seedStrip({ series, values }, seed, (chosen) => choose(series, level, chosen), stripScale([values]))}
    <div class="row">
      <label>Seed <select @change=${(/** @type {Event} */ event) => choose(series, level, /** @type {HTMLSelectElement} */ (event.target).selectedIndex)}>${values.map((one, at) => html`<option ?selected=${at === seed}>${first + at}: ${shown(one)}</option>`)}</select></label>
      ${open ? html`<button class="primary" @click=${() => open(runIndex(grid.part, points[series]?.[level] ?? 0, seed))}>${icon('open')} Open this run, seed ${first + seed}</button>` : nothing}
    </div>
    <span class="unseen">Seed ${first + seed}: ${shown(values[seed])}</span>
  </div>`;
}
