/** @file What came of an experiment: targets with their verdicts, tables with what was published beside ours. */

import { html, nothing } from 'lit';
import { icon } from '../icons.js';
import { formatNumber, NOTHING } from '../parts/numbers.js';
import { columnsOf, intervalText, verdictOf } from './texts.js';

/** @import { Cell, Table, Target, Verdict } from './types.js' */

/**
 * A verdict in words and shape.
 * @param {Verdict} verdict
 */
export function verdictChip(verdict) {
  const { id, name, icon: mark } = verdictOf(verdict);
  return html`<span class="verdict ${id}">${icon(mark)}${name}</span>`;
}

/**
 * The targets. What did not hold says so in a sentence of its own.
 * @param {readonly Target[]} targets
 */
export function targetList(targets) {
  if (targets.length === 0) return nothing;
  return html`<ul class="targets">
    ${targets.map(
      ({ id, claim, published, ours, tolerance, verdict, note }) => html`<li>
        <p class="claim"><span class="id">${id}</span> ${claim}</p>
        ${verdictChip(verdict)}
        <dl>
          <div><dt>Published</dt><dd>${published}</dd></div>
          <div><dt>Ours</dt><dd>${ours}</dd></div>
          <div><dt>Tolerance</dt><dd>${tolerance}</dd></div>
        </dl>
        ${note ? html`<p class="note">${note}</p>` : verdict === 'held' ? nothing : html`<p class="note">Nothing explains the difference yet.</p>`}
      </li>`,
    )}
  </ul>`;
}

/**
 * A table; where something was published it stands to the left of ours.
 * @param {Table} table
 */
export function resultTable(table) {
  const columns = columnsOf(table);
  const paired = columns.some(({ published }) => published);
  return html`<div class="scroll" tabindex="0" role="group" aria-label=${table.title}>
    <table class="result">
      <thead>
        <tr>
          <th scope="col" rowspan=${paired ? 2 : 1}>${table.columns[0]}</th>
          ${columns.map(({ name, published, ours }) => {
            const both = published && ours;
            return html`<th scope=${both ? 'colgroup' : 'col'} colspan=${both ? 2 : 1} rowspan=${paired && !published ? 2 : 1} class="first ${both ? 'both' : ''}">${name}</th>`;
          })}
        </tr>
        ${paired
          ? html`<tr>
              ${columns.map(({ published, ours }) => (published ? html`<th scope="col" class="first">published</th>${ours ? html`<th scope="col">ours</th>` : nothing}` : nothing))}
            </tr>`
          : nothing}
      </thead>
      <tbody>
        ${table.rows.map(
          ([name, cells]) => html`<tr>
            <th scope="row">${name}</th>
            ${columns.map(({ published, ours }, at) => {
              const cell = cells[at];
              return html`${published ? html`<td class="first">${cell?.published ?? none}</td>` : nothing}${ours ? html`<td class=${published ? '' : 'first'}>${oursOf(cell)}</td>` : nothing}`;
            })}
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

const none = html`<span aria-hidden="true">${NOTHING}</span><span class="sr">no value</span>`;

/** @param {Cell|undefined} cell */
function oursOf(cell) {
  if (!cell?.ours) return cell?.text || none;
  const { mean, range } = intervalText(cell.ours);
  const runs = `mean of ${formatNumber(cell.ours.count)} runs`;
  return html`${mean}${range ? html`<span class="range" title="95 % confidence interval, ${runs}">${range}</span>` : nothing}${cell.text
    ? html`<span class="range">${cell.text}</span>`
    : nothing}`;
}
