/** @file `<findings-plot>`: a plot of a study, with its lines, their intervals, and published values. */

import { css, html, nothing } from 'lit';
import { tryAction } from '../commands/try-action.js';
import { saveFile } from '../commands.js';
import { copyWithNotice } from '../elements/clipboard.js';
import { icon } from '../elements/icons.js';
import { PageElement } from '../elements/page-element.js';
import { tokenColours } from '../elements/theme.js';
import { WidthController } from '../elements/width-controller.js';
import { canBeLogarithmic, hasNames, lineStyles, markFaults, spansDecades, studyPlot, symmetricUnit } from '../plot/study-plot.js';
import { drawSample, plotSvg, renderPng, TOKENS } from '../plot/svg-plot.js';
import { movingAverage } from '../scenario/study-plots.js';
import { safeFileName } from '../text/file-names.js';
import { formatNumber } from '../text/numbers.js';
import { toCsv } from '../text/table-text.js';
import { sheetStyle } from './findings-style.js';
import { plotRows } from './findings-texts.js';
import { printedError } from './published-points.js';
import '../plot/plot-area.js';

/** @import { Plot } from '../engine/types.js' */
/** @import { PlotPoint } from '../plot/plot-area.js' */
/** @import { Plot as DrawnPlot } from '../plot/plot-layout.js' */

/** One plot. */
export class FindingsPlot extends PageElement {
  static properties = {
    plot: { attribute: false },
    names: { attribute: false },
    about: {},
    smooth: { type: Boolean },
    span: { state: true },
    hidden_lines: { state: true },
    at: { state: true },
    log: { state: true },
  };

  static styles = [
    ...sheetStyle,
    css`
      :host {
        display: block;
        break-inside: avoid;
      }
      plot-area {
        width: 100%;
        aspect-ratio: 20 / 11;
        min-height: 230px;
        max-height: 380px;
      }
      .reading {
        min-height: 1.5em;
        color: var(--ink-soft);
        font-variant-numeric: tabular-nums;
      }
      .row {
        margin-top: 6px;
      }
      .legend {
        display: flex;
        flex-wrap: wrap;
        gap: 0 4px;
        list-style: none;
        margin: 0;
        padding: 0;
      }
      .legend button {
        background: none;
        color: var(--ink);
        white-space: normal;
        text-align: left;
      }
      .legend button[aria-pressed='false'] {
        color: var(--ink-soft);
        text-decoration: line-through;
      }
      .legend button:hover {
        background: var(--hover);
      }
      .legend svg {
        width: 26px;
        height: 12px;
        flex: none;
        overflow: visible;
      }
      @media print {
        .legend button {
          display: inline-flex !important;
        }
        label.row {
          display: none;
        }
      }
    `,
  ];

  constructor() {
    super();
    /** @type {Plot} */
    this.plot = { title: '', x: '', y: '', lines: [] };
    /** The lines of all plots of the experiment: each has the same style in all. @type {readonly string[]} */
    this.names = [];
    /** Its source, for files. */
    this.about = '';
    /** Whether its lines are over time and can be smoothed. */
    this.smooth = false;
    /** Initial number of points to either side, sufficient to smooth the noise of a few seeds. */
    this.span = 3;
    /** Hidden lines, by name. @type {ReadonlySet<string>} */
    this.hidden_lines = new Set();
    /** Whether the y axis is logarithmic, if the reader has chosen. @type {boolean|undefined} */
    this.log = undefined;
    /** The place under the pointer, on the x axis. */
    this.at = NaN;
    this.sized = new WidthController(this);
    /** @type {DrawnPlot|null} */
    this.figure = null;
  }

  /** @override @param {import('lit').PropertyValues} changed */
  willUpdate(changed) {
    // A moving pointer does not redraw lines.
    if (changed.size === 1 && changed.has('at')) return;
    this.figure = studyPlot(this.displayedPlot(), {
      names: this.names,
      hidden: this.hidden_lines,
      named: hasNames(this.sized.width, this.plot.lines),
      ...this.axis,
    });
  }

  render() {
    const { plot } = this;
    const { width } = this.sized;
    if (width < 80) return html`<h4>${plot.title}</h4>`;
    return html`
      <h4 id="title">${plot.title}</h4>
      <plot-area role="img" aria-labelledby="title" .plot=${this.figure} .cursor=${{ x: this.at }}
        @point=${(/** @type {CustomEvent<PlotPoint|null>} */ { detail }) => this.point(detail?.x ?? NaN)}></plot-area>
      <p class="reading" aria-hidden="true">${this.reading()}</p>
      ${this.legend(hasNames(width, plot.lines))} ${this.renderPublishedNote()}
      ${
        this.log !== undefined || spansDecades(plot.lines) || canBeLogarithmic(plot.lines) || symmetricUnit(plot.lines) > 0
          ? html`<label class="row"><input type="checkbox" .checked=${this.logarithmic} @change=${(/** @type {Event} */ event) => (this.log = /** @type {HTMLInputElement} */ (event.target).checked)} /> Logarithmic axis${symmetricUnit(plot.lines) > 0 ? ', to both sides of 0' : ''}</label>`
          : nothing
      }
      ${
        this.smooth
          ? html`<label class="row">Moving average over <input type="range" min="0" max=${Math.floor((plot.lines[0]?.x.length ?? 0) / 4)} .value=${String(this.span)} @input=${(/** @type {Event} */ event) => (this.span = Number(/** @type {HTMLInputElement} */ (event.target).value))} /> <output>${this.span}</output> intervals on each side</label>
            <p class="reading">The warm-up ends where the lines level off. Set it under “Jobs measured”.</p>`
          : nothing
      }
      <div class="row">
        <button @click=${this.copy}>${icon('copy')} Copy as CSV</button>
        <button @click=${this.saveSvg}>${icon('export')} SVG</button>
        <button @click=${this.savePng}>${icon('export')} PNG</button>
      </div>
      <details>
        <summary>The same as a table</summary>
        ${this.table()}
      </details>
    `;
  }

