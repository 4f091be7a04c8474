/** @file All that is compared in one picture for print: a chart below the other on one axis, with names, results, legend and digests. */

import { COLOURS, together } from '../text/colours.js';
import { formatNamed } from '../text/measures.js';

/** @import { Legend, Report, Sign } from '../engine/types.js' */

/**
 * One chart of it.
 * @typedef {object} Pane
 * @property {string} name
 * @property {Report|null} report
 * @property {string} digest of the result; empty if it is not known
 * @property {Legend} legend what its colours mean
 * @property {string} svg the drawing of the engine, with its axis at the bottom
 */

/** Pixels: the head of the picture, the line above each chart, the axis that only the last chart keeps, the title of a drawing, which
 * the line above it replaces, a line of the foot. */
const ROOM = { head: 40, line: 22, axis: 36, title: 26, foot: 20, left: 96 };
/** Results beside a name at most. */
const MOST = 4;
/** Width of a letter, measured generously: what is longer begins a new line. */
const LETTER = 6.6;

/**
 * @param {object} what
 * @param {string} what.title
 * @param {readonly Pane[]} what.panes
 * @param {string} what.note
 * @param {Record<string, string>} what.colours of the tokens of the page: paper, ink, ink-soft
 * @returns {string} SVG
 */
export function comparisonSvg({ title, panes, note, colours }) {
  const charts = panes.map((pane, at) => ({ ...pane, ...opened(pane.svg, at) }));
  const width = Math.max(...charts.map((chart) => chart.width), 320);
  const parts = [text(ROOM.left, 26, title, `font-size="16" font-weight="600" fill="${colours.ink}"`)];
  let y = ROOM.head;
  charts.forEach(({ name, report, body, width: own, height }, at) => {
    const shown = height - ROOM.title - (at < charts.length - 1 ? ROOM.axis : 0);
    const results = (report?.rows ?? []).filter(({ value }) => value !== null).slice(0, MOST);
    const facts = results.map((row) => `${row.name.toLowerCase()} ${formatNamed(row.name, row.value, row.unit)}`).join(', ');
    parts.push(`<text x="${ROOM.left}" y="${y + 15}" font-size="13" fill="${colours.ink}"><tspan font-weight="600">${escaped(name)}</tspan><tspan dx="12" fill="${colours['ink-soft']}">${escaped(facts)}</tspan></text>`);
    parts.push(`<svg x="0" y="${y + ROOM.line}" width="${own}" height="${shown}" viewBox="0 ${ROOM.title} ${own} ${shown}" font-size="11">${body}</svg>`);
    y += ROOM.line + shown;
  });
  for (const legend of together(panes.map(({ legend }) => legend))) {
    for (const line of lines([...legend.signs, ...legend.looks], `Colour by ${COLOURS[legend.colour]}`, width)) {
      parts.push(line.map(({ x, sign, words }) => `${sign ? swatch(sign, x, y + 6) : ''}${text(x + (sign ? 24 : 0), y + 15, words, `font-size="11" fill="${colours.ink}"`)}`).join(''));
      y += ROOM.foot;
    }
  }
  const digests = panes.filter(({ digest }) => digest).map(({ name, digest }) => `${name} ${digest}`).join(', ');
  parts.push(text(ROOM.left, y + 15, [note, digests && `results: ${digests}`].filter(Boolean).join('; '), `font-size="10" fill="${colours['ink-soft']}"`));
  const height = y + ROOM.foot + 8;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif">
<title>${escaped(title)}</title>
<rect width="100%" height="100%" fill="${colours.paper}"/>
${parts.join('\n')}
</svg>
`;
}

/**
 * The inside of a drawing and its size. What has a name in it gets one of its own: names are those of the whole picture.
 * @param {string} svg
 * @param {number} at
 */
function opened(svg, at) {
  const head = /^<svg[^>]* width="([\d.]+)" height="([\d.]+)"[^>]*>/u.exec(svg);
  if (!head) throw new Error('the engine gave no drawing');
  const body = svg.slice(head[0].length, svg.lastIndexOf('</svg>')).replaceAll(/ id="([^"]+)"/gu, ` id="v${at}-$1"`).replaceAll(/url\(#([^)]+)\)/gu, `url(#v${at}-$1)`).replaceAll(/href="#([^"]+)"/gu, `href="#v${at}-$1"`);
  return { width: Number(head[1]), height: Number(head[2]), body };
}

/**
 * Signs beside each other, on as many lines as they need.
 * @param {readonly Sign[]} signs
 * @param {string} title
 * @param {number} width
 */
function lines(signs, title, width) {
  /** @type {{x: number, sign: Sign|null, words: string}[][]} */
  const all = [[{ x: ROOM.left, sign: null, words: title }]];
  let x = ROOM.left + title.length * LETTER + 16;
  for (const sign of signs) {
    const words = sign.count === null ? sign.name : `${sign.name}: ${sign.count}`;
    const wide = 24 + words.length * LETTER + 14;
    if (x + wide > width && (all.at(-1)?.length ?? 0) > 0) {
      all.push([]);
      x = ROOM.left;
    }
    all.at(-1)?.push({ x, sign, words });
    x += wide;
  }
  return all;
}

/** @param {Sign} sign @param {number} x @param {number} y */
function swatch({ fill, ink, pattern, dotted }, x, y) {
  const strokes = pattern === 'hatch' ? 'M2 10l8-10M8 10l8-10' : pattern === 'stripes' ? 'M4 0v10M9 0v10M14 0v10' : '';
  return `<g transform="translate(${x} ${y})"><rect x="0.5" y="0.5" width="18" height="10" fill="${fill}" stroke="${ink}"${dotted ? ' stroke-dasharray="2 2"' : ''}/>${strokes ? `<path d="${strokes}" stroke="${ink}" fill="none"/>` : ''}</g>`;
}

/** @param {number} x @param {number} y @param {string} words @param {string} attributes */
const text = (x, y, words, attributes) => `<text x="${x}" y="${y}" ${attributes}>${escaped(words)}</text>`;

/** @param {string} words */
const escaped = (words) => words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
