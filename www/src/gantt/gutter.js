/** @file What stands beside the rows of a chart: the clusters, or their machines where there is room for their names. */

import { css, html, nothing } from 'lit';
import { styled } from '../elements/styled.js';

/** @import { Band } from '../engine/types.js' */
/** @import { Window } from '../types.js' */

/** Rows that are taller than this have the name of their machine beside them, CSS pixels. */
const ROW_PX = 12;

export const gutterStyle = css`
  .band {
    position: absolute;
    inset-inline: 0;
    padding: 3px 6px 0 8px;
    border-bottom: 1px solid var(--line);
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .band b {
    font-weight: 600;
    display: block;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .row-name {
    position: absolute;
    inset-inline: 0;
    padding: 0 6px 0 8px;
    overflow: hidden;
    white-space: nowrap;
    text-overflow: ellipsis;
  }
  .row-name b {
    font-weight: 600;
    margin-right: 5px;
  }
`;

/**
 * @param {readonly Band[]} bands
 * @param {Window} view
 * @param {number} row_px height of a row, CSS pixels
 */
export function gutter(bands, view, row_px) {
  return bands.map((band) => (band.names && row_px >= ROW_PX ? machines(band, bands.length > 1, view, row_px) : cluster(band, view)));
}

/**
 * @param {Band} band
 * @param {Window} view
 */
function cluster(band, view) {
  const top = Math.max(0, ((band.first_row - view.first_row) / view.rows) * 100);
  const end = Math.min(100, ((band.first_row + band.rows - view.first_row) / view.rows) * 100);
  if (end <= 0 || top >= 100) return nothing;
  const speed = band.speeds ? '' : speedText(band.speed);
  return html`<div class="band" ${styled({ top: `${top}%`, height: `${end - top}%` })} title="${band.name}: ${band.rows} nodes${speed}">
    <b>${band.name}</b><span class="soft">${band.rows}${speed}</span>
  </div>`;
}

/**
 * The machines whose rows are in sight.
 * @param {Band} band
 * @param {boolean} several whether there are other clusters
 * @param {Window} view
 * @param {number} row_px
 */
function machines({ name, first_row, names = [], speeds, speed }, several, view, row_px) {
  const first = Math.max(0, Math.floor(view.first_row - first_row));
  const last = Math.min(names.length, Math.ceil(view.first_row + view.rows - first_row));
  return names.slice(first, Math.max(first, last)).map((machine, at) => {
    const top = ((first_row + first + at - view.first_row) / view.rows) * 100;
    const fast = speedText(speeds?.[first + at] ?? speed);
    return html`<div class="row-name" ${styled({ top: `${top}%`, height: `${100 / view.rows}%`, 'line-height': `${row_px}px` })} title="${machine} of ${name}${fast}">
      ${several && at === 0 ? html`<b>${name}</b>` : nothing}${machine}
    </div>`;
  });
}

/** @param {number} speed */
function speedText(speed) {
  return speed === 1 ? '' : ` \u00d7${Number(speed.toPrecision(3))}`;
}
