/** @file `lineSample`: the line of a variant as in the plots, beside its name or in place of it. */

import { svg } from 'lit';
import { inlineStyle } from './style-directive.js';
import { lineStyle } from './theme.js';

/**
 * A sample of the line of a variant in the plots, an SVG of class `line`.
 * @param {number} variant
 */
export function lineSample(variant) {
  const { token, dash } = lineStyle(variant);
  return svg`<svg class="line" viewBox="0 0 26 8" aria-hidden="true"><path d="M0 4h26" ${inlineStyle({ stroke: `var(--${token})`, 'stroke-width': '2.5', 'stroke-dasharray': dash.join(' ') || 'none' })}></path></svg>`;
}
