/** @file `dataTable`: a table of columns and rows, for reading, selection or editing, and the style of tables. */

import { css, html, nothing } from 'lit';
import { icon } from './icons.js';
import { roveFocus } from './roving-focus.js';

/**
 * A column; the cells of the first are the heads of their rows.
 * @template Row
 * @typedef {object} Column
 * @property {unknown} name empty for no head
 * @property {(row: Row, at: number) => unknown} cell content of a cell
 * @property {string} [id] a column sorts by its id, if the table sorts
 * @property {string} [unit]
 * @property {string} [help] tooltip of the head
 * @property {string} [css] classes of the head and the cells; `text` aligns them to the left
 * @property {(row: Row, at: number) => string} [mark] more classes of a cell
 */

/**
 * @template Row
 * @typedef {object} Table
 * @property {readonly (Column<Row>|false)[]} columns
 * @property {readonly Row[]} rows
 * @property {string} [label] name of the box in which the table scrolls; without it there is no box
 * @property {string} [caption] for screen readers
 * @property {string} [css] `figures` to read, `edit` for fields; `pinned` keeps the first column in place
 * @property {(row: Row, at: number) => string} [mark] classes of a row
 * @property {(row: Row) => string} [help] tooltip of a row
 * @property {(row: Row, at: number) => unknown} [below] content of a separate row below a row
 * @property {{by: string, descending: boolean, change: (by: string, descending: boolean) => void}} [sort]
 * @property {{is: (row: Row) => boolean, name: (row: Row) => string, choose: (row: Row) => void}} [select] rows can be selected
 * @property {(event: KeyboardEvent) => void} [keys] in the rows; if rows can be selected, arrow keys move between them
 * @property {{first: number, total: number}} [page] the rows are a part of a larger table
 */

/**
 * Renders a table.
 * @template Row
 * @param {Table<Row>} table
 */
export function dataTable({ columns, rows, label, caption, css = 'figures', mark, help, below, sort, select, keys, page }) {
  const shown = columns.filter((column) => column !== false);
  /** Renders a row of the table. */
  const row = (/** @type {Row} */ one, /** @type {number} */ at) => {
    const chosen = select?.is(one) ?? false;
    const more = below?.(one, at) ?? nothing;
    return html`<tr
        class=${joinClasses(mark?.(one, at), select && 'selectable', chosen && 'selected')}
        title=${help?.(one) ?? nothing}
        aria-rowindex=${page ? page.first + at + 2 : nothing}
        @click=${select ? () => select.choose(one) : nothing}
      >
        ${shown.map((column, place) => {
          const names = joinClasses(column.css, column.mark?.(one, at));
          const cell = column.cell(one, at);
          if (place > 0) return html`<td class=${names}>${cell}</td>`;
          return html`<th scope="row" class=${names}>${select ? html`<button type="button" aria-pressed=${chosen} aria-label="Select ${select.name(one)}">${cell}</button>` : cell}</th>`;
        })}
      </tr>
      ${more === nothing ? nothing : html`<tr><td colspan=${shown.length}>${more}</td></tr>`}`;
  };
  const table = html`<table class=${joinClasses(css)} aria-rowcount=${page ? page.total + 1 : nothing}>
    ${caption ? html`<caption class="unseen">${caption}</caption>` : nothing}
    ${shown.some(({ name }) => name) ? html`<thead><tr aria-rowindex=${page ? 1 : nothing}>${shown.map((column) => renderHead(column, sort))}</tr></thead>` : nothing}
    <tbody @keydown=${keys ?? (select ? roveFocus : nothing)}>${rows.map(row)}</tbody>
  </table>`;
  return label ? html`<div class="scroll" tabindex="0" role="group" aria-label=${label}>${table}</div>` : table;
}

/**
 * A column of buttons that act on their row.
 * @template Row
 * @param {(row: Row, at: number) => {icon: Parameters<typeof icon>[0], label: string, title?: string, disabled?: boolean, act: () => void}[]} actions
 * @returns {Column<Row>}
 */
export function rowActions(actions) {
  return {
    name: html`<span class="unseen">Actions</span>`,
    css: 'actions',
    cell: (row, at) =>
      actions(row, at).map(
        ({ icon: sign, label, title = label, disabled = false, act }) =>
          html`<button type="button" class="quiet" aria-label=${label} title=${title} ?disabled=${disabled} @click=${act}>${icon(sign)}</button>`,
      ),
  };
}

