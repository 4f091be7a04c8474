/** @file The figure of a study as a file or in print: title with the fixed values, plot or seeds, key, and source. */

import { html, svg } from 'lit';
import { lineStyle, tokenColours } from '../elements/theme.js';
import { serializeSvg, TOKENS } from '../plot/svg-plot.js';
import { formatNumber } from '../text/numbers.js';
import { quartileBox } from './axis-grid.js';
import { legendText } from './chart-data.js';
import { stripScale } from './seed-strip.js';
import { pointAtLevel } from './study-selection.js';
import { heldText } from './study-texts.js';

/** @import { Grid } from './axis-grid.js' */
/** @import { StudyChart } from './study-chart.js' */
/** @import { Look } from './study-selection.js' */

/**
 * The figure on screen.
 * @typedef {object} Figure
 * @property {string} title with the fixed values
 * @property {string} key the meaning of its signs
 * @property {(captions: readonly string[]) => string} draw SVG, with lines under the picture
 */

/** The width of a figure, of the names in it and of a row, CSS pixels. */
const [WIDTH, NAMES, ROW] = [960, 190, 34];
/** The top of the rows, below the title, CSS pixels. */
const TOP = 44;
/** The maximum number of letters of a caption in a line. */
const LETTERS = 165;

/** The kinds of charts of a study. @param {Grid} grid */
export const chartTabs = (grid) => [
  ...(grid.across < 0 ? [{ id: 'seeds', name: grid.single ? 'Values' : 'Seeds' }] : [{ id: 'lines', name: 'Lines' }]),
  // A single run has no distribution over seeds.
  ...(grid.across < 0 || grid.single ? [] : [{ id: 'boxes', name: 'Boxes' }]),
  ...(grid.single ? [] : [{ id: 'distribution', name: 'Distribution' }]),
  ...(grid.up < 0 ? [] : [{ id: 'map', name: 'Heat map' }]),
];

/** The kind of chart on screen: the chosen one, or the first. @param {Grid} grid @param {string} chosen */
export function chartTab(grid, chosen) {
  const all = chartTabs(grid);
  return (all.find(({ id }) => id === chosen) ?? all[0])?.id ?? '';
}

/**
 * The reason why there is no figure; empty if there is one.
 * @param {Look|undefined} look
 * @param {string} chosen
 */
export function figureReason(look, chosen) {
  if (!look) return 'no run has completed';
  return chartTab(look.grid, chosen) === 'map' ? 'the numbers of the heat map are in the CSV file' : '';
}

/**
 * The figure on screen.
 * @param {Look|undefined} look
 * @param {string} chosen the kind of chart
 * @param {StudyChart|null} chart
 * @param {HTMLElement} element that supplies its colours and font
 * @returns {Figure|undefined}
 */
export function screenFigure(look, chosen, chart, element) {
  if (!look || figureReason(look, chosen)) return undefined;
  if (chartTab(look.grid, chosen) === 'seeds') {
    const draw = (/** @type {readonly string[]} */ captions) =>
      seedsPicture(look, tokenColours(element, TOKENS), { face: getComputedStyle(element).fontFamily, captions });
    return { title: seedsTitle(look), key: seedsKey(look), draw };
  }
  const shown = chart?.shown;
  return shown && { title: shown.plot.title, key: legendText(look, shown), draw: (captions) => chart.file(captions) };
}

/**
 * Wraps words into lines with at most this many letters.
 * @param {string} text
 * @param {number} [letters]
 * @returns {string[]}
 */
export function wrapText(text, letters = LETTERS) {
  /** @type {string[]} */
  const lines = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= letters) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/**
 * The title of the seeds of all lines.
 * @param {Look} look
 */
export function seedsTitle({ grid, title }) {
  const where = heldText(grid);
  return `${title} ${grid.single ? 'of each run' : 'by seed'}${where ? ` at ${where}` : ''}`;
}

