/** @file Heat maps of a study: the paired differences from a baseline, and the means over two axes of numbers. */

import { html, nothing } from 'lit';
import { inlineStyle } from '../elements/style-directive.js';
import { pointIndex } from './axis-grid.js';
import { REASON_WORDS } from './interval-reasons.js';
import { baselineOf, differenceAt, differenceReason } from './study-selection.js';
import { cellText, changeWords, colourStrength, differenceVerdict, placeText, plusMinus } from './study-texts.js';

/** @import { Look } from './study-selection.js' */

/**
 * The paired differences from the baseline; undefined without a compared axis.
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
    <p><b>${grid.single ? 'Differences' : 'Paired differences'} from ${base}</b> <span class="soft">change of the mean: ${title.toLowerCase()}</span></p>
    ${rows.map(
      ({ name, series }) => html`<p class="small">${name}</p>
        <div class="heat" ${columns}>
          ${(points[series] ?? []).map((point, level) => {
            const difference = differenceAt(look, measured, point);
            const sense = differenceVerdict(difference, measured.better);
            const reason = differenceReason(look, measured, point);
            const text = cellText(difference);
            const judged = sense === 'better' || sense === 'worse';
            const strong = difference && judged ? `s${colourStrength(difference, sense === 'worse' ? 4 : 3)}` : '';
            const words = difference ? changeWords(difference, base) : '';
            const said = {
              better: `${words}, better`,
              worse: `${words}, worse`,
              open: 'not significant',
              untested: reason ? `${words}; ${REASON_WORDS[reason].long}` : words,
              '': reason ? REASON_WORDS[reason].long : part.seeds < 2 ? 'one seed, no interval' : 'not known yet',
            }[sense].replace('×', ' times');
            return html`<button class="${sense || 'none'} ${strong}" aria-pressed=${picked?.series === series && picked.level === level} aria-label="${name} at ${placeText(grid, level)}: ${said}" title="${placeText(grid, level)}: ${said}" @click=${() => choose(series, level)}>${text}</button>`;
          })}
        </div>`,
    )}
    <div class="heat" ${columns} aria-hidden="true">${axis?.labels.map((label, level) => html`<span class="axis">${count <= 12 || level % Math.ceil(count / 12) === 0 ? label : ''}</span>`)}</div>
    <p class="small soft">${axis?.name}; ratio of the means to that of ${base}, less 1; from twice on as a factor (×)${undefinedCell(look) ? `; “more” and “less”: no percentage, as the mean of ${base} is 0` : ''}</p>
    ${
      grid.single || grid.extremes[measured.name]
        ? html`<p class="small soft">${grid.single ? 'One run for each point: no interval, no test.' : `${REASON_WORDS[grid.extremes[measured.name] ?? 'maximum'].short}, no test.`}</p>`
        : html`<p class="small"><span class="swatch open"></span> ? not significant (95 % interval of the paired difference contains 0, each comparison by itself)</p>
    <p class="small"><span class="swatch better s2"></span> better than ${base} &nbsp; <span class="swatch worse s2"></span> worse${withheldCell(look) ? html` &nbsp; <span class="swatch none"></span> withheld: no steady state` : nothing}</p>`
    }
  </section>`;
}

/** Whether a cell has no percentage. @param {Look} look */
function undefinedCell(look) {
  const { measured, points } = look;
  return points.flat().some((point) => ['more', 'less'].includes(cellText(differenceAt(look, measured, point))));
}

/** True if a cell is empty because its point has no steady state. @param {Look} look */
function withheldCell(look) {
  return look.points.flat().some((point) => differenceReason(look, look.measured, point) === 'trend');
}

/**
 * The means over two axes of numbers; a cell opens its point.
 * @param {Look} look
 * @param {(series: number, level: number, row: number) => void} choose row: the index on the second axis
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
