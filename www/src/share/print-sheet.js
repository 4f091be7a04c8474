/** @file `<print-sheet>`: one A4 page in greys. It is invisible on the screen, and the only content on paper. */

import { css, html, LitElement, nothing } from 'lit';

/**
 * @typedef {object} SheetStep a step of a lesson
 * @property {string} text
 * @property {string} question
 * @property {readonly string[]} choices
 * @typedef {object} SheetContent
 * @property {string} title
 * @property {string} about engine, date, seed
 * @property {string} question
 * @property {string} answer
 * @property {string} picture SVG in greys; empty for none
 * @property {boolean} [plot] whether it is a plot, which has no details that need the full width
 * @property {readonly SheetStep[]} steps
 * @property {string} [tableTitle]
 * @property {readonly (readonly string[])[]} rows a table, the first row is the head
 * @property {readonly string[]} [captions] sentences under the table
 * @property {string} link
 * @property {string} digests
 */

/** The printable area of A4 landscape with margins of 10 mm, CSS pixels. */
const AREA = { width: 1046, height: 716 };

/** Maximum length of a printed link; a longer one would fill the page, but still works in a PDF. */
const MOST_LETTERS = 3000;

/** Maximum length of a link within a line; a longer one has separate lines. */
const LINE_LETTERS = 100;

/** One page. */
export class PrintSheet extends LitElement {
  static properties = { content: { attribute: false } };

  static styles = css`
    :host {
      display: block;
      position: fixed;
      left: -4000px;
      top: 0;
      width: 1046px;
      color: #000;
      background: #fff;
      font: 11px/1.35 var(--sans);
      color-scheme: light;
    }
    h1 {
      font-size: 18px;
      margin: 0;
    }
    h2 {
      font-size: 13px;
      margin: 8px 0 0;
    }
    p {
      margin: 0;
    }
    .caption {
      margin-top: 3px;
    }
    header,
    footer {
      display: flex;
      justify-content: space-between;
      gap: 24px;
    }
    header {
      align-items: baseline;
    }
    .question {
      margin-top: 6px;
      font-size: 14px;
      font-weight: 600;
    }
    .answer {
      font-size: 14px;
    }
    .picture {
      margin-top: 6px;
    }
    .picture svg {
      display: block;
      width: 100%;
      height: auto;
    }
    .picture.plot svg {
      max-height: 470px;
    }
    .steps {
      columns: 2;
      column-gap: 28px;
      margin: 8px 0 0;
      padding: 0;
      list-style-position: inside;
    }
    .steps li {
      break-inside: avoid;
      margin-bottom: 8px;
    }
    .steps b {
      display: block;
      margin-top: 3px;
    }
    .choice::before {
      content: '';
      display: inline-block;
      width: 8px;
      height: 8px;
      margin-right: 6px;
      border: 1px solid #000;
    }
    .blank {
      height: 20px;
      border-bottom: 1px solid #636363;
    }
    table {
      width: 100%;
      border-collapse: collapse;
      margin-top: 8px;
      font-variant-numeric: tabular-nums;
    }
    th,
    td {
      text-align: left;
      padding: 3px 10px 3px 0;
      border-bottom: 1px solid #969696;
      font-weight: 400;
      vertical-align: baseline;
    }
    th {
      font-weight: 600;
    }
    footer {
      margin-top: 8px;
      border-top: 1px solid #000;
      padding-top: 4px;
      font-size: 10px;
    }
    a {
      color: #000;
      text-decoration: none;
    }
    footer p {
      overflow-wrap: anywhere;
      min-width: 0;
    }
    footer.tall {
      display: block;
    }
    footer.tall .digests {
      max-width: none;
      text-align: left;
    }
    footer .digests {
      text-align: right;
      flex: none;
      max-width: 60%;
    }
    @media print {
      :host {
        position: static;
      }
    }
  `;

  constructor() {
    super();
    /** @type {SheetContent|undefined} */
    this.content = undefined;
  }

  /** Renders the content at once, not after the current task. */
  renderNow() {
    this.performUpdate();
  }

  render() {
    const { content } = this;
    if (!content) return nothing;
    const { title, about, question, answer, picture, plot = false, steps, rows, link, digests, tableTitle = '', captions = [] } = content;
    const [head, ...body] = rows;
    return html`<header><h1>${title}</h1><p>${about}</p></header>
      ${question ? html`<p class="question">${question}</p>` : nothing} ${answer ? html`<p class="answer">${answer}</p>` : nothing}
      ${
        steps.length > 0
          ? html`<ol class="steps">${steps.map(
              ({ text, question: asked, choices }) => html`<li>${text}${asked ? html`<b>${asked}</b>` : nothing}
                ${choices.map((choice) => html`<p class="choice">${choice}</p>`)} ${asked ? html`<p>Why?</p><div class="blank"></div><div class="blank"></div>` : nothing}</li>`,
            )}</ol>`
          : nothing
      }
      ${picture ? html`<div class="picture ${plot ? 'plot' : ''}">${parseSvg(picture)}</div>` : nothing}
      ${
        head
          ? html`${tableTitle ? html`<h2>${tableTitle}</h2>` : nothing}<table>
              <thead><tr>${head.map((cell) => html`<th scope="col">${cell}</th>`)}</tr></thead>
              <tbody>${body.map(([name, ...cells]) => html`<tr><th scope="row">${name}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody>
            </table>`
          : nothing
      }
      ${captions.map((caption) => html`<p class="caption">${caption}</p>`)}
      <footer class=${link.length > LINE_LETTERS ? 'tall' : ''}>
        <p class="link"><a href=${link}>${link.length > MOST_LETTERS ? `The link has ${link.length} characters: send the scenario file instead.` : link}</a></p>
        <p class="digests">${digests}</p>
      </footer>`;
  }

  /** The free height below the content, pixels. */
  get freeHeight() {
    return AREA.height - this.scrollHeight;
  }

  /** Fits the content into one page. */
  updated() {
    this.style.zoom = '';
    const scale = AREA.height / this.scrollHeight;
    if (scale >= 1) return;
    // A wider sheet at a smaller scale has fewer lines: two passes suffice.
    this.style.width = `${Math.floor(AREA.width / scale)}px`;
    const wide = Math.min(1, AREA.height / (this.scrollHeight * scale)) * scale;
    this.style.width = `${Math.floor(AREA.width / wide)}px`;
    this.style.zoom = String(Math.min(wide, AREA.height / this.scrollHeight, AREA.width / this.scrollWidth));
  }
}

/** A picture as an element. @param {string} svg */
function parseSvg(svg) {
  const { documentElement } = new DOMParser().parseFromString(svg, 'image/svg+xml');
  return document.importNode(documentElement, true);
}

customElements.define('print-sheet', PrintSheet);
