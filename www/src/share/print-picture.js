/** @file Charts as one picture for print: all charts on one axis, with names, results, legend and digests; saved as SVG or PNG. */

import { colourLabel, mergeLegends } from '../text/colours.js';
import { differenceSigns } from '../text/difference-signs.js';
import { formatBesideName } from '../text/measure-values.js';
import { workNoun } from '../text/time.js';
import { nodeAxis, timeUnit } from './picture-axes.js';
import { wrapText } from './wrapped-text.js';

/** @import { Difference, Legend, Report, Sign } from '../engine/types.js' */

/**
 * One chart of the picture.
 * @typedef {object} Pane
 * @property {string} name
 * @property {string} [until] the time at which the drawing ends, if that is before the end of the run; the results are those of the whole run
 * @property {import('./picture-axes.js').PaneRows} [rows] description of its rows
 * @property {Report|null} report
 * @property {string} digest of the result; empty if unknown
 * @property {Legend} legend the meaning of its colours
 * @property {string} svg the drawing of the engine, with its axis at the bottom
 * @property {Difference|null} difference difference from the first variant, if shown
 */

/**
 * Dimensions, pixels: the head of the picture, the line above each chart, the axis, which only the last chart keeps, a line of the foot,
 * and the space beside the bars.
 */
const ROOM = { head: 40, line: 22, more: 16, axis: 36, foot: 20, left: 96, right: 16 };
/**
 * Pixels of the picture per pixel of the drawing, so that text is readable on a slide; and the minimum width of the
 * drawing.
 */
const SCALE = 2;
const NARROWEST = 480;
/** Maximum number of results beside a name. */
const MOST_RESULTS = 4;
/** Width of a letter of the legend, and of larger text, estimated generously: longer text starts a new line. */
const [LETTER_PX, NAME_LETTER_PX, TITLE_LETTER_PX] = [6.6, 7.8, 10];

/**
 * The size of the bars of a chart in a picture of this width.
 * @param {number} width of the picture
 * @param {number} rows
 * @param {number} charts number of charts
 */
export function barArea(width, rows, charts) {
  const inner = Math.round(Math.max(NARROWEST, width / SCALE)) - ROOM.left - ROOM.right;
  // Rows as high as on a screen, within the height of a slide.
  const height = Math.max(160, Math.min(inner * 0.6, rows * 14));
  return { width: inner, height: Math.round(Math.min(height, Math.max(60, (inner * 0.75) / charts))) };
}

/**
 * Creates the picture.
 * @param {object} what
 * @param {number} what.width of the picture, pixels
 * @param {string} what.title
 * @param {readonly Pane[]} what.panes
 * @param {readonly string[]} what.names of all variants, the first of which others may be compared with
 * @param {import('../engine/types.js').WorkKind|null|undefined} what.work
 * @param {string} what.note
 * @param {Record<string, string>} what.colours of the tokens of the page: paper, ink, ink-soft, edge
 * @returns {string} SVG
 */