/** The key of the seeds. @param {Look} look */
export const seedsKey = ({ grid }) =>
  grid.single
    ? 'Dot: a run. No interval.'
    : 'Dot: a seed. Box: the middle half of the seeds, dashed: their median. Tick: mean of the seeds.';

/**
 * The seeds of each line in a row, as a picture.
 * @param {Look} look
 * @param {Record<string, string>} colours of the tokens
 * @param {{face: string, captions: readonly string[]}} text
 * @returns {string} SVG
 */
export function seedsPicture(look, colours, { face, captions }) {
  const { grid, place, reading } = look;
  const colour = (/** @type {string} */ token) => colours[token] ?? '#000000';
  const rows = grid.series.map(({ name }, series) => ({
    name: name || 'all runs',
    values: pointAtLevel(look, series, place)?.values ?? [],
  }));
  const scale = stripScale(
    rows.map(({ values }) => values),
    WIDTH - NAMES - 24,
  );
  const x = (/** @type {number} */ value) => NAMES + scale.to(value);
  const bottom = TOP + rows.length * ROW;
  const height = bottom + 40 + captions.length * 15;
  const end = (/** @type {number} */ value) =>
    Number.isFinite(value) ? formatNumber(Number((value * reading.factor).toPrecision(3))) : '';
  const name = [look.title, reading.unit, scale.log ? 'logarithmic axis' : ''].filter(Boolean).join(', ');
  const soft = colour('ink-soft');
  return serializeSvg(html`<svg xmlns="http://www.w3.org/2000/svg" width=${WIDTH} height=${height} viewBox="0 0 ${WIDTH} ${height}" font-family=${face}>
    ${svg`<rect width=${WIDTH} height=${height} fill=${colour('paper')}></rect>
      <text x="12" y="24" font-size="15" font-weight="600" fill=${colour('ink')}>${seedsTitle(look)}</text>
      ${rows.map(({ name: label, values }, at) => drawRow(label, values, { x, y: TOP + at * ROW + ROW / 2, ink: colour(lineStyle(at).token), line: colour('line') }))}
      <g font-size="12" fill=${soft}>
        <text x=${NAMES} y=${bottom + 16}>${end(scale.low)}</text>
        <text x=${(NAMES + WIDTH) / 2} y=${bottom + 16} text-anchor="middle">${name}</text>
        <text x=${WIDTH - 18} y=${bottom + 16} text-anchor="end">${end(scale.high)}</text>
      </g>
      ${captions.map((caption, at) => svg`<text x="12" y=${bottom + 42 + at * 15} font-size="11" fill=${soft}>${caption}</text>`)}`}
  </svg>`);
}

/**
 * Draws one row: its name, a dot for each seed and the mean.
 * @param {string} name
 * @param {readonly (number|null)[]} values
 * @param {{x: (value: number) => number, y: number, ink: string, line: string}} where
 */
function drawRow(name, values, { x, y, ink, line }) {
  const made = values.filter((value) => value !== null);
  const mean = made.reduce((sum, value) => sum + value, 0) / made.length;
  const box = made.length >= 5 ? quartileBox(made) : undefined;
  return svg`<g stroke=${ink} fill="none">
    <text x="12" y=${y + 4} font-size="12" fill=${ink} stroke="none">${name.length > 28 ? `${name.slice(0, 27)}…` : name}</text>
    <path d="M${NAMES} ${y}H${WIDTH - 18}" stroke=${line}></path>
    ${box ? svg`<rect x=${x(box.q1)} y=${y - 9} width=${Math.max(1, x(box.q3) - x(box.q1))} height="18"></rect><path d="M${x(box.median)} ${y - 9}v18" stroke-dasharray="2 2"></path>` : ''}
    ${made.map((value) => svg`<circle cx=${x(value)} cy=${y} r="4"></circle>`)}
    ${Number.isFinite(mean) ? svg`<path d="M${x(mean)} ${y - 11}v22" stroke-width="2.5"></path>` : ''}
  </g>`;
}
