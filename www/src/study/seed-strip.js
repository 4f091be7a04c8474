/** @file The values of the seeds of a point on one line, each to be chosen. */

import { html, svg } from 'lit';
import { lineStyle } from '../elements/theme.js';

/** The width of a strip, CSS pixels. */
const STRIP_PX = 180;

/** The scale that strips share. @typedef {{to: (value: number) => number, low: number, high: number, log: boolean}} Scale */

/**
 * @param {readonly (readonly (number|null)[])[]} all
 * @returns {Scale}
 */
export function stripScale(all) {
  const made = all.flat().filter((value) => value !== null);
  const [low, high] = [Math.min(...made), Math.max(...made)];
  const log = low > 0 && high / low >= 10;
  const to = (/** @type {number} */ value) => (high > low ? (log ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low)) : 0.5) * (STRIP_PX - 12) + 6;
  return { to, low, high, log };
}

/**
 * @param {{series: number, values: readonly (number|null)[]}} row
 * @param {number} chosen the seed that is looked at, -1 for none
 * @param {(seed: number) => void} choose
 * @param {Scale} scale
 */
export function seedStrip({ series, values }, chosen, choose, { to }) {
  const made = values.filter((value) => value !== null);
  const mean = made.reduce((sum, value) => sum + value, 0) / made.length;
  const ink = `var(--${lineStyle(series).token})`;
  return html`<svg width=${STRIP_PX} height="28" viewBox="0 0 ${STRIP_PX} 28" aria-hidden="true">
    ${svg`<path d="M0 14H${STRIP_PX}" stroke="var(--line)"></path>
      ${values.map((value, seed) => (value === null ? '' : svg`<circle cx=${to(value)} cy="14" r=${seed === chosen ? 5 : 4} fill=${seed === chosen ? 'var(--accent)' : 'transparent'} stroke=${ink} stroke-width="1.2" @click=${() => choose(seed)}></circle>`))}
      ${Number.isFinite(mean) ? svg`<path d="M${to(mean)} 5V23" stroke=${ink} stroke-width="2" pointer-events="none"></path>` : ''}`}
  </svg>`;
}
