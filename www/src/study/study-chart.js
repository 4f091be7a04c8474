/** @file `<study-chart>`: one measure of a study over an axis: lines with bands, boxes, or the distribution over seeds. */

import { css, html, nothing, svg } from 'lit';
import { controls } from '../elements/controls.js';
import { PageElement } from '../elements/part.js';
import { lineStyle, tokenColours } from '../elements/theme.js';
import { WidthController } from '../elements/width.js';
import { drawing, plotFile, sample, TOKENS, themed } from '../plot/plot-drawing.js';
import { shapeOf } from '../plot/plot-shape.js';
import { boxOf } from './grid.js';

/** @import { Plot } from '../engine/types.js' */
/** @import { PlotShape } from '../plot/plot-shape.js' */

/**
 * What is drawn.
 * @typedef {object} Shown
 * @property {'lines'|'boxes'|'distribution'} kind
 * @property {Plot} plot a line for each series; of boxes, its ends say how far the axes go
 * @property {(number|null)[][][]} values of boxes: those of the seeds, for each series and place
 * @property {boolean} logarithmic
 * @property {string[]} ends what stands behind the name of each line
 */

/** Between the boxes of one place, CSS pixels, at most. */
const BOX_PX = 11;

/** One plot. A click near a point tells it by `pick` with `detail.series` and `detail.level`. */
export class StudyChart extends PageElement {
  static properties = { shown: { attribute: false }, picked: { attribute: false } };

  static styles = [
    controls,
    css`
      :host {
        display: block;
        min-width: 0;
      }
      svg {
        display: block;
        width: 100%;
        overflow: visible;
        font-family: var(--sans);
        cursor: pointer;
      }
      ul {
        display: flex;
        flex-wrap: wrap;
        gap: 2px 16px;
        list-style: none;
        margin: 4px 0 0;
        padding: 0;
      }
      li {
        display: inline-flex;
        align-items: center;
        gap: 6px;
      }
      li svg {
        width: 26px;
        height: 12px;
        cursor: auto;
      }
    `,
  ];

  constructor() {
    super();
    /** @type {Shown|undefined} */
    this.shown = undefined;
    /** The point that is looked at. @type {{series: number, level: number}|undefined} */
    this.picked = undefined;
    this.sized = new WidthController(this);
  }

  render() {
    const { shown } = this;
    const { width } = this.sized;
    if (!shown || width < 80) return nothing;
    const height = Math.round(Math.min(400, Math.max(240, width * 0.55)));
    const shape = shapeOf(shown.plot, { width, height, ...howOf(shown, width >= 520) });
    const { lines } = shown.plot;
    return html`<svg viewBox="0 0 ${width} ${height}" height=${height} role="img" aria-label=${shown.plot.title} @click=${(/** @type {MouseEvent} */ event) => this.pick(shape, event)}>
        ${drawing(shown.plot, shape, themed, shown.kind === 'boxes' ? boxes(shown, shape, themed) : undefined)} ${this.mark(shape)}
      </svg>
      ${
        shape.named || lines.length < 2
          ? nothing
          : html`<ul aria-label="Lines">
            ${lines.map(({ name }, at) => html`<li><svg viewBox="0 0 26 12" aria-hidden="true">${sample(at, false)}</svg>${name}</li>`)}
          </ul>`
      }`;
  }

  /** @param {PlotShape} shape */
  mark(shape) {
    const { shown, picked } = this;
    const line = picked && shown?.kind === 'lines' ? shown.plot.lines[picked.series] : undefined;
    const [x, y] = line && picked ? [line.x[picked.level], line.y[picked.level]] : [];
    if (x === undefined || y === undefined || Number.isNaN(y)) return '';
    return svg`<circle cx=${shape.to_x(x)} cy=${shape.to_y(y)} r="8" fill="none" stroke="var(--accent)" stroke-width="2"></circle>`;
  }

  /**
   * @param {PlotShape} shape
   * @param {MouseEvent} event
   */
  pick(shape, event) {
    const { shown } = this;
    if (!shown || shown.kind === 'distribution') return;
    const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    const at = { x: event.clientX - box.left, y: event.clientY - box.top };
    /** @type {{series: number, level: number, far: number}|undefined} */
    let nearest;
    shown.plot.lines.forEach(({ x, y }, series) => {
      x.forEach((place, level) => {
        const far = Math.hypot(shape.to_x(place) - at.x, shape.to_y(y[level] ?? NaN) - at.y);
        if (far < (nearest?.far ?? Infinity)) nearest = { series, level, far };
      });
    });
    if (nearest) this.dispatchEvent(new CustomEvent('pick', { detail: nearest }));
  }

  /**
   * The same as a file of its own.
   * @param {string} note where it comes from
   * @returns {string} SVG
   */
  file(note) {
    const shown = /** @type {Shown} */ (this.shown);
    const text = { face: getComputedStyle(this).fontFamily, note };
    return plotFile(
      shown.plot,
      [],
      tokenColours(this, TOKENS),
      text,
      howOf(shown, true),
      shown.kind === 'boxes' ? (shape, colour) => boxes(shown, shape, colour) : undefined,
    );
  }
}

/**
 * @param {Shown} shown
 * @param {boolean} named
 */
function howOf({ kind, plot, logarithmic, ends }, named) {
  return { logarithmic, named: named && plot.lines.length > 1 && plot.lines.length <= 8, marked: kind === 'lines', ends };
}

/**
 * Boxes from the first to the third quartile, the median in them, whiskers to the least and the most.
 * @param {Shown} shown
 * @param {PlotShape} shape
 * @param {(token: string) => string} colour
 */
function boxes({ plot, values }, { to_x, to_y, lines }, colour) {
  const places = plot.lines[0]?.x ?? [];
  const apart = places.length > 1 ? to_x(places[1] ?? 0) - to_x(places[0] ?? 0) : 60;
  const step = Math.max(2, Math.min(BOX_PX, (apart * 0.8) / Math.max(1, plot.lines.length)));
  return svg`${plot.lines.map((line, series) => {
    const ink = colour(lineStyle(series).token);
    const name = lines[series]?.name_at;
    return svg`<g stroke=${ink} fill="none" stroke-width="1.5">
      ${line.x.map((place, level) => {
        const box = boxOf(values[series]?.[level] ?? []);
        if (!box) return '';
        const x = to_x(place) + (series - (plot.lines.length - 1) / 2) * step;
        const half = Math.max(1, step * 0.36);
        const [low, q1, median, q3, high] = [box.low, box.q1, box.median, box.q3, box.high].map(to_y);
        return svg`<path d="M${x} ${low}V${q1}M${x} ${q3}V${high}"></path>
          <rect x=${x - half} y=${q3} width=${2 * half} height=${Math.max(0.5, (q1 ?? 0) - (q3 ?? 0))} fill=${colour('paper')}></rect>
          <path d="M${x - half} ${median}H${x + half}" stroke-width="2.5"></path>`;
      })}
      ${name ? svg`<text x=${name.x} y=${name.y} font-size="12" fill=${ink} stroke="none">${name.text}</text>` : ''}
    </g>`;
  })}`;
}

customElements.define('study-chart', StudyChart);