  /** Whether the vertical axis is logarithmic. */
  get logarithmic() {
    return this.log ?? (spansDecades(this.plot.lines) || symmetricUnit(this.plot.lines) > 0);
  }

  /** The kind of the y axis. */
  get axis() {
    const { logarithmic } = this;
    const symmetric = logarithmic ? symmetricUnit(this.plot.lines) : 0;
    return { logarithmic: logarithmic && symmetric === 0, symmetric };
  }

  /**
   * The plot as drawn: smoothed or without intervals on request; published points outside the tolerance are marked.
   */
  displayedPlot() {
    const { plot, smooth, span } = this;
    if (!smooth || span === 0) return { ...plot, lines: markFaults(plot.lines) };
    return { ...plot, lines: plot.lines.map((line) => ({ ...line, y: movingAverage(line.y, span), low: [], high: [] })) };
  }

  /** Renders the meaning of the marks of published points. */
  renderPublishedNote() {
    const lines = this.plot.lines.filter(({ published }) => published);
    if (lines.length === 0) return nothing;
    const values = lines.flatMap(({ y }) => [...y].filter((value) => Number.isFinite(value)).map(String));
    const error = printedError(values);
    const bounded = lines.some(({ low }) => low.some((value) => Number.isFinite(value)));
    return html`<p class="small soft">
      Diamonds: published values${error === undefined ? '' : `, printed to ± ${formatNumber(error)}`}.${bounded ? ' Whiskers: tolerance of the target; filled: ours is outside it.' : ''}
    </p>`;
  }

  /** The legend of the plot. @param {boolean} named whether the lines already have their names */
  legend(named) {
    const { lines } = this.plot;
    if (named || lines.length < 2) return nothing;
    const styles = lineStyles(lines, this.names);
    return html`<ul class="legend" aria-label="Lines">
      ${lines.map(({ name }, at) => {
        const { style, published } = styles[at] ?? { style: at, published: false };
        return html`<li>
          <button class="quiet" aria-pressed=${!this.hidden_lines.has(name)} title="Show or hide" @click=${() => this.toggle(name)}>
            <svg viewBox="0 0 26 12" aria-hidden="true">${drawSample(style, published)}</svg>${name}
          </button>
        </li>`;
      })}
    </ul>`;
  }

  /** The values of the plot as a table. */
  table() {
    const [head = [], ...body] = plotRows(this.plot);
    return html`<div class="scroll" tabindex="0" role="group" aria-label="Values: ${this.plot.title}">
      <table>
        <thead>
          <tr>
            ${head.map((name) => html`<th scope="col">${name}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${body.map(
            (row) => html`<tr>
              ${row.map((value, at) => (at === 0 ? html`<th scope="row">${formatNumber(Number(value))}</th>` : html`<td>${formatNumber(/** @type {number|null} */ (value))}</td>`))}
            </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
  }

  /** Shows or hides a line. @param {string} name */
  toggle(name) {
    const next = new Set(this.hidden_lines);
    if (!next.delete(name)) next.add(name);
    this.hidden_lines = next;
  }

  /** Handles the pointer: reads the nearest place with values. @param {number} x */
  point(x) {
    const places = this.plot.lines.flatMap((line) => line.x);
    let nearest = NaN;
    for (const place of places) {
      if (Number.isNaN(nearest) || Math.abs(place - x) < Math.abs(nearest - x)) nearest = place;
    }
    this.at = nearest;
  }

  /** The values at the place under the pointer. */
  reading() {
    if (Number.isNaN(this.at)) return '';
    const values = this.plot.lines.flatMap(({ name, x, y }) => {
      const value = y[x.indexOf(this.at)];
      return value === undefined || Number.isNaN(value) || this.hidden_lines.has(name) ? [] : [`${name} ${formatNumber(value)}`];
    });
    return `at ${formatNumber(this.at)}: ${values.join(', ')}`;
  }

  /** Copies the values of the plot as a table. */
  copy() {
    return copyWithNotice(this.page, toCsv(plotRows(this.plot)), 'Values copied to the clipboard as CSV.');
  }

  toSvg() {
    return plotSvg(studyPlot(this.displayedPlot(), { names: this.names, named: true, ...this.axis }), tokenColours(this, TOKENS), {
      title: this.plot.title,
      face: getComputedStyle(this).fontFamily,
      captions: [this.about],
    });
  }

  async saveSvg() {
    await tryAction(this.page, 'The picture could not be created', async () =>
      saveFile(`${safeFileName(this.plot.title)}.svg`, this.toSvg(), 'image/svg+xml'),
    );
  }

  async savePng() {
    await tryAction(this.page, 'The picture could not be created', async () =>
      saveFile(`${safeFileName(this.plot.title)}.png`, await renderPng(this.toSvg()), 'image/png'),
    );
  }
}

customElements.define('findings-plot', FindingsPlot);
