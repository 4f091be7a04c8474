/** @file `<study-chart>`: one measure of a study over an axis: lines with bands, boxes, or the distribution over seeds. */

import { css, html, nothing, svg } from 'lit';
import { controlStyle } from '../elements/control-style.js';
import { PageElement } from '../elements/page-element.js';
import { lineStyle, tokenColours } from '../elements/theme.js';
import { WidthController } from '../elements/width-controller.js';
import { studyPlot } from '../plot/study-plot.js';
import { drawSample, plotSvg, TOKENS } from '../plot/svg-plot.js';
import { quartileBox } from './axis-grid.js';
import '../plot/plot-area.js';

/** @import { Plot } from '../engine/types.js' */
/** @import { PlotPoint } from '../plot/plot-area.js' */
/** @import { Plot as DrawnPlot, PlotShape } from '../plot/plot-layout.js' */

/**
 * The content of the chart.
 * @typedef {object} Shown
 * @property {'lines'|'boxes'|'distribution'} kind
 * @property {Plot} plot a line for each series; for boxes, its ends give the range of the axes
 * @property {(number|null)[][][]} values of boxes: the values of the seeds, for each series and place
 * @property {boolean} logarithmic
 * @property {boolean} floor whether no value is below 0, although an interval may reach below 0
 * @property {boolean[][]} growing of each series and place whether it grows with the length of the run
 * @property {boolean} positive whether the axis can be logarithmic
 * @property {string[]} ends the text after the name of each line
 */

/** The maximum distance between the boxes of one place, CSS pixels. */
const BOX_PX = 11;

/** One plot. A click near a point dispatches `pick` with `detail.series` and `detail.level`. */
export class StudyChart extends PageElement {
  static properties = { shown: { attribute: false }, picked: { attribute: false } };

  static styles = [
    controlStyle,
    css`
      :host {
        display: block;
        min-width: 0;
      }
      plot-area {
        width: 100%;
        aspect-ratio: 20 / 11;
        min-height: 240px;
        max-height: 400px;
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
      }
    `,
  ];

  constructor() {
    super();
    /** @type {Shown|undefined} */
    this.shown = undefined;
    /** The selected point. @type {{series: number, level: number}|undefined} */
    this.picked = undefined;
    this.sized = new WidthController(this);
  }

  render() {
    const { shown } = this;
    const { width } = this.sized;
    if (!shown || width < 80) return nothing;
    const { title, lines } = shown.plot;
    const plot = plotOf(shown, width >= 520, this.picked);
    return html`<plot-area role="img" aria-label=${title} .plot=${plot} @pick=${this.pick}></plot-area>
      ${
        plot.names || lines.length < 2
          ? nothing
          : html`<ul aria-label="Lines">
            ${lines.map(({ name }, at) => html`<li><svg viewBox="0 0 26 12" aria-hidden="true">${drawSample(at, false)}</svg>${name}</li>`)}
          </ul>`
      }`;
  }

  /** Reports that the reader has chosen a point. @param {CustomEvent<PlotPoint|null>} event */
  pick({ detail: point }) {
    const { shown } = this;
    if (!point || !shown || shown.kind === 'distribution') return;
    /** @type {{series: number, level: number, far: number}|undefined} */
    let nearest;
    shown.plot.lines.forEach(({ x, y }, series) => {
      x.forEach((place, level) => {
        const far = Math.hypot(point.shape.to_x(place) - point.px, point.shape.to_y(y[level] ?? NaN) - point.py);
        if (far < (nearest?.far ?? Infinity)) nearest = { series, level, far };
      });
    });
    if (nearest) this.dispatchEvent(new CustomEvent('pick', { detail: nearest }));
  }

