/** @file The first and the last visible row, beside the chart of a single cluster. */

import { css, html } from 'lit';
import { inlineStyle } from '../elements/style-directive.js';

/** @import { Window } from '../types.js' */

export const rowNumbersStyle = css`
  .row-number {
    position: absolute;
    right: 6px;
    color: var(--ink-soft);
  }
  /** Long numbers extend to the left instead of being truncated. */
  .gutter:has(.row-number) {
    overflow: visible;
  }
`;

/**
 * Numbers of nodes beside the rows of a chart.
 * @param {Window} view
 * @param {number} count of all rows
 */
export function renderRowNumbers({ first_row, rows }, count) {
  const first = Math.max(0, Math.floor(first_row));
  const last = Math.min(count, Math.ceil(first_row + rows)) - 1;
  // Beside a chart with more rows, these rows end higher.
  const below = Math.max(0, 1 - (count - first_row) / rows);
  return html`<span class="row-number">${first}</span>${last > first ? html`<span class="row-number last" ${inlineStyle({ bottom: `${below * 100}%` })}>${last}</span>` : ''}`;
}
