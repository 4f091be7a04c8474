/**
 * @file A plot as SVG. The same drawing stands on the page, on paper and in exported files; only where colours come from
 * differs: on the page they follow the theme.
 */

import { html, render, svg } from 'lit';
import { lineStyle } from '../elements/theme.js';
import { shapeOf } from './plot-shape.js';

/** @import { Plot } from '../engine/types.js' */
/** @import { DrawnLine, PlotShape } from './plot-shape.js' */

/** The tokens that a drawing of so many lines uses. */
export const TOKENS = ['paper', 'ink', 'ink-soft', 'line', 'variant-1', 'variant-2', 'variant-3', 'variant-4', 'variant-5', 'variant-6'];

/** Colours that follow the theme of the page. */
export const themed = (/** @type {string} */ token) => `var(--${token})`;

/** The size of a picture that is saved, CSS pixels. */
const SAVED = { width: 960, height: 480 };

/**
 * The inside of a plot's `<svg>`.
 * @param {Plot} plot
 * @param {PlotShape} shape
 * @param {(token: string) => string} colour
 * @param {unknown} [instead] of the lines
 */
export function drawing(plot, shape, colour, instead = undefined) {
  const { box, across, up, lines } = shape;
  return svg`
    <g font-size="12" fill=${colour('ink-soft')} stroke="none">
      ${up.map(
        ({ at, text }) => svg`<path d="M${box.left} ${at}H${box.right}" stroke=${colour('line')} fill="none"></path>
          <text x=${box.left - 6} y=${at + 4} text-anchor="end">${text}</text>`,
      )}
      ${across.map(
        ({ at, text }) => svg`<path d="M${at} ${box.bottom}v4" stroke=${colour('ink-soft')} fill="none"></path>
          <text x=${at} y=${box.bottom + 17} text-anchor="middle">${text}</text>`,
      )}
      <path d="M${box.left} ${box.bottom}H${box.right}" stroke=${colour('ink-soft')} fill="none"></path>
      <text x="4" y="14">${plot.y}</text>
      <text x=${(box.left + box.right) / 2} y=${box.bottom + 36} text-anchor="middle">${plot.x}</text>
    </g>
    ${instead ?? lines.map((line) => svg`<g fill=${colour(lineStyle(line.style).token)} stroke="none" opacity="0.16">${line.bands.map((band) => svg`<path d=${band}></path>`)}</g>`)}
    ${instead ? '' : lines.map((line) => drawnLine(line, colour))}
  `;
}

/**
 * @param {DrawnLine} line
 * @param {(token: string) => string} colour
 */
function drawnLine({ style, published, path, bars, marks, name_at }, colour) {
  const { token, dash } = lineStyle(style);
  const ink = colour(token);
  return svg`<g stroke=${ink} stroke-width="2" fill="none" stroke-linejoin="round">
    <path d=${path} stroke-dasharray=${dash.join(' ') || 'none'}></path>
    ${bars.map(({ x, low, high }) => svg`<path d="M${x} ${low}V${high}M${x - 4} ${low}h8M${x - 4} ${high}h8" stroke-width="1.25"></path>`)}
    ${marks.map(({ x, y }) =>
      published
        ? svg`<path d="M${x} ${y - 5}l5 5l-5 5l-5 -5z" fill=${colour('paper')} stroke-width="1.75"></path>`
        : svg`<circle cx=${x} cy=${y} r="2.5" fill=${ink} stroke="none"></circle>`,
    )}
    ${name_at ? svg`<text x=${name_at.x} y=${name_at.y} font-size="12" fill=${ink} stroke="none">${name_at.text}</text>` : ''}
  </g>`;
}

/**
 * The sample of a line beside its name.
 * @param {number} style
 * @param {boolean} published
 */
export function sample(style, published) {
  const { token, dash } = lineStyle(style);
  const ink = themed(token);
  return svg`<g stroke=${ink} fill="none" stroke-width="2">
    ${published ? svg`<path d="M13 1l5 5l-5 5l-5 -5z"></path>` : svg`<path d="M0 6H26" stroke-dasharray=${dash.join(' ') || 'none'}></path>`}
  </g>`;
}

/**
 * A plot as a file of its own.
 * @param {Plot} plot
 * @param {readonly string[]} names of all lines of the experiment
 * @param {Record<string, string>} colours of the tokens
 * @param {{face: string, note: string}} text face: of all texts; note: where it comes from, under the plot
 * @param {Partial<Parameters<typeof shapeOf>[1]>} [how]
 * @param {(shape: PlotShape, colour: (token: string) => string) => unknown} [instead] what is drawn instead of the lines
 * @returns {string} SVG
 */
export function plotFile(plot, names, colours, { face, note }, how = {}, instead = undefined) {
  const colour = (/** @type {string} */ token) => colours[token] ?? '#000';
  const shape = shapeOf(plot, { ...SAVED, names, named: true, ...how });
  const { width, height } = SAVED;
  return fileText(html`<svg xmlns="http://www.w3.org/2000/svg" width=${width} height=${height + 60} viewBox="0 0 ${width} ${height + 60}" font-family=${face}>
      ${svg`<rect width=${width} height=${height + 60} fill=${colour('paper')}></rect>
        <text x="12" y="24" font-size="15" font-weight="600" fill=${colour('ink')}>${plot.title}</text>
        <g transform="translate(8 34)">${drawing(plot, shape, colour, instead?.(shape, colour))}</g>
        <text x="12" y=${height + 50} font-size="10" fill=${colour('ink-soft')}>${note}</text>`}
    </svg>`);
}

/**
 * A drawing as the text of a file.
 * @param {import('lit').TemplateResult} drawing one `<svg>`
 */
export function fileText(drawing) {
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
 * The same as pixels.
 * @param {string} text SVG
 * @param {number} [times] how many a pixel of its size
 * @returns {Promise<Blob>} PNG
 */
export async function plotPixels(text, times = 2) {
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