/**
 * The head of a column, with a button if the table can be sorted by it.
 * @param {Column<any>} column
 * @param {Table<any>['sort']} sort
 */
function renderHead({ id, name, unit, help, css }, sort) {
  if (!name) return html`<td></td>`;
  const title = unit ? html`${name}&nbsp;<span class="soft">${unit}</span>` : name;
  if (!sort || id === undefined) return html`<th scope="col" class=${joinClasses(css)} title=${help ?? nothing}>${title}</th>`;
  const sorted = sort.by === id;
  const order = sort.descending ? 'descending' : 'ascending';
  return html`<th scope="col" class=${joinClasses(css)} aria-sort=${sorted ? order : 'none'}>
    <button type="button" title=${help ?? nothing} @click=${() => sort.change(id, sorted && !sort.descending)}>${title}<span aria-hidden="true">${sorted ? (sort.descending ? '▾' : '▴') : ''}</span></button>
  </th>`;
}

/** Joins names of classes; `nothing` if there is none. @param {(string | false | undefined)[]} names of classes */
function joinClasses(...names) {
  return names.filter(Boolean).join(' ') || nothing;
}

dataTable.styles = css`
  .scroll {
    /* Contains hidden texts, which would widen the page from where they are in the table. */
    position: relative;
    overflow: auto;
  }
  /** Clipped content is visible: a permanent scroll bar, and a shade at the edge where columns continue. */
  .scroll:has(> .pinned) {
    background:
      linear-gradient(to left, var(--paper) 50%, transparent) right / 36px 100% no-repeat local,
      linear-gradient(to left, color-mix(in srgb, var(--ink) 24%, transparent), transparent) right / 14px 100% no-repeat scroll;
  }
  .scroll:has(> .pinned)::-webkit-scrollbar {
    height: 10px;
    width: 10px;
  }
  .scroll:has(> .pinned)::-webkit-scrollbar-thumb {
    border-radius: 5px;
    background: var(--edge);
  }
  table {
    border-collapse: collapse;
  }
  th {
    font-weight: 400;
    text-align: left;
    color: var(--ink-soft);
  }
  :where(.figures, .edit) th,
  :where(.figures) td {
    padding: 2px 8px;
    text-align: right;
    white-space: nowrap;
  }
  :where(.figures thead, .edit thead) th {
    position: sticky;
    top: 0;
    z-index: 1;
    background: var(--paper);
  }
  :where(.figures tbody) th {
    color: var(--ink);
  }
  th input {
    color: var(--ink);
  }
  :where(table) .text {
    text-align: left;
  }
  .pinned :is(th, td):first-child {
    position: sticky;
    left: 0;
    background: var(--paper);
    z-index: 1;
  }
  .pinned thead tr > :first-child {
    z-index: 2;
  }
  .actions {
    width: 1%;
    white-space: nowrap;
  }
  .figures {
    width: 100%;
  }
  :where(.figures) :is(th, td) {
    border-bottom: 1px solid var(--line);
  }
  :where(.figures) button {
    min-height: 24px;
    padding: 0 4px;
    border: 0;
    background: none;
    font-weight: inherit;
  }
  :where(.figures thead) button {
    width: 100%;
    min-height: var(--control);
    padding: 2px 8px;
    justify-content: flex-end;
  }
  :where(.figures thead .text) button {
    justify-content: flex-start;
  }
  [aria-sort] {
    padding: 0;
  }
  [aria-sort$='ending'] button {
    color: var(--ink);
    font-weight: 600;
  }
  .selectable {
    cursor: pointer;
  }
  .selectable:is(:hover, .selected) {
    background: var(--hover);
  }
  .selectable.selected {
    box-shadow: inset 3px 0 0 var(--accent);
  }
  .scroll:has(> .edit) {
    max-height: 420px;
    border-block: 1px solid var(--line);
    /* A focused cell is scrolled from below the head and the first column. */
    scroll-padding: 48px 8px 8px 7.5em;
  }
  .edit th {
    padding: 2px 4px;
  }
  .edit thead th {
    white-space: normal;
    vertical-align: bottom;
  }
  .edit td {
    padding: 2px;
  }
  .edit :is(th, td):first-child {
    border-right: 1px solid var(--line);
  }
  .edit tbody :is(th, td) {
    vertical-align: top;
  }
`;