  /**
   * The chart as a separate file.
   * @param {readonly string[]} captions lines under the plot
   * @returns {string} SVG
   */
  file(captions) {
    const shown = /** @type {Shown} */ (this.shown);
    const text = { title: shown.plot.title, face: getComputedStyle(this).fontFamily, captions };
    return plotSvg(plotOf(shown, true), tokenColours(this, TOKENS), text);
  }
}

/**
 * The plot of the chosen measure with its names.
 * @param {Shown} shown
 * @param {boolean} named
 * @param {{series: number, level: number}} [picked]
 * @returns {DrawnPlot}
 */
function plotOf(shown, named, picked) {
  const { kind, plot, logarithmic, floor, ends } = shown;
  const drawn = studyPlot(plot, {
    logarithmic,
    floor,
    named: named && plot.lines.length > 1 && plot.lines.length <= 8,
    marked: kind === 'lines',
    ends,
  });
  if (kind === 'boxes') return { ...drawn, bare: true, over: (shape, colour) => boxes(shown, shape, colour) };
  if (kind !== 'lines') return drawn;
  const line = picked ? plot.lines[picked.series] : undefined;
  const [x = NaN, y = NaN] = line && picked ? [line.x[picked.level], line.y[picked.level]] : [];
  return {
    ...drawn,
    over: (shape, colour) => svg`${arrows(shown, shape, colour)}${Number.isNaN(x + y) ? '' : ring(shape.to_x(x), shape.to_y(y), colour)}`,
  };
}

/**
 * An arrow above each point whose value grows with the length of the run.
 * @param {Shown} shown
 * @param {PlotShape} shape
 * @param {(token: string) => string} colour
 */
function arrows({ plot, growing }, { to_x, to_y }, colour) {
  return plot.lines.map(({ x, y }, series) =>
    x.map((place, level) =>
      growing[series]?.[level] && Number.isFinite(y[level])
        ? svg`<path d="M${to_x(place)} ${to_y(y[level] ?? 0) - 5}v-11m-3 4l3 -4l3 4" fill="none" stroke=${colour(lineStyle(series).token)} stroke-width="1.5"></path>`
        : '',
    ),
  );
}

/** The mark of the chosen point. @param {number} x @param {number} y @param {(token: string) => string} colour */
function ring(x, y, colour) {
  return svg`<circle cx=${x} cy=${y} r="8" fill="none" stroke=${colour('accent')} stroke-width="2"></circle>`;
}

/**
 * Boxes from the first to the third quartile, with the median, and whiskers to the minimum and the maximum.
 * @param {Shown} shown
 * @param {PlotShape} shape
 * @param {(token: string) => string} colour
 */
function boxes({ plot, values }, { to_x, to_y }, colour) {
  const places = plot.lines[0]?.x ?? [];
  const apart = places.length > 1 ? to_x(places[1] ?? 0) - to_x(places[0] ?? 0) : 60;
  const step = Math.max(2, Math.min(BOX_PX, (apart * 0.8) / Math.max(1, plot.lines.length)));
  return svg`${plot.lines.map((line, series) => {
    const ink = colour(lineStyle(series).token);
    return svg`<g stroke=${ink} fill="none" stroke-width="1.5">
      ${line.x.map((place, level) => {
        const box = quartileBox(values[series]?.[level] ?? []);
        if (!box) return '';
        const x = to_x(place) + (series - (plot.lines.length - 1) / 2) * step;
        const half = Math.max(1, step * 0.36);
        const [low, q1, median, q3, high] = [box.low, box.q1, box.median, box.q3, box.high].map((value) => to_y(value));
        return svg`<path d="M${x} ${low}V${q1}M${x} ${q3}V${high}"></path>
          <rect x=${x - half} y=${q3} width=${2 * half} height=${Math.max(0.5, (q1 ?? 0) - (q3 ?? 0))} fill=${colour('paper')}></rect>
          <path d="M${x - half} ${median}H${x + half}" stroke-width="2.5"></path>`;
      })}
    </g>`;
  })}`;
}

customElements.define('study-chart', StudyChart);
