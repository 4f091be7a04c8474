/** @file A plot as SVG: the same on the page, on paper and in exported files, except that colours follow the theme on the page. */

import { html, render, svg } from 'lit';
import { lineStyle } from '../elements/theme.js';
import { layOutPlot, TENTHS } from './plot-layout.js';

/** @import { DrawnLine, Plot, PlotShape } from './plot-layout.js' */

/** The tokens that the drawing of a plot with so many lines uses. */
export const TOKENS = [
  'paper',
  'ink',
  'ink-soft',
  'line',
  'accent',
  'hole-ink',
  ...Array.from({ length: 6 }, (_, at) => `variant-${at + 1}`),
];

/** A colour that follows the theme of the page. */
export const tokenColour = (/** @type {string} */ token) => `var(--${token})`;

/** The size of a saved plot, CSS pixels. */
const FILE_SIZE = { width: 960, height: 480 };
/** Width of lines, CSS pixels. */
const LINE_PX = 1.75;
/** Distance beyond the box to which lines are drawn, so that those along an edge keep their width. */
const EDGE_PX = 2;

/**
 * The content of a plot's `<svg>`.
 * @param {PlotShape} shape
 * @param {(token: string) => string} colour
 */
export function drawPlot(shape, colour) {
  const { plot, width, box, lines, names } = shape;
  const [soft, edge] = [colour('ink-soft'), colour('line')];
  const [left, top, breadth, length] = [box.left, box.top - EDGE_PX, box.right - box.left, box.bottom - box.top + 2 * EDGE_PX];
  return svg`
    <g font-size="12" fill=${soft} stroke="none">
      ${shape.y.map(
        ({ at, text }) => svg`${plot.y.grid ? svg`<path d="M${box.left} ${at}H${box.right}" stroke=${edge} fill="none"></path>` : ''}
          <text x=${box.left - 6} y=${at + 4} text-anchor="end">${text}</text>`,
      )}
      ${shape.right.map(({ at, text }) => svg`<text x=${box.right + 6} y=${at + 4}>${text}</text>`)}
      ${shape.x.map(
        ({ at, text }) => svg`${plot.x.grid ? svg`<path d="M${at} ${box.top}V${box.bottom}" stroke=${edge} fill="none"></path>` : ''}
          <path d="M${at} ${box.bottom}v4" stroke=${soft} fill="none"></path>
          <text x=${Math.min(at, width - 4 - text.length * 3)} y=${box.bottom + 17} text-anchor="middle">${text}</text>`,
      )}
      ${plot.x.words ? svg`<path d="M${box.left} ${box.bottom}H${box.right}" stroke=${soft} fill="none"></path>` : ''}
      ${plot.y.title ? svg`<text x="4" y="14">${plot.y.title}</text>` : ''}
      ${plot.x.title ? svg`<text x=${(box.left + box.right) / 2} y=${box.bottom + 36} text-anchor="middle">${plot.x.title}</text>` : ''}
    </g>
    <svg x=${left} y=${top} width=${breadth} height=${length} viewBox="${left} ${top} ${breadth} ${length}">
      ${drawStretch(shape, colour)}
      <g transform="scale(${1 / TENTHS})" stroke-width=${LINE_PX * TENTHS} fill="none" stroke-linejoin="round">
        ${lines.map(({ line, bands }) => svg`<g fill=${colour(line.token)} stroke="none" opacity=${line.y.length > 0 ? 0.16 : 0.25}>${bands.map((band) => svg`<path d=${band}></path>`)}</g>`)}
        ${lines.map(
          ({ line, path }) =>
            svg`<path d=${path} fill="none" stroke=${colour(line.token)} stroke-dasharray=${line.dash.map((part) => part * TENTHS).join(' ') || 'none'}></path>`,
        )}
      </g>
    </svg>
    ${lines.map((line) => drawPoints(line, shape, colour))}
    ${plot.over?.(shape, colour) ?? ''}
    ${drawRules(shape, colour)}
    ${drawDots(shape, colour)}
    <g stroke="none" font-size="12">
      ${names.map(({ x, y, text, token }) => svg`<text x=${x} y=${y} fill=${colour(token)}>${text}</text>`)}
    </g>
  `;
}

/** A highlighted span of the x axis. @param {PlotShape} shape @param {(token: string) => string} colour */
function drawStretch({ plot: { stretch }, box, to_x }, colour) {
  if (!stretch) return '';
  const [from, to] = stretch.map(to_x);
  return svg`<path d="M${from} ${box.top}V${box.bottom}H${to}V${box.top}Z" fill=${colour('accent')} opacity="0.25"></path>`;
}

/**
 * Error bars and marks of a line.
 * @param {DrawnLine} line
 * @param {PlotShape} shape
 * @param {(token: string) => string} colour
 */
function drawPoints({ line: { token, published, outside }, bars, marks }, { box }, colour) {
  const ink = colour(outside ? 'hole-ink' : token);
  const inside = marks.filter(({ y }) => y > box.top - EDGE_PX && y < box.bottom + EDGE_PX);
  return svg`<g stroke=${ink} fill="none">
    ${bars.map(({ x, low, high }) => svg`<path d="M${x} ${Math.min(low, box.bottom)}V${high}M${x - 4} ${high}h8${low > box.bottom ? '' : `M${x - 4} ${low}h8`}" stroke-width="1.25"></path>`)}
    ${inside.map(({ x, y }) =>
      published
        ? svg`<path d="M${x} ${y - 5}l5 5l-5 5l-5 -5z" fill=${outside ? ink : colour('paper')} stroke-width=${LINE_PX}></path>`
        : svg`<circle cx=${x} cy=${y} r="2.25" fill=${ink} stroke="none"></circle>`,
    )}
  </g>`;
}

