/** @file What came of a study: targets with their verdicts, tables with what was published beside ours. */

import { html, nothing } from 'lit';
import { icon } from '../elements/icons.js';
import { formatNumber, NOTHING } from '../text/numbers.js';
import { sentenceCase } from '../text/time.js';
import { VERDICTS, columnsOf, intervalText, verdictOf } from './findings-texts.js';

/** @import { Cell, FindingsTable, Target, Verdict } from '../engine/types.js' */

/**
 * A verdict in words and shape.
 * @param {Verdict} verdict
 */
export function verdictChip(verdict) {
  const { id, name, icon: mark } = verdictOf(verdict);
  return html`<span class="verdict ${id}">${icon(mark)}${name}</span>`;
}

/**
 * What verdicts mean.
 * @param {readonly Verdict[]} verdicts
 */
export function verdictLegend(verdicts) {
  const shown = VERDICTS.filter(({ id }) => verdicts.includes(id));
  return html`<dl class="legend" aria-label="Verdicts">${shown.map(({ id, meaning }) => html`<dt>${verdictChip(id)}</dt><dd>${sentenceCase(meaning)}.</dd>`)}</dl>`;
}

/**
 * The targets. What did not hold says so in a sentence of its own. On a phone each row is a block of its own; the roles
 * keep it a table for screen readers.
 * @param {readonly Target[]} targets
 * @param {boolean} noted whether the study has notes
 */
export function targetTable(targets, noted) {
  if (targets.length === 0) return nothing;
  return html`<table class="targets" role="table" aria-label="Published targets">
    <thead role="rowgroup">
      <tr role="row">
        ${['Target', 'Claim', 'Published', 'Ours', 'Tolerance', 'Verdict'].map((name) => html`<th scope="col" role="columnheader">${name}</th>`)}
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${targets.map(
        ({ id, claim, published, ours, tolerance, verdict, note }) => html`<tr role="row">
          <th scope="row" role="rowheader">${id}</th>
          <td role="cell" class="claim">${sentenceCase(claim)}${explained(verdict, note, noted)}</td>
          <td role="cell" data-name="Published">${published}</td>
          <td role="cell" data-name="Ours">${ours}</td>
          <td role="cell" data-name="Tolerance">${tolerance}</td>
          <td role="cell" class="chip">${verdictChip(verdict)}</td>
        </tr>`,
      )}
    </tbody>
  </table>
  ${verdictLegend(targets.map(({ verdict }) => verdict))}`;
}

/**
 * @param {Verdict} verdict
 * @param {string} note
 * @param {boolean} noted
 */
function explained(verdict, note, noted) {
  const rest = noted ? 'See the notes on the experiment.' : 'No explanation is noted for the difference.';
  const text = note || (verdict === 'direction-only' || verdict === 'not-held' ? rest : '');
  return text ? html`<span class="note">${text}</span>` : nothing;
}

/**
 * A table; where something was published it stands to the left of ours.
 * @param {FindingsTable} table
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

const none = html`<span aria-hidden="true">${NOTHING}</span><span class="unseen">no value</span>`;

/** @param {Cell|undefined} cell */
function oursOf(cell) {
  if (!cell?.ours) return cell?.text || none;
  const { mean, range } = intervalText(cell.ours);
  const runs = `mean of ${formatNumber(cell.ours.count)} runs`;
  return html`${mean}${range ? html`<span class="range" title="95 % confidence interval, ${runs}">${range}</span>` : nothing}${cell.text
    ? html`<span class="range">${cell.text}</span>`
    : nothing}`;
}
