/** @file What a study says cell by cell: the paired differences to a baseline, and the means over two axes of numbers. */

import { html, nothing } from 'lit';
import { inlineStyle } from '../elements/style-directive.js';
import { pointIndex } from './axis-grid.js';
import { baselineOf, differenceAt } from './study-selection.js';
import { cellText, differenceVerdict, placeText, plusMinus, strength } from './study-texts.js';

/** @import { Look } from './study-selection.js' */

/**
 * The paired differences to the baseline; nothing where nothing is compared along an axis.
 * @param {Look} look
 */
export function differenceMap(look) {
  const { study, grid, measured, title, points, picked, choose } = look;
  const { compared, part, across } = grid;
  if (compared < 0 || across < 0) return undefined;
  const base = baselineOf(look);
  const axis = part.axes[across];
  const count = axis?.labels.length ?? 0;
  const columns = inlineStyle({ 'grid-template-columns': `repeat(${count}, minmax(0, 1fr))` });
  const rows = grid.series.flatMap(({ name, levels }, series) => (levels[compared] === study.baseline ? [] : [{ name, series }]));
  return html`<section aria-label="Paired differences">
    <p><b>Paired differences from ${base}</b> <span class="soft">${title.toLowerCase()}</span></p>
    ${rows.map(
      ({ name, series }) => html`<p class="small">${name}</p>
        <div class="heat" ${columns}>
          ${(points[series] ?? []).map((point, level) => {
            const difference = differenceAt(look, measured, point);
            const sense = differenceVerdict(difference, measured.better);
            const text = cellText(difference);
            const strong = difference && sense !== 'open' ? `s${strength(difference, sense === 'worse' ? 4 : 3)}` : '';
            const said = {
              better: `${text}, better`,
              worse: `${text}, worse`,
              open: 'not significant',
              '': part.seeds < 2 ? 'one seed, no interval' : 'not known yet',
            }[sense].replace('×', ' times');
            return html`<button class="${sense || 'none'} ${strong}" aria-pressed=${picked?.series === series && picked.level === level} aria-label="${name} at ${placeText(grid, level)}: ${said}" title="${placeText(grid, level)}: ${said}" @click=${() => choose(series, level)}>${text}</button>`;
          })}
        </div>`,
    )}
    <div class="heat" ${columns} aria-hidden="true">${axis?.labels.map((label, level) => html`<span class="axis">${count <= 12 || level % Math.ceil(count / 12) === 0 ? label : ''}</span>`)}</div>
    <p class="small soft">${axis?.name}; relative to ${base}, from twice on as a factor (×)</p>
    <p class="small"><span class="swatch open"></span> ? not significant (95 % interval of the paired difference contains 0)</p>
    <p class="small"><span class="swatch better s2"></span> better than ${base} &nbsp; <span class="swatch worse s2"></span> worse</p>
  </section>`;
}

/**
 * The means over two axes of numbers; a cell leads to its point.
 * @param {Look} look
 * @param {(series: number, level: number, row: number) => void} choose row: the place on the second axis
 */
export function meanMap({ grid, measured, reading, picked }, choose) {
  const { part, across, up, series } = grid;
  const [x, y] = [part.axes[across], part.axes[up]];
  if (!x || !y) return nothing;
  const means = measured.points.flatMap(({ interval }) => (interval ? [interval.mean] : []));
  const [low, high] = [Math.min(...means), Math.max(...means)];
  const log = low > 0 && high / low >= 10;
  const share = (/** @type {number} */ mean) =>
    high > low ? (log ? Math.log(mean / low) / Math.log(high / low) : (mean - low) / (high - low)) : 0;
  const rows = y.labels.map((label, row) => ({ label, row })).reverse();
  return html`${series.map(
    ({ name, levels }, one) => html`<p class="small">${name}</p>
      <div class="scroll" tabindex="0" role="group" aria-label="Means of ${name || measured.name}"><table class="means">
        <thead><tr><th scope="col">${y.name} \\ ${x.name}</th>${x.labels.map((label) => html`<th scope="col">${label}</th>`)}</tr></thead>
        <tbody>
          ${rows.map(
            ({ label, row }) =>
              html`<tr><th scope="row">${label}</th>${x.labels.map((across_label, column) => {
                const mean = measured.points[pointIndex(part, levels.with(across, column).with(up, row))]?.interval;
                const chosen = picked?.series === one && picked.level === column && levels[up] === row;
                const fill = `color-mix(in srgb, var(--accent) ${mean ? Math.round(share(mean.mean) * 30) : 0}%, var(--paper))`;
                const number = plusMinus(mean, reading.factor).mean;
                const said = reading.unit && mean ? `${number}\u202f${reading.unit}` : number;
                return html`<td ${inlineStyle({ background: fill })}><button class="quiet" aria-pressed=${chosen} aria-label="${[name, `${x.name} ${across_label}`, `${y.name} ${label}`].filter(Boolean).join(', ')}: ${said}" title="Show its runs" @click=${() => choose(one, column, row)}>${said}</button></td>`;
              })}</tr>`,
          )}
        </tbody>
      </table></div>`,
  )}
    <p class="small soft">Means; stronger colour: larger mean${log ? ' (log scale)' : ''}. Click a cell to see its runs.</p>`;
}