export function createPictureSvg({ width: pixels, title, panes, names, work, note, colours }) {
  const charts = panes.map((pane, at) => ({ ...pane, ...parseDrawing(pane.svg, at) }));
  const width = Math.max(...charts.map((chart) => chart.width));
  const room = width - ROOM.left - ROOM.right;
  const soft = `fill="${colours['ink-soft']}"`;
  const titles = title ? wrapText(title, room / TITLE_LETTER_PX) : [];
  const parts = titles.map((line, at) => drawText(ROOM.left, 26 + 20 * at, line, `font-size="16" font-weight="600" fill="${colours.ink}"`));
  let y = title ? ROOM.head + 20 * (titles.length - 1) : 0;
  charts.forEach(({ name, until, rows, report, body, width: own, height }, at) => {
    const shown = height - (at < charts.length - 1 ? ROOM.axis : 0);
    const results = (report?.rows ?? []).filter(({ value }) => value !== null).slice(0, MOST_RESULTS);
    const facts = until
      ? [`up to ${until}`]
      : results.map((row) => `${row.name.toLowerCase()} ${formatBesideName(row.name, row.value, row.unit)}`);
    const [first = '', ...more] = wrapText(facts.join(', '), room / NAME_LETTER_PX, name.length + 2);
    parts.push(
      `<text x="${ROOM.left}" y="${y + 15}" font-size="13" fill="${colours.ink}"><tspan font-weight="600">${escapeText(name)}</tspan><tspan dx="12" ${soft}>${escapeText(first)}</tspan></text>`,
    );
    for (const line of more) {
      y += ROOM.more;
      parts.push(drawText(ROOM.left, y + 15, line, `font-size="13" ${soft}`));
    }
    parts.push(
      `<svg x="0" y="${y + ROOM.line}" width="${own}" height="${shown}" viewBox="0 0 ${own} ${shown}" font-size="11">${body}</svg>`,
    );
    const marks = rows ? nodeAxis(body, rows) : [];
    const unit = at === charts.length - 1 ? timeUnit(body) : '';
    // The drawing of the engine has a margin of 8 above the bars.
    if (unit) marks.push({ y: shown - ROOM.axis + 10, words: unit });
    for (const mark of marks)
      parts.push(
        drawText(
          ROOM.left - 12,
          y + ROOM.line + 8 + mark.y,
          mark.words,
          `font-size="9" text-anchor="end" dominant-baseline="central" ${soft}`,
        ),
      );
    y += ROOM.line + shown;
  });
  const legends = mergeLegends(panes.map(({ legend }) => legend)).map(({ colour, signs, looks }) => ({
    title: `Colour by ${colourLabel(colour, work)}`,
    signs: [...signs, ...looks].map((sign) => ({
      words: sign.count === null ? sign.name : `${sign.name}: ${sign.count}`,
      draw: drawSwatch(sign),
    })),
  }));
  const differences = names.map((name) => panes.find((pane) => pane.name === name)?.difference ?? null);
  const moved = differenceSigns(differences, names, workNoun(work))
    .filter(({ kind }) => kind !== 'note')
    .map(({ kind, words }) => ({ words, draw: drawMark(kind, colours) }));
  if (moved.length > 0) legends.push({ title: `Differences from ${names[0]}`, signs: moved });
  for (const line of legends.flatMap(({ title, signs }) => wrapSigns(signs, title, width))) {
    parts.push(
      line
        .map(
          ({ x, draw, words }) =>
            `${draw ? `<g transform="translate(${x} ${y + 6})">${draw}</g>` : ''}${drawText(x + (draw ? 24 : 0), y + 15, words, `font-size="11" fill="${colours.ink}"`)}`,
        )
        .join(''),
    );
    y += ROOM.foot;
  }
  const digests = panes
    .filter(({ digest }) => digest)
    .map(({ name, digest }) => `${name} ${digest}`)
    .join(', ');
  const foot = [note, digests && `digests: ${digests}`].filter(Boolean).join('; ');
  const feet = foot ? wrapText(foot, room / LETTER_PX) : [];
  for (const line of feet) {
    parts.push(drawText(ROOM.left, y + 15, line, `font-size="10" ${soft}`));
    y += ROOM.more;
  }
  const height = foot ? y + ROOM.foot - ROOM.more + 8 : y + 4;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${pixels}" height="${Math.round((pixels * height) / width)}" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif">
<title>${escapeText(title)}</title>
<rect width="100%" height="100%" fill="${colours.paper}"/>
${parts.join('\n')}
</svg>
`;
}

/**
 * The content of a drawing and its size. Ids get a prefix, since they must be unique in the whole picture.
 * @param {string} svg
 * @param {number} at
 */
function parseDrawing(svg, at) {
  const head = /^<svg[^>]* width="([\d.]+)" height="([\d.]+)"[^>]*>/u.exec(svg);
  if (!head) throw new Error('the engine returned no drawing');
  const body = svg
    .slice(head[0].length, svg.lastIndexOf('</svg>'))
    .replaceAll(/ id="([^"]+)"/gu, ` id="v${at}-$1"`)
    .replaceAll(/url\(#([^)]+)\)/gu, `url(#v${at}-$1)`)
    .replaceAll(/href="#([^"]+)"/gu, `href="#v${at}-$1"`);
  return { width: Number(head[1]), height: Number(head[2]), body };
}

/** @typedef {{words: string, draw: string}} Drawn a sign and its words */

/**
 * Arranges signs beside each other, on as many lines as they need.
 * @param {readonly Drawn[]} signs
 * @param {string} title
 * @param {number} width
 */
function wrapSigns(signs, title, width) {
  /** @type {(Drawn & {x: number})[][]} */
  const all = [[{ x: ROOM.left, draw: '', words: title }]];
  let x = ROOM.left + title.length * LETTER_PX + 16;
  for (const sign of signs) {
    const wide = 24 + sign.words.length * LETTER_PX + 14;
    if (x + wide > width && (all.at(-1)?.length ?? 0) > 0) {
      all.push([]);
      x = ROOM.left;
    }
    all.at(-1)?.push({ ...sign, x });
    x += wide;
  }
  return all;
}

/** @param {Sign} sign */
function drawSwatch({ fill, ink, pattern, dotted }) {
  const strokes = pattern === 'hatch' ? 'M2 10l8-10M8 10l8-10' : pattern === 'stripes' ? 'M4 0v10M9 0v10M14 0v10' : '';
  return `<rect x="0.5" y="0.5" width="18" height="10" fill="${fill}" stroke="${ink}"${dotted ? ' stroke-dasharray="2 2"' : ''}/>${strokes ? `<path d="${strokes}" stroke="${ink}" fill="none"/>` : ''}`;
}

/**
 * @param {ReturnType<typeof differenceSigns>[number]['kind']} kind
 * @param {Record<string, string>} colours
 */
function drawMark(kind, { paper, ink, edge }) {
  if (kind === 'ghost') return `<rect x="0.5" y="0.5" width="18" height="10" fill="none" stroke="${edge}" stroke-dasharray="2 2"/>`;
  const earlier = kind === 'earlier';
  return `<path d="${earlier ? 'M12 1v8l-6-4z' : 'M6 1v8l6-4z'}" fill="${earlier ? ink : paper}" stroke="${ink}" stroke-linejoin="round"/>`;
}

/** @param {number} x @param {number} y @param {string} words @param {string} attributes */
const drawText = (x, y, words, attributes) => `<text x="${x}" y="${y}" ${attributes}>${escapeText(words)}</text>`;

/** @param {string} words */
const escapeText = (words) => words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
