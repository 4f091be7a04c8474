/** @file Sections, tables, lists and plots of the panels of special views. */

import { html, nothing } from 'lit';
import { dataTable } from '../elements/data-table.js';
import { roveFocus } from '../elements/roving-focus.js';

/** @import { Line, LinePlotData, LinePlotLook } from '../plot/line-plot.js' */

/**
 * A section of a panel.
 * @param {string} heading
 * @param {unknown} content
 * @param {unknown} [help] on the heading
 */
export function renderSection(heading, content, help = nothing) {
  return html`<section class="stack" aria-label=${heading}>
    <div class="head"><h3>${heading}</h3>${help}</div>
    ${content}
  </section>`;
}

/**
 * A table of numbers; the first cell of a row names it.
 * @param {string} label
 * @param {readonly unknown[]} heads
 * @param {readonly (readonly unknown[])[]} rows
 * @param {(row: number) => string} [rowClass]
 */
export function renderFigures(label, heads, rows, rowClass = () => '') {
  const columns = heads.map((name, place) => ({ name, cell: (/** @type {readonly unknown[]} */ row) => row[place] }));
  return dataTable({ label, rows, columns, mark: (_, at) => rowClass(at) });
}

/**
 * A list of choices; arrow keys move between lines.
 * @param {readonly {content: unknown, press: () => unknown, pressed?: boolean, title?: string, name?: string}[]} lines name: a class
 * @param {number} [reached] the line that Tab reaches
 */
export function renderLineList(lines, reached = 0) {
  return html`<ol class="lines" @keydown=${roveFocus}>
    ${lines.map(({ content, press, pressed, title = nothing, name = nothing }, at) => html`<li><button type="button" class=${name} title=${title} tabindex=${at === reached ? 0 : -1} aria-pressed=${pressed ?? nothing} @click=${press}>${content}</button></li>`)}
  </ol>`;
}

/**
 * Content that opens on demand, such as the numbers of a chart for readers who do not see it.
 * @param {unknown} content
 * @param {string} [summary]
 */
export function renderFolded(content, summary = 'The same as a table') {
  return html`<details><summary>${summary}</summary>${content}</details>`;
}

/**
 * A line of a plot.
 * @param {string} name
 * @param {(number|null)[]} values
 * @param {string} token of its colour
 * @param {readonly number[]} [dash]
 * @param {'left'|'right'} [axis]
 * @returns {Line}
 */
export function createPlotLine(name, values, token, dash = [], axis = 'left') {
  return { name, values, token, dash: [...dash], axis };
}

/**
 * A plot over time, with numbers on its axis.
 * @param {Pick<LinePlotData, 'x'|'lines'> & Partial<LinePlotData>} data
 * @param {Pick<LinePlotLook, 'label'|'unit'|'left'|'words'> & Partial<LinePlotLook>} look
 * @returns {{data: LinePlotData, look: LinePlotLook}}
 */
export function createTimePlot(data, look) {
  return { data: { rules: [], dots: [], ...data }, look: { ticks: true, times: false, share: false, overTime: true, ...look } };
}
