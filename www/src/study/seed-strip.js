/** @file The values of the seeds of a point on one line, each selectable, with the box of their quartiles. */

import { html, svg } from 'lit';
import { lineStyle } from '../elements/theme.js';
import { formatNumber } from '../text/numbers.js';
import { quartileBox } from './axis-grid.js';
import { pointAtLevel } from './study-selection.js';

/** The width of a strip, CSS pixels, by default. */
const STRIP_PX = 180;
/** Minimum number of values for a box of quartiles. */
const BOX_FROM = 5;

/** The scale that strips share. @typedef {{to: (value: number) => number, low: number, high: number, log: boolean, width: number}} Scale */

/**
 * The scale of a strip of seeds, over the values of all.
 * @param {readonly (readonly (number|null)[])[]} all
 * @param {number} [width] CSS pixels
 * @returns {Scale}
 */
export function stripScale(all, width = STRIP_PX) {
  const made = all.flat().filter((value) => value !== null);
  const [low, high] = [Math.min(...made), Math.max(...made)];
  const log = low > 0 && high / low >= 10;
  const to = (/** @type {number} */ value) =>
    (high > low ? (log ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low)) : 0.5) * (width - 12) + 6;
  return { to, low, high, log, width };
}

/**
 * The values of one line: a dot for each seed, the mean, and the quartiles if there are enough.
 * @param {{series: number, values: readonly (number|null)[]}} row
 * @param {number} chosen the selected seed, -1 for none
 * @param {(seed: number) => void} choose
 * @param {Scale} scale
 */
export function seedStrip({ series, values }, chosen, choose, { to, width }) {
  const made = values.filter((value) => value !== null);
  const mean = made.reduce((sum, value) => sum + value, 0) / made.length;
  const box = made.length >= BOX_FROM ? quartileBox(made) : undefined;
  const ink = `var(--${lineStyle(series).token})`;
  return html`<svg width=${width} height="28" viewBox="0 0 ${width} 28" aria-hidden="true">
    ${svg`<path d="M0 14H${width}" stroke="var(--line)"></path>
      ${box ? svg`<rect x=${to(box.q1)} y="6" width=${Math.max(1, to(box.q3) - to(box.q1))} height="16" fill=${ink} fill-opacity="0.14" pointer-events="none"></rect><path d="M${to(box.median)} 6V22" stroke=${ink} stroke-dasharray="2 2" pointer-events="none"></path>` : ''}
      ${values.map((value, seed) => (value === null ? '' : svg`<circle cx=${to(value)} cy="14" r=${seed === chosen ? 5 : 4} fill=${seed === chosen ? 'var(--accent)' : 'transparent'} stroke=${ink} stroke-width="1.2" @click=${() => choose(seed)}></circle>`))}
      ${Number.isFinite(mean) ? svg`<path d="M${to(mean)} 5V23" stroke=${ink} stroke-width="2" pointer-events="none"></path>` : ''}`}
  </svg>`;
}

/**
 * The seeds of each line in a separate row, in the available width.
 * @param {import('./study-selection.js').Look} look
 * @param {number} width CSS pixels
 */
export function seedRows(look, width) {
  const { grid, place, picked, seed, choose, reading } = look;
  const rows = grid.series.map(({ name }, series) => ({ name, series, values: pointAtLevel(look, series, place)?.values ?? [] }));
  const scale = stripScale(
    rows.map(({ values }) => values),
    width,
  );
  const end = (/** @type {number} */ value) =>
    Number.isFinite(value) ? formatNumber(Number((value * reading.factor).toPrecision(3))) : '';
  return html`${rows.map(
    ({ name, series, values }) => html`<p class="small">${name}</p>
        <div class="strips">${seedStrip({ series, values }, picked?.series === series ? seed : -1, (chosen) => choose(series, place, chosen), scale)}</div>`,
  )}
    <p class="row small soft"><span>${end(scale.low)}</span><span class="grow center">${[look.title, reading.unit, scale.log ? 'log scale' : ''].filter(Boolean).join(', ')}</span><span>${end(scale.high)}</span></p>
    <p class="small soft">${grid.single ? 'One dot per run.' : 'One dot per seed; the box covers the middle half of them, with median (dashed) and mean.'} Click a dot to see its run.</p>`;
}
