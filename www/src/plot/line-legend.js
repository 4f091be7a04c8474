/** @file `lineLegend`: samples and names of the lines of a plot, in its heading, where they cover no line. */

import { css, html, nothing } from 'lit';
import { inlineStyle } from '../elements/style-directive.js';

/** The style of the legend, for the element that contains it. */
export const lineLegendStyle = css`
  .lines {
    display: inline-flex;
    flex-wrap: wrap;
    gap: 0 12px;
    vertical-align: top;
    font-size: var(--text-small);
    font-weight: 400;
  }
  .lines > span {
    display: inline-flex;
    align-items: center;
    gap: 4px;
  }
  .lines svg {
    flex: none;
    width: 22px;
    height: 8px;
  }
`;

/**
 * The names of lines, if there are several with a value.
 * @param {readonly {name: string, token: string, dash: readonly number[], y: ArrayLike<number|null>}[]} lines
 */
export function lineLegend(lines) {
  const named = namedLines(lines);
  if (named.length < 2) return nothing;
  return html`<span class="lines" aria-hidden="true">${named.map(
    ({ name, token, dash }) =>
      html`<span><svg viewBox="0 0 22 8"><path d="M0 4h22" fill="none" stroke-width="2" ${inlineStyle({ stroke: `var(--${token})`, 'stroke-dasharray': dash.join(' ') || 'none' })}></path></svg>${name}</span>`,
  )}</span>`;
}

/**
 * The lines that have a name and a value.
 * @template {{name: string, y: ArrayLike<number|null>}} T
 * @param {readonly T[]} lines
 * @returns {T[]}
 */
export function namedLines(lines) {
  return lines.filter(({ name, y }) => name !== '' && Array.prototype.some.call(y, Number.isFinite));
}
