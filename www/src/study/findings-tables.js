/** @file Results of a study: targets with their verdicts, tables with published values beside ours. */

import { html, nothing } from 'lit';
import { icon } from '../elements/icons.js';
import { formatNumber, NO_VALUE } from '../text/numbers.js';
import { sentenceCase } from '../text/time.js';
import { columnRoles, intervalText, minusSigns, SET_AFTER, splitTargets, VERDICTS, verdictOf, verdictText } from './findings-texts.js';

/** @import { Cell, FindingsTable, Target, Verdict } from '../engine/types.js' */

/**
 * A verdict as text and icon.
 * @param {Verdict} verdict
 * @param {string} [words] by default its name
 */
function verdictChip(verdict, words) {
  const { id, name, icon: mark } = verdictOf(verdict);
  return html`<span class="verdict ${id}">${icon(mark)}${words ?? name}</span>`;
}

/**
 * The meanings of verdicts.
 * @param {readonly Verdict[]} verdicts
 */
export function verdictLegend(verdicts) {
  const shown = VERDICTS.filter(({ id }) => verdicts.includes(id));
  return html`<dl class="legend" aria-label="Verdicts">${shown.map(({ id, meaning }) => html`<dt>${verdictChip(id)}</dt><dd>${sentenceCase(meaning)}.</dd>`)}</dl>`;
}

/**
 * The published targets, then checks without a published result, and the meanings of their verdicts.
 * @param {readonly Target[]} targets
 * @param {boolean} noted whether the study has notes
 * @param {(target: Target) => string} [bias] as text, if ours are on one side of the published numbers
 * @param {(target: Target) => string} [subject] the meaning of numbers without a unit
 */
export function targetTable(targets, noted, bias = () => '', subject = () => '') {
  if (targets.length === 0) return nothing;
  const { published, own } = splitTargets(targets);
  return html`${published.length > 0 ? rowsOf(published, noted, 'Published targets', bias, subject) : nothing}
  ${own.length > 0 ? html`<h4>Our own checks (no published numbers)</h4>${rowsOf(own, noted, 'Our own checks', () => '', subject)}` : nothing}
  ${verdictLegend(targets.map(({ verdict }) => verdict))}`;
}

/**
 * Some targets. A target that did not hold has a sentence. On a phone each row is a block; the roles
 * keep it a table for screen readers.
 * @param {readonly Target[]} targets
 * @param {boolean} noted whether the study has notes
 * @param {string} name
 * @param {(target: Target) => string} bias
 * @param {(target: Target) => string} subject
 */
function rowsOf(targets, noted, name, bias, subject) {
  return html`<table class="targets" role="table" aria-label=${name}>
    <thead role="rowgroup">
      <tr role="row">
        ${['Target', 'Claim', 'Published', 'Ours', 'Tolerance', 'Verdict'].map((name) => html`<th scope="col" role="columnheader">${name}</th>`)}
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${targets.map(
        (target) => html`<tr role="row">
          <th scope="row" role="rowheader">${target.id}</th>
          <td role="cell" class="claim">${sentenceCase(minusSigns(target.claim))}${explanation(target.verdict, minusSigns(target.note), noted)}</td>
          <td role="cell" data-name="Published">${target.own ? NO_VALUE : minusSigns(target.published)}</td>
          <td role="cell" data-name="Ours">${ratioLine(subject(target))}${minusSigns(target.ours)
            .split('; ')
            .map((line) => html`<span class="line">${line}</span>`)}</td>
          <td role="cell" data-name="Tolerance">${minusSigns(target.tolerance)}${target.tolerance_set_after ? html` <span class="after">${SET_AFTER}</span>` : nothing}</td>
          <td role="cell" class="chip">${verdictChip(target.verdict, verdictText(target))}${biasMark(bias(target))}</td>
        </tr>`,
      )}
    </tbody>
  </table>`;
}

/** @param {string} bias */
const biasMark = (bias) =>
  bias ? html`<span class="after" title="Ours differ from the published numbers in one direction only">${bias}</span>` : nothing;

/**
 * The reason why a target did not hold or is undecided.
 * @param {Verdict} verdict
 * @param {string} note
 * @param {boolean} noted
 */
function explanation(verdict, note, noted) {
  const rest = noted ? 'See the notes on the experiment.' : 'No explanation is noted for the difference.';
  const text = note || (verdict === 'held-in-part' || verdict === 'direction-only' || verdict === 'not-held' ? rest : '');
  return text ? html`<span class="note">${text}</span>` : nothing;
}

/**
 * A table; published values are to the left of ours.
 * @param {FindingsTable} table
 */
export function resultTable(table) {
  const columns = columnRoles(table);
  const paired = columns.some(({ published }) => published);
  return html`<div class="scroll" tabindex="0" role="group" aria-label=${table.title}>
    <table class="result">
      <thead>
        <tr>
          <th scope="col" rowspan=${paired ? 2 : 1}>${table.columns[0] || html`<span class="unseen">Row</span>`}</th>
          ${columns.map(({ name, published, ours }) => {
            const both = published && ours;
            return html`<th scope=${both ? 'colgroup' : 'col'} colspan=${both ? 2 : 1} rowspan=${paired && !published ? 2 : 1} class="first ${both ? 'both' : ''}">${name}</th>`;
          })}
        </tr>
        ${
          paired
            ? html`<tr>
              ${columns.map(({ published, ours }) => (published ? html`<th scope="col" class="first">published</th>${ours ? html`<th scope="col">ours</th>` : nothing}` : nothing))}
            </tr>`
            : nothing
        }
      </thead>
      <tbody>
        ${table.rows.map(
          ([name, cells]) => html`<tr>
            <th scope="row">${name}</th>
            ${columns.map(({ published, ours }, at) => {
              const cell = cells[at];
              return html`${published ? html`<td class="first">${cell?.published === undefined || cell.published === null ? none : minusSigns(cell.published)}</td>` : nothing}${ours ? html`<td class=${published ? '' : 'first'}>${oursOf(cell)}</td>` : nothing}`;
            })}
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** The description of the numbers of a cell, above them. @param {string} name */
const ratioLine = (name) => (name ? html`<span class="line soft">${name}:</span>` : nothing);

const none = html`<span aria-hidden="true">${NO_VALUE}</span><span class="unseen">no value</span>`;

/** @param {Cell|undefined} cell */
function oursOf(cell) {
  if (!cell?.ours) return cell?.text ? minusSigns(cell.text) : none;
  const { mean, range } = intervalText(cell.ours);
  const runs = `mean of ${formatNumber(cell.ours.count)} runs`;
  return html`${mean}${range ? html`<span class="range" title="95 % confidence interval, ${runs}">${range}</span>` : nothing}${
    cell.text ? html`<span class="range">${cell.text}</span>` : nothing
  }`;
}
