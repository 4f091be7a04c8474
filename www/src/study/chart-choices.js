/** @file The choices above the chart of a study: its metric, and the value at which each hidden axis is fixed. */

import { html } from 'lit';

/** @import { Grid } from './axis-grid.js' */
/** @import { Look } from './study-selection.js' */

/**
 * The row of choices.
 * @param {Look} look
 * @param {readonly {name: string, title: string}[]} metrics
 * @param {readonly number[]} held the index of the value of each axis
 * @param {(change: {measure: string} | {held: number[]}) => void} choose
 */
export function renderChartChoices({ grid, measured }, metrics, held, choose) {
  const chooseMetric = (/** @type {Event} */ event) => choose({ measure: /** @type {HTMLSelectElement} */ (event.target).value });
  return html`<div class="row">
    <label>Metric <select @change=${chooseMetric}>${metrics.map(({ name, title }) => html`<option value=${name} ?selected=${name === measured.name}>${title}</option>`)}</select></label>
    ${grid.held.map((place) => renderHeldAxis(grid, place, held, (held) => choose({ held })))}
  </div>`;
}

/**
 * The choice of the value at which an axis is fixed.
 * @param {Grid} grid
 * @param {number} place of the axis
 * @param {readonly number[]} held the index of the value of each axis
 * @param {(held: number[]) => void} choose
 */
function renderHeldAxis(grid, place, held, choose) {
  const axis = grid.part.axes[place];
  const change = (/** @type {Event} */ event) =>
    choose(Object.assign([...held], { [place]: /** @type {HTMLSelectElement} */ (event.target).selectedIndex }));
  return html`<label>at ${axis?.name} <select @change=${change}>${axis?.labels.map((label, at) => html`<option ?selected=${at === (held[place] ?? 0)}>${label}</option>`)}</select></label>`;
}