/** Vertical and horizontal lines at given values. @param {PlotShape} shape @param {(token: string) => string} colour */
function drawRules({ plot: { rules = [] }, box, to_x, to_y }, colour) {
  return rules.map(({ x, y, text = '' }) => {
    if (x === undefined) return svg`<path d="M${box.left} ${to_y(y ?? NaN)}H${box.right}" stroke=${colour('ink')} opacity="0.5"></path>`;
    const at = to_x(x);
    if (at < box.left - 1 || at > box.right + 1) return '';
    const fits = at + 4 + text.length * 6 < box.right;
    return svg`<path d="M${at} ${box.top}V${box.bottom}" stroke=${colour('ink')} opacity="0.6"></path>
      <text x=${at + (fits ? 4 : -4)} y=${box.top + 10} font-size="11" text-anchor=${fits ? 'start' : 'end'} fill=${colour('ink')}>${text}</text>`;
  });
}

/** Dots on lines. @param {PlotShape} shape @param {(token: string) => string} colour */
function drawDots({ plot: { dots = [], lines }, to_x, to_y }, colour) {
  return dots.map((dot) => {
    const line = lines[dot.line];
    const value = line?.y[Array.from(line.x).indexOf(dot.x)] ?? null;
    if (!line || value === null) return '';
    return svg`<circle cx=${to_x(dot.x)} cy=${to_y(value, line.axis)} r="4" fill=${colour(line.token)} stroke=${colour('paper')} stroke-width="2"></circle>`;
  });
}

/**
 * The sample of a line beside its name.
 * @param {number} style
 * @param {boolean} published
 */
export function drawSample(style, published) {
  const { token, dash } = lineStyle(style);
  return svg`<g stroke=${tokenColour(token)} fill="none" stroke-width="2">
    ${published ? svg`<path d="M13 1l5 5l-5 5l-5 -5z"></path>` : svg`<path d="M0 6H26" stroke-dasharray=${dash.join(' ') || 'none'}></path>`}
  </g>`;
}

/** Maximum factor by which fonts of other machines are wider. */
const WIDER = 1.18;
/** Maximum share of names in the width of a file, in which there are no tooltips with the full names. */
const FILE_SHARE = 0.6;

/**
 * The width of texts of 12 px in a font.
 * @param {string} face
 * @param {number} [factor]
 * @returns {(text: string) => number}
 */
export function textMeasure(face, factor = 1) {
  const context = document.createElement('canvas').getContext('2d');
  if (context) context.font = `12px ${face}`;
  return (text) => (context?.measureText(text).width ?? text.length * 7) * factor;
}

/**
 * A plot as an SVG file.
 * @param {Plot} plot
 * @param {Record<string, string>} colours of the tokens
 * @param {{title: string, face: string, captions: readonly string[]}} text face: font of all texts; captions: lines
 *   under the plot
 * @returns {string} SVG
 */
export function plotSvg(plot, colours, { title, face, captions }) {
  const colour = (/** @type {string} */ token) => colours[token] ?? '#000';
  const { width, height } = FILE_SIZE;
  const whole = height + 45 + 15 * captions.length;
  return serializeSvg(html`<svg xmlns="http://www.w3.org/2000/svg" width=${width} height=${whole} viewBox="0 0 ${width} ${whole}" font-family=${face}>
      ${svg`<rect width=${width} height=${whole} fill=${colour('paper')}></rect>
        <text x="12" y="24" font-size="15" font-weight="600" fill=${colour('ink')}>${title}</text>
        <g transform="translate(8 34)">${drawPlot(layOutPlot(plot, width, height, { measure: textMeasure(face, WIDER), share: FILE_SHARE }), colour)}</g>
        ${captions.map((line, at) => svg`<text x="12" y=${height + 50 + 15 * at} font-size="10" fill=${colour('ink-soft')}>${line}</text>`)}`}
    </svg>`);
}

/**
 * A drawing as the text of an SVG file.
 * @param {import('lit').TemplateResult} drawing one `<svg>`
 */
export function serializeSvg(drawing) {
  const place = document.createElement('div');
  render(drawing, place);
  const walker = document.createTreeWalker(place, NodeFilter.SHOW_COMMENT);
  /** @type {Node[]} */
  const comments = [];
  while (walker.nextNode()) comments.push(walker.currentNode);
  for (const comment of comments) comment.parentNode?.removeChild(comment);
  return new XMLSerializer().serializeToString(/** @type {Element} */ (place.firstElementChild));
}

/**
 * Renders an SVG text to PNG.
 * @param {string} text SVG
 * @param {number} [times] factor of its size in pixels
 * @returns {Promise<Blob>} PNG
 */
export async function renderPng(text, times = 2) {
  const picture = new Image();
  const address = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
  try {
    picture.src = address;
    await picture.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [picture.width * times, picture.height * times];
    const ctx = canvas.getContext('2d');
    if (!ctx) throw new Error('this browser does not provide a canvas');
    ctx.drawImage(picture, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the browser ran out of memory'))), 'image/png');
    });
  } finally {
    URL.revokeObjectURL(address);
  }
}
